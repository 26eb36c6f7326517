import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import RealmStore

/// Sessions as seen from outside, where nothing is changed and nobody waits.
@Suite("Writing: sessions from outside") struct SessionViewTests {
    private let directory = StorageDirectory()

    private func committed() throws -> Database {
        let database = try directory.open()
        for number in 0..<3 { try StorageModel.commit(.numbered(number), to: database) }
        return database
    }

    private func view() throws -> SessionView? {
        switch SessionView.look(atFile: directory.file) {
        case .seen(let view): return view
        case .nobody: return nil
        case .unclear: throw StorageError(.damaged, directory.file, "the session is unclear")
        }
    }

    /// A Realm with one class, in which some numbers were written.
    private func realm(_ file: URL, upTo count: Int = 10) throws -> Realm {
        let realm = try Realm(configuration: Realm.Configuration(fileURL: file, objectTypes: [SmallItem.self]))
        for id in 0..<count { try realm.write { realm.add(SmallItem(value: ["id": id])) } }
        return realm
    }

    @Test func `where nobody has the file open, there is no session`() throws {
        #expect(try view() == nil)
        var database: Database? = try committed()
        #expect(try view() != nil)
        database = nil
        #expect(try view() == nil)
        _ = database
    }

    @Test func `a process that was alone so far is named with the versions that it uses`() throws {
        let database = try committed()
        let snapshot = try database.newest()
        let claim = try #require(try view()?.claims().first)
        #expect(claim.process == ProcessIdentity.current)
        #expect(claim.oldest <= snapshot.version && claim.newest == snapshot.version)
    }

    @Test func `the only process of another engine is named with the versions that it uses`() throws {
        let database = try committed()
        let partner = try SessionPartner(joining: directory.file)
        try partner.send("pin frozen")
        let pinned = try database.newest()
        try StorageModel.commit(.numbered(7), to: database)
        let before = try partner.state()
        let claims = try #require(try view()).claims()
        #expect(claims.contains { $0.process == partner.identifier && $0.oldest == pinned.version && $0.since == nil })
        #expect(claims.contains { $0.process == ProcessIdentity.current && $0.since != nil })
        let after = try partner.state()
        #expect(after.participants == before.participants && after.versions == before.versions)
    }

    @Test(arguments: [true, false]) func `a file that nobody has open is described without a trace`(
        _ isEncrypted: Bool
    ) throws {
        let place = try TemporaryDirectory()
        let file = place.url.appendingPathComponent("a.realm")
        let key = isEncrypted ? Data((0..<64).map { UInt8($0) }) : nil
        do {
            let configuration = Realm.Configuration(
                fileURL: file, encryptionKey: key, objectTypes: [SmallItem.self])
            let realm = try Realm(configuration: configuration)
            try realm.write { realm.add(SmallItem(value: ["id": 1])) }
        }
        try FileManager.default.removeItem(at: file.appendingPathExtension("lock"))
        let info = try Realm.fileInfo(at: file, encryptionKey: key, asksHolders: false)
        #expect(info.classes.map(\.objects) == [1] && info.activeVersions == 1 && info.companions.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: file.path + ".lock"))
        #expect(try info == Realm.fileInfo(at: file, encryptionKey: key))
    }

    @Test(arguments: [true, false], ["control-lock", "list-lock", "write-lock"])
    func `a file is described while a stopped process blocks all others`(_ asks: Bool, _ lock: String) throws {
        let place = try TemporaryDirectory()
        let file = place.url.appendingPathComponent("a.realm")
        let realm = try realm(file)
        let partner = try SessionPartner(joining: file.path)
        try partner.send(lock)
        kill(partner.identifier, SIGSTOP)
        defer { kill(partner.identifier, SIGCONT) }
        while !LockTable.isStopped(partner.identifier) { Pause.milliseconds(1) }
        let info = try Realm.fileInfo(at: file, asksHolders: asks)
        #expect(info.classes.map(\.objects) == [10])
        #expect(info.obstacles.contains { $0.kind == .stopped && $0.process == partner.identifier })
        kill(partner.identifier, SIGKILL)
        withExtendedLifetime(realm) {}
    }

    @Test func `what is read from outside is whole only as long as no newer version is in effect`() throws {
        let database = try committed()
        let file = try RealmFile.open(directory.file, key: nil, sharing: .looking)
        #expect(file.isStillNewest())
        let transaction = try database.beginWrite()
        #expect(file.isStillNewest())
        transaction.rollback()
        try StorageModel.commit(.numbered(7), to: database)
        #expect(!file.isStillNewest())
    }

    @Test func `a file is not made shorter while somebody looks at it`() throws {
        let database = try committed()
        let large = StorageModel(leaves: (0..<20).map { [Int64](repeating: $0 << 40, count: 20_000) })
        try StorageModel.commit(large, to: database)
        var file: RealmFile? = try RealmFile.open(directory.file, key: nil, sharing: .looking)
        let byteCount = try directory.bytes().count
        for number in 0..<200 { try StorageModel.commit(.numbered(number), to: database) }
        #expect(try directory.bytes().count >= byteCount)
        // Of the version that was looked at some is overwritten by now, but all of it can be read.
        let space = try #require(file).space
        let bytes = UnsafeRawBufferPointer(start: space.base, count: space.end)
        #expect(bytes.contains { $0 != 0 })
        _ = stride(from: 0, to: bytes.count, by: 4096).reduce(0) { $0 &+ Int(bytes[$1]) }
        file = nil
        try StorageModel.commit(large, to: database)
        for number in 0..<200 { try StorageModel.commit(.numbered(number), to: database) }
        #expect(try directory.bytes().count < byteCount)
    }

    @Test func `a look goes on when the session ends and its lock file is emptied`() throws {
        var database: Database? = try committed()
        var snapshot = try database?.newest()
        let view = try #require(try view())
        let moment = view.moment()
        #expect(snapshot != nil)
        snapshot = nil
        database = nil
        try FileDescriptor.open(directory.file + ".lock", .readWrite).resize(to: 0)
        #expect(view.obstacles(since: moment).isEmpty)
        _ = view.claims()
        _ = database
    }

    @Test func `a file that is written all the time is described from outside`() throws {
        let place = try TemporaryDirectory()
        let file = place.url.appendingPathComponent("a.realm")
        do { _ = try realm(file) }
        let isDone = Atomic(false)
        let hasEnded = DispatchSemaphore(value: 0)
        Thread {
            if let realm = try? self.realm(file, upTo: 0) {
                while !isDone.value {
                    try? realm.write { realm.objects(SmallItem.self).first?.number += 1 }
                    Pause.milliseconds(5)
                }
            }
            hasEnded.signal()
        }.start()
        for _ in 0..<20 {
            let info = try Realm.fileInfo(at: file, asksHolders: false)
            #expect(info.classes.map(\.objects) == [10])
        }
        isDone.value = true
        hasEnded.wait()
    }

    /// A flag for two threads.
    private final class Atomic: Sendable {
        private let state: Mutex<Bool>
        init(_ value: Bool) { state = Mutex(value) }
        var value: Bool {
            get { state.withLock { $0 } }
            set { state.withLock { $0 = newValue } }
        }
    }
}
