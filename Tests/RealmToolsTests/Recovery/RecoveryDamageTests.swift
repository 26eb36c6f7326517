import Foundation
import Testing

@testable import RealmStore
@testable import RealmTools
@testable import TestSupport

/// Damaged files are recovered without a crash, and the result is sound.
///
///     REALMSTORE_RECOVERY_MUTANTS number of mutants (150) REALMSTORE_RECOVERY_SEED seed
///     REALMSTORE_RECOVERY_FIRST    number of the first, to repeat one (0)
@Suite(.serialized) struct RecoveryDamageTests {
    private static let fixtures = [
        "asymmetric", "decimals", "embedded", "int_key_dictionary", "many_columns", "migrate_v1", "mixed_nested",
        "names", "nan_sets", "no_history", "schema_evolved", "streaming", "tombstones", "types_all", "types_all.enc",
    ]

    @Test func `the recovered file is sound, and the mutant stays unchanged`() throws {
        let mutants = FuzzRun.environment("REALMSTORE_RECOVERY_MUTANTS", 150)
        let seed = FuzzRun.environment("REALMSTORE_RECOVERY_SEED", 20_261_121)
        let first = FuzzRun.environment("REALMSTORE_RECOVERY_FIRST", 0)
        print("recovering \(mutants) mutants from \(first) on, seed \(seed)")
        RLMLogger.shared.level = .off
        defer { RLMLogger.shared.level = .info }
        let directory = try TemporaryDirectory()
        let sources = try RecoveryDamageTests.fixtures.map { try FuzzSource(.named($0), in: directory) }
        let url = directory.url.appendingPathComponent("mutant.realm")
        let target = directory.url.appendingPathComponent("recovered.realm")
        var options = Realm.FileWriteOptions()
        options.replacesExisting = true
        for number in first..<first + mutants {
            var random = SeededGenerator(seed: seed &+ number &* 0x2545_F491_4F6C_DD1D)
            let source = random.pick(sources)
            let strategy = random.pick(Realm.RecoveryStrategy.allCases)
            var mutator = FuzzMutator(source, random)
            let bytes = Data(mutator.mutant())
            try bytes.write(to: url)
            let name = "seed \(seed), mutant \(number) of \(source.fixture.name), \(strategy)"
            let begin = FuzzRun.processorTime()
            do {
                _ = try Realm.recover(
                    from: url, to: target, encryptionKey: source.fixture.key, strategy: strategy, options: options
                ) { line in
                    #expect((try? JSONSerialization.jsonObject(with: line)) != nil, "\(name)")
                }
                let report = try Realm.verify(at: target, encryptionKey: source.fixture.key, lockMode: .privateFile)
                #expect(report.isSound, "\(name): \(report.problems)")
            } catch let error as Realm.Error {
                #expect(error.code == .invalidDatabase, "\(name): \(error)")
            }
            #expect(FuzzRun.processorTime() - begin < FuzzRun.limit, "\(name)")
            #expect(try Data(contentsOf: url) == bytes, "\(name)")
        }
    }
}
