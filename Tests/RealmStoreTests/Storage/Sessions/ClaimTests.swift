import TestSupport
import Testing

@testable import RealmStore

/// The versions that a participant of a session claims.
@Suite("Writing: claims") struct ClaimTests {
    private let directory = StorageDirectory()

    @Test(arguments: [false, true]) func `a file that is opened for reading claims one version`(
        _ isEncrypted: Bool
    ) throws {
        let key = isEncrypted ? StorageDirectory.key : nil
        let database = try directory.open(key)
        for number in 0..<5 { try StorageModel.commit(.numbered(number), to: database) }
        let newest = try database.newest().version
        let file = try RealmFile.open(directory.file, key: key, sharing: .locked(timeout: nil))
        let claims = database.participant.otherClaims()
        #expect(file.top?.version == newest)
        #expect(claims.map(\.oldest) == [newest] && claims.map(\.newest) == [newest])
    }

    @Test func `a claim tells its process, its versions and since when`() throws {
        let database = try directory.open()
        let before = WallClock.seconds
        let old = try StorageModel.commit(.numbered(1), to: database)
        let new = try StorageModel.commit(.numbered(2), to: database)
        let other = try directory.open()
        database.participant.keepRecords()
        let claim = try #require(other.participant.otherClaims().first)
        #expect(claim.process == ProcessIdentity.current && (before...WallClock.seconds).contains(claim.since ?? 0))
        #expect(claim.oldest == old.version && claim.newest == new.version)
    }

    @Test(arguments: [1, 5], [nil, StorageDirectory.key])
    func `a reader of another session costs what it holds`(_ readers: Int, _ key: EncryptionKey?) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var file = try LeafFile(directory, seed: seed, key: key)
        var newest = try file.begin(leafCount: 300)
        var held: [(file: RealmFile, leaves: [[Int64]])] = []
        for number in 0..<600 {
            if number % 100 == 0, held.count < readers {
                let opened = try RealmFile.open(directory.file, key: key, sharing: .locked(timeout: nil))
                held.append((opened, try LeafFile.leaves(newest)))
            }
            newest = try file.change(3)
        }
        let usage = try LeafFile.Usage(newest)
        #expect(usage.fileByteCount < (3 + readers) * usage.liveByteCount, "seed \(seed)")
        for (opened, leaves) in held {
            let top = try #require(opened.top)
            #expect(try LeafFile.leaves(top, in: opened.space) == leaves, "seed \(seed)")
        }
    }

    @Test func `the versions in use count from the oldest to the newest`() throws {
        let (database, other) = (try directory.open(), try directory.open())
        let held = try StorageModel.commit(.numbered(0), to: database)
        for number in 1...9 { try StorageModel.commit(.numbered(number), to: database) }
        #expect(try database.activeVersionCount() == 10)
        // The oldest version of another participant counts as well.
        #expect(try other.activeVersionCount() == 10)
        #expect(held.version > 0)
    }

    @Test func `transactions leave few memory maps behind`() throws {
        let database = try directory.open(disk: HastyDisk())
        var held: [Snapshot] = []
        for number in 0..<300 {
            let snapshot = try StorageModel.commit(.numbered(number), to: database)
            if number % 3 == 0 { held.append(snapshot) }
        }
        let range = database.contents.range
        let first = UInt(bitPattern: range.base)
        let place = first..<first + UInt(range.byteCount)
        let maps = try ProcessMaps.lines("maps").filter { ProcessMaps.addresses($0)?.overlaps(place) ?? false }
        #expect(held.count == 100 && (1..<24).contains(maps.count))
    }
}
