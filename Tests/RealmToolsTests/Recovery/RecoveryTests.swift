import Foundation
import TestSupport
import Testing

@testable import RealmStore
@testable import RealmTools

/// Whole files: the chosen version, and the report on it.
struct RecoveryTests {
    private let place: RecoveryPlace

    init() throws { place = try RecoveryPlace() }

    private static let fixtures = Fixture.all.filter { fixture in
        // Those of megabytes take too long without optimisation.
        let isLarge = ["big_blobs", "big_tree", "churned", "contacts_10k", "contacts_10k.enc", "indexes_deep", "links"]
        return !isLarge.contains(fixture.name)
    }

    // Sets with NaN are in no order, and values in parts are null to every reader.
    private static let unlike: Set = ["just_created", "nan_sets", "oversized"]

    @Test(arguments: fixtures.filter { !unlike.contains($0.name) })
    func `salvage of a sound file loses nothing`(_ fixture: Fixture) throws {
        let url = try fixture.copy(into: place.directory)
        let outcome = try place.recover(url, .salvage, key: fixture.key)
        #expect(outcome.report.isComplete)
        #expect(try outcome.verify().isSound)
        #expect(try outcome.lines() == RecoveryPlace.lines(url, key: fixture.key))
    }

    @Test(arguments: ["just_created", "empty", "types_all", "types_all.enc", "streaming", "interrupted_commit"])
    func `a sound file is copied`(_ name: String) throws {
        let fixture = Fixture.named(name)
        let url = try fixture.copy(into: place.directory)
        let before = try Data(contentsOf: url)
        let outcome = try place.recover(url, key: fixture.key)
        #expect(outcome.report.source == .current)
        #expect(outcome.report.isComplete)
        #expect(try outcome.lines() == RecoveryPlace.lines(url, key: fixture.key))
        #expect(try Data(contentsOf: url) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.directory.url.path).count == 2)
    }

    /// A file of three versions: 1, 2 and 3 objects.
    private func versions() throws -> URL {
        let url = place.directory.url.appendingPathComponent("versions.realm")
        var configuration = Realm.Configuration(fileURL: url)
        configuration.schemaMode = .explicit(
            Schema([
                ObjectSchema(
                    className: "Dog",
                    properties: [
                        Property(name: "name", type: .string), Property(name: "age", type: .int, isIndexed: true),
                    ])
            ]))
        let realm = try Realm(configuration: configuration)
        for age in 1...3 {
            try realm.write {
                _ = realm.dynamicCreate("Dog", value: ["name": "a name of more than fifteen bytes \(age)", "age": age])
            }
        }
        return url
    }

    /// The code of the error that `body` throws; nil if it does not throw.
    private func code(_ body: () throws -> Void) -> Realm.Error.Code? {
        do { try body() } catch { return (error as? Realm.Error)?.code }
        return nil
    }

    private func bytes(_ url: URL) throws -> [UInt8] { Array(try Data(contentsOf: url)) }

    @Test func `previous takes the version of the other slot`() throws {
        let outcome = try place.recover(versions(), .previous)
        #expect(outcome.report.source == .previous)
        #expect(try outcome.count("Dog") == 2)
        #expect(!outcome.report.isComplete)
        #expect(try outcome.verify().isSound)
    }

    @Test func `without its header the newest version is found by its top array`() throws {
        var content = try bytes(versions())
        content.replaceSubrange(0..<24, with: [UInt8](repeating: 0xA5, count: 24))
        let outcome = try place.recover(content)
        #expect(outcome.report.source == .scan)
        #expect(try outcome.count("Dog") == 3)
        #expect(!outcome.report.isComplete && outcome.report.doubt != nil)
    }

    @Test func `scan takes the newest sound version but the current one`() throws {
        let outcome = try place.recover(versions(), .scan)
        #expect(outcome.report.source == .scan)
        #expect(try outcome.count("Dog") == 2)
        #expect(!outcome.report.isComplete)
    }

    @Test func `auto prefers salvage that loses nothing to an older version`() throws {
        let url = try versions()
        let file = try RealmFile.open(url.path, key: nil, sharing: .none)
        let index = try #require(Group(file).table(ofClass: "Dog")?.column(named: "age")).indexRoot
        var content = try bytes(url)
        content[index.offset + 4] = 0xFF
        let outcome = try place.recover(content)
        #expect(outcome.report.source == .salvage)
        #expect(outcome.report.lostValues == 0 && outcome.report.classes.allSatisfy { $0.lost == 0 })
        #expect(!outcome.report.isComplete && outcome.report.doubt != nil)
        #expect(try outcome.count("Dog") == 3)
    }

    @Test func `a lost free list does no harm`() throws {
        let url = try versions()
        let file = try RealmFile.open(url.path, key: nil, sharing: .none)
        var content = try bytes(url)
        content[try #require(file.top).freePositions.offset + 4] = 0xFF
        let outcome = try place.recover(content)
        #expect(outcome.report.source == .current)
        #expect(outcome.report.lostValues == 0 && outcome.report.classes.allSatisfy { $0.lost == 0 })
        #expect(!outcome.report.isComplete && outcome.report.doubt != nil)
        #expect(try outcome.count("Dog") == 3)
    }

    @Test func `a strategy that finds nothing throws`() throws {
        let url = try Fixture.named("streaming").copy(into: place.directory)
        #expect(code { _ = try place.recover(url, .previous) } == .invalidDatabase)
        #expect(code { _ = try place.recover(url, .scan) } == .invalidDatabase)
    }

    @Test func `no Realm is recovered from random bytes`() throws {
        let noise = (0..<20_000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 7) }
        #expect(code { _ = try place.recover(noise) } == .invalidDatabase)
        #expect(code { _ = try place.recover([UInt8]()) } == .invalidDatabase)
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.directory.url.path).count == 2)
    }

    @Test func `an existing target is replaced only if that was asked for`() throws {
        let url = try Fixture.named("types_all").copy(into: place.directory)
        let target = try place.file([1, 2, 3])
        #expect(code { _ = try Realm.recover(from: url, to: target) } == .fileExists)
        var options = Realm.FileWriteOptions()
        options.replacesExisting = true
        _ = try Realm.recover(from: url, to: target, options: options)
        #expect(try RecoveryPlace.lines(target) == RecoveryPlace.lines(url))
        #expect(code { _ = try Realm.recover(from: url, to: url, options: options) } == .fileExists)
    }

    @Test func `keys that are missing, wrong or not needed are told`() throws {
        let url = try Fixture.named("types_all.enc").copy(into: place.directory)
        let plain = try Fixture.named("types_all").copy(into: place.directory)
        func reason(_ url: URL, _ key: Data?) throws -> Realm.Error.Code? {
            do { _ = try place.recover(url, key: key) } catch let error as Realm.Error { return error.reason }
            return nil
        }
        #expect(try reason(url, nil) == .encryptionKeyRequired)
        #expect(try reason(url, Data(repeating: 7, count: 64)) == .wrongEncryptionKey)
        #expect(try reason(plain, Fixture.key) == .notEncrypted)
    }
}
