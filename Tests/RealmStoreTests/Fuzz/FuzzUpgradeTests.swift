import Foundation
import Testing

@testable import RealmStore
@testable import TestSupport

/// Damaged files of older formats are upgraded, or refused, without a crash; refused files stay unchanged.
///
///     REALMSTORE_FUZZ_MUTANTS  four times as many (2000)     REALMSTORE_FUZZ_SEED   which ones
@Suite(.serialized) struct FuzzUpgradeTests {
    @Test func `no mutant of an old file ends the process that upgrades it`() throws {
        let mutants = FuzzRun.environment("REALMSTORE_FUZZ_MUTANTS", 2000) / 4
        let seed = FuzzRun.environment("REALMSTORE_FUZZ_SEED", 20_261_121)
        print("upgrading \(mutants) mutants, seed \(seed)")
        let directory = try TemporaryDirectory()
        let details: [(Set<AgedFile.Detail>, Int)] = [(Set(AgedFile.Detail.allCases), 22), ([.oldColumnKeys], 10)]
        let sources = try details.map { details, format in
            try FuzzSource(AgedFile(details, format: format).bytes, like: .named("ints"), in: directory)
        }
        let (url, copy) = (
            directory.url.appendingPathComponent("old.realm"), directory.url.appendingPathComponent("new")
        )
        for number in 0..<mutants {
            var random = SeededGenerator(seed: seed &+ number &* 0x2545_F491_4F6C_DD1D)
            let source = random.pick(sources)
            var mutator = FuzzMutator(source, random)
            let mutant = Data(mutator.mutant())
            try mutant.write(to: url)
            let configuration = Realm.Configuration(fileURL: url)
            try? Realm(configuration: configuration).writeCopy(toFile: copy)
            #expect(try Data(contentsOf: url) == mutant, "seed \(seed), mutant \(number)")
            if FileManager.default.fileExists(atPath: copy.path) {
                // Only upgrades are verified in full, and a mutant may say that it needs none.
                let isUpgrade = try Realm.fileInfo(at: url).fileFormat < 24
                #expect(try !isUpgrade || Realm.verify(at: copy).isSound, "seed \(seed), mutant \(number)")
                try FileManager.default.removeItem(at: copy)
            }
            guard (try? Realm.upgradeFileFormat(for: configuration)) == nil else { continue }
            #expect(try Data(contentsOf: url) == mutant, "seed \(seed), mutant \(number)")
        }
    }
}
