import Foundation
import RealmStore
import Testing

@testable import TestSupport

extension FuzzTests {
    /// Mutants of the usual seed that once ended the process.
    private static let onceTrapped: [UInt64] = [4114, 25295, 29942, 39667]

    /// The file format in the header's slot that counts.
    private static func format(of file: Data) -> UInt8 { file.count < 24 ? 0 : file[20 + Int(file[23] & 1)] }

    /// Damaged files are written to without a crash and without an endless loop, or not at all.
    ///
    ///     REALMSTORE_FUZZ_WRITES   how many mutants (500)   REALMSTORE_FUZZ_SEED   which ones
    ///     REALMSTORE_FUZZ_FIRST    number of the first, to repeat one (0)
    @Test func `a mutant in which damage is found is not written to, another is written without a crash`() throws {
        let mutants = FuzzRun.environment("REALMSTORE_FUZZ_WRITES", 500)
        let seed = FuzzRun.environment("REALMSTORE_FUZZ_SEED", 20_261_121)
        let first = FuzzRun.environment("REALMSTORE_FUZZ_FIRST", 0)
        RLMLogger.shared.level = .off
        defer { RLMLogger.shared.level = .info }
        print("writing to \(mutants) mutants from \(first) on, seed \(seed)")
        let directory = try TemporaryDirectory()
        let sources = try FuzzRun.sources(in: directory)
        var committed = 0
        for number in (first == 0 ? FuzzTests.onceTrapped : []) + Array(first..<first + mutants) {
            var random = SeededGenerator(seed: seed &- number &* 0x9E37_79B9_7F4A_7C15)
            let source = random.chance(oneIn: 40) ? random.pick(sources.large) : random.pick(sources.small)
            var mutator = FuzzMutator(source, random)
            let mutant = Data(mutator.mutant())
            let url = try directory.file("mutant.realm", mutant)
            let name = "seed \(seed), mutant \(number) of \(source.fixture.name)"
            let what = Comment(rawValue: name)
            try Data("\(name)\n".utf8).write(to: FuzzRun.mark(of: "writing"))
            let begin = FuzzRun.processorTime()
            let outcome =
                random.chance(oneIn: 3)
                ? FuzzWriter.runPublic(url, key: source.fixture.key, random)
                : FuzzWriter.run(url.path, key: source.fixture.key, random)
            switch outcome {
            case .refused:
                // The upgrade of an older format is a commit of its own, before the one that is refused.
                let content = try Data(contentsOf: url)
                let isUpgraded = FuzzTests.format(of: mutant) < 24 && FuzzTests.format(of: content) == 24
                #expect(content == mutant || isUpgraded, what)
            case .committed:
                committed += 1
                FuzzReader.run(url, source.fixture.key, directory.url)
            }
            #expect(FuzzRun.processorTime() - begin < FuzzRun.limit, what)
        }
        #expect(committed > 0 || mutants < 20)
        print("\(committed) of them took a commit")
        try? FileManager.default.removeItem(at: FuzzRun.mark(of: "writing"))
    }
}
