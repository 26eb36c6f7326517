import Foundation
import Testing

@testable import RealmStore
@testable import RealmTools
@testable import TestSupport

/// Code that reads or rewrites a file with inconsistent nodes reports it, or gives the original content.
///
///     REALMSTORE_LAUNDER_MUTANTS  how many (120)     REALMSTORE_LAUNDER_SEED  which ones
///     REALMSTORE_LAUNDER_FIRST    number of the first, to repeat one (0)
@Suite(.serialized) struct LaunderingTests {
    /// A fixture, and its content.
    private struct Sound {
        let source: FuzzSource
        let lines: [String]
        let counts: [String: Int]
    }

    private static let largeNames: Set = [
        "big_blobs", "big_tree", "churned", "contacts_10k", "indexes_deep", "links", "keys", "many_classes",
    ]

    /// All plain fixtures of the current format; every encrypted one has a plain twin. Values kept in parts are not
    /// copied by salvage.
    private static func fixtures(large: Bool) -> [Fixture] {
        Fixture.all.filter {
            !$0.isEncrypted && !["just_created", "oversized", "big_blobs"].contains($0.name)
                && largeNames.contains($0.name) == large
        }
    }

    private let directory: TemporaryDirectory
    private var url: URL { directory.url.appendingPathComponent("mutant.realm") }
    private var target: URL { directory.url.appendingPathComponent("written.realm") }

    init() throws { directory = try TemporaryDirectory() }

    @Test func `no mutant silently becomes a file of other values`() throws {
        let mutants = FuzzRun.environment("REALMSTORE_LAUNDER_MUTANTS", 120)
        let seed = FuzzRun.environment("REALMSTORE_LAUNDER_SEED", 20_261_123)
        let first = FuzzRun.environment("REALMSTORE_LAUNDER_FIRST", 0)
        print("laundering \(mutants) mutants from \(first) on, seed \(seed)")
        RLMLogger.shared.level = .off
        defer { RLMLogger.shared.level = .info }
        let small = try LaunderingTests.fixtures(large: false).map(sound)
        // Those of megabytes take too long without optimisation.
        let large = mutants > 1000 ? try LaunderingTests.fixtures(large: true).map(sound) : []
        var (rejected, written) = (0, 0)
        for number in first..<first + mutants {
            guard let (mutant, original) = try make(number, seed: seed, small, large) else { continue }
            let begin = FuzzRun.processorTime()
            let isRejected = try run(mutant, original, &written)
            rejected += isRejected ? 1 : 0
            let time = FuzzRun.processorTime() - begin
            // Nine commands, each with this time limit.
            #expect(time < FuzzRun.limit * 9, "\(mutant.name) took \(time)")
        }
        print("\(rejected) were damaged; of these \(written) gave files and texts with the right values")
        #expect(mutants < 100 || rejected > Int(mutants) / 2)
        try? FileManager.default.removeItem(at: FuzzRun.mark(of: "laundering"))
    }

    /// Texts without ends, numbers of no enumerated text, payloads taken for null, clusters of other tables, names; a
    /// tree that says it is empty, tombstones among the objects.
    @Test(
        arguments: [
            (20_261_123, 1_492), (20_261_123, 1_994), (20_261_123, 3_936), (20_261_123, 13_546), (77, 2_233),
            (77, 10_823),
        ] as [(UInt64, UInt64)])
    func `a mutant that was missed once is not`(_ seed: UInt64, _ number: UInt64) throws {
        RLMLogger.shared.level = .off
        defer { RLMLogger.shared.level = .info }
        let small = try LaunderingTests.fixtures(large: false).map(sound)
        let (mutant, original) = try #require(try make(number, seed: seed, small, []))
        var written = 0
        #expect(try run(mutant, original, &written), "\(mutant.name)")
    }

    /// Writes a mutant of one of the fixtures; nil if there is none of that kind.
    private func make(
        _ number: UInt64, seed: UInt64, _ small: [Sound], _ large: [Sound]
    ) throws -> (mutant: Mutant, original: Sound)? {
        var random = SeededGenerator(seed: seed &+ number &* 0x2545_F491_4F6C_DD1D)
        let isLarge = random.chance(oneIn: 20)
        let original = isLarge && !large.isEmpty ? random.pick(large) : random.pick(small)
        let kind = random.pick(StructureMutator.Kind.allCases)
        var mutator = StructureMutator(original.source, random)
        guard let bytes = mutator.mutant(kind) else { return nil }
        try Data(bytes).write(to: url)
        let mutant = Mutant(
            name: "seed \(seed), mutant \(number) of \(original.source.fixture.name), \(kind)", kind: kind)
        try Data(mutant.name.utf8).write(to: FuzzRun.mark(of: "laundering"))
        return (mutant, original)
    }

    private struct Mutant {
        let name: String
        let kind: StructureMutator.Kind
    }

    private func sound(_ fixture: Fixture) throws -> Sound {
        let source = try FuzzSource(fixture, in: directory)
        let file = try directory.file("sound.realm", Data(source.bytes))
        defer { try? FileManager.default.removeItem(at: file) }
        let counts = try Realm.fileInfo(at: file, lockMode: .privateFile).classes.map { ($0.name, $0.objects) }
        return Sound(
            source: source, lines: try RecoveryPlace.lines(file),
            counts: Dictionary(counts, uniquingKeysWith: { first, _ in first }))
    }

    /// True if `verify` rejects the file, so that no command may treat it as sound.
    private func run(_ mutant: Mutant, _ original: Sound, _ written: inout Int) throws -> Bool {
        let report = try? Realm.verify(at: url, lockMode: .privateFile)
        let codes = Set(report?.problems.filter { $0.severity == .error }.map(\.code) ?? [.header])
        if let lines = value({ try RecoveryPlace.lines(url) }), isBound(codes) {
            #expect(lines == original.lines, "\(mutant.name): export")
            written += 1
        }
        // Otherwise objects are counted by their keys, without looking at their properties.
        let infos = value { try Realm.fileInfo(at: url, deep: true, lockMode: .privateFile).classes }
        if let infos, isBound(codes), mutant.kind != .swap, mutant.kind != .ref {
            #expect(infos.allSatisfy { original.counts[$0.name] == $0.objects }, "\(mutant.name): info")
        }
        if let counts = value(counted), isBound(codes) {
            #expect(counts == original.counts, "\(mutant.name): query")
        }
        for (name, write) in writers {
            try? FileManager.default.removeItem(at: target)
            guard value({ try write() }) != nil else { continue }
            guard isBound(codes) else { continue }
            do {
                #expect(try RecoveryPlace.lines(target) == original.lines, "\(mutant.name): \(name)")
            } catch {
                Issue.record("\(mutant.name): \(name) wrote what cannot be read: \(error)")
            }
            written += 1
        }
        try? FileManager.default.removeItem(at: target)
        if let recovery = value({ try Realm.recover(from: url, to: target) }), recovery.isComplete {
            #expect(codes.isEmpty, "\(mutant.name): recover")
        }
        _ = value { try differences(from: original) }
        return !codes.isEmpty
    }

    /// True if all commands must notice the damage: where each node is used once and every count fits, single values
    /// may be others, which only `verify` may see.
    private func isBound(_ codes: Set<VerificationReport.Code>) -> Bool {
        let ofValues: Set<VerificationReport.Code> = [
            .badValue, .utf8, .nullNumber, .nullInRequired, .setOrder, .dictionaryOrder, .indexMissing, .indexExtra,
            .indexOrder, .duplicateKey, .owner, .collisionMap, .badIndex, .history,
        ]
        return !codes.subtracting(ofValues).isEmpty
    }

    private var writers: [(String, () throws -> Void)] {
        var configuration = Realm.Configuration(fileURL: url)
        configuration.lockMode = .privateFile
        configuration.schemaMode = .discovered
        return [
            ("copy", { try Realm(configuration: configuration).writeCopy(toFile: target) }),
            (
                "compact",
                {
                    try FileManager.default.copyItem(at: url, to: target)
                    var other = Realm.Configuration(fileURL: target)
                    other.lockMode = .privateFile
                    _ = try Realm.compact(for: other)
                }
            ),
            ("backup", { try backUp(configuration, .quick) }),
            ("backup verified in full", { try backUp(configuration, .full) }),
        ]
    }

    private func backUp(_ configuration: Realm.Configuration, _ level: Realm.VerifyLevel) throws {
        let archive = directory.url.appendingPathComponent("a.realm.tar.zst")
        try? FileManager.default.removeItem(at: archive)
        var options = RealmBackup.Options()
        options.verification = level
        options.level = 1
        options.threads = 1
        _ = try RealmBackup.create(from: configuration, to: archive, options: options)
        var restored = Realm.Configuration(fileURL: target)
        restored.lockMode = .privateFile
        _ = try RealmBackup.restore(archive, to: restored)
    }

    /// The objects that a query finds in each class.
    private func counted() throws -> [String: Int] {
        var configuration = Realm.Configuration(fileURL: url)
        configuration.lockMode = .privateFile
        configuration.schemaMode = .discovered
        let realm = try Realm(configuration: configuration)
        try realm.checkStructure()
        let names = realm.schema.objectSchema.map(\.className)
        return Dictionary(uniqueKeysWithValues: names.map { ($0, realm.dynamicObjects($0).count) })
    }

    private func differences(from original: Sound) throws {
        try Data(original.source.bytes).write(to: target)
        func open(_ url: URL) throws -> Realm {
            var configuration = Realm.Configuration(fileURL: url)
            configuration.lockMode = .privateFile
            configuration.schemaMode = .discovered
            return try Realm(configuration: configuration)
        }
        _ = try RealmDiff(from: open(target), to: open(url)).run()
    }

    /// The result of `body`; nil if it throws.
    private func value<T>(_ body: () throws -> T) -> T? { try? body() }
}
