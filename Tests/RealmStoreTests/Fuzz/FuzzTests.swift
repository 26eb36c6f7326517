import Foundation
import RealmStore
import TestSupport
import Testing

/// Damaged files are read, verified and exported without a crash and without an endless loop.
///
///     REALMSTORE_FUZZ_MUTANTS number of mutants (2000) REALMSTORE_FUZZ_SEED seed
///     REALMSTORE_FUZZ_FIRST    number of the first, to repeat one (0)
///
/// The number under way is in `realmstore-fuzz-current` in the temporary directory, for a crash that ends the process.
@Suite(.serialized) struct FuzzTests {
    private static let fixtures = [
        "asymmetric", "decimals", "embedded", "empty_classes", "int_key_dictionary", "ints", "many_columns",
        "migrate_v1", "mixed_nested", "names", "nan_sets", "no_history", "schema_evolved", "streaming",
        "streaming_bare", "tombstones", "types_all", "types_all.enc", "versioned_1",
    ]
    private static let largeFixtures = ["links", "keys", "random_1", "strings", "contacts_1k.enc"]
    /// A mutant that takes longer has put a reader into an endless loop. Unoptimised code is over ten times slower.
    #if DEBUG
        static let limit = Duration.seconds(120)
    #else
        static let limit = Duration.seconds(5)
    #endif

    static func environment(_ name: String, _ otherwise: UInt64) -> UInt64 {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } ?? otherwise
    }

    static func processorTime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// The current mutant, for a crash that ends the process.
    static let mark = FileManager.default.temporaryDirectory.appendingPathComponent("realmstore-fuzz-current")

    static func sources(in directory: TemporaryDirectory) throws -> (small: [FuzzSource], large: [FuzzSource]) {
        let known = Set(Fixture.all.map(\.name))
        return (
            try fixtures.filter(known.contains).map { try FuzzSource(.named($0), in: directory) },
            try largeFixtures.map { try FuzzSource(.named($0), in: directory) }
        )
    }

    @Test func `no mutant of a real file ends the process or keeps it busy`() throws {
        let mutants = FuzzTests.environment("REALMSTORE_FUZZ_MUTANTS", 2000)
        let seed = FuzzTests.environment("REALMSTORE_FUZZ_SEED", 20_261_121)
        let first = FuzzTests.environment("REALMSTORE_FUZZ_FIRST", 0)
        // Thousands of damaged files would each log their damage.
        RLMLogger.shared.level = .off
        defer { RLMLogger.shared.level = .info }
        print("fuzzing \(mutants) mutants from \(first) on, seed \(seed)")
        let directory = try TemporaryDirectory()
        let sources = try FuzzTests.sources(in: directory)
        let url = directory.url.appendingPathComponent("mutant.realm")
        for number in first..<first + mutants { try FuzzTests.read(number, seed, sources, url, directory) }
        try? FileManager.default.removeItem(at: FuzzTests.mark)
    }

    /// Objects that do not lie in the order of their keys; keys out of order in a dictionary that holds collections.
    @Test(arguments: [(20_261_121, 11_214), (20_261_121, 49_946)] as [(UInt64, UInt64)])
    func `a mutant that once ended the process no longer does`(_ seed: UInt64, _ number: UInt64) throws {
        let directory = try TemporaryDirectory()
        let sources = try FuzzTests.sources(in: directory)
        try FuzzTests.read(number, seed, sources, directory.url.appendingPathComponent("mutant.realm"), directory)
    }

    private static func read(
        _ number: UInt64, _ seed: UInt64, _ sources: (small: [FuzzSource], large: [FuzzSource]), _ url: URL,
        _ directory: TemporaryDirectory
    ) throws {
        var random = SeededGenerator(seed: seed &+ number &* 0x2545_F491_4F6C_DD1D)
        let source = random.chance(oneIn: 40) ? random.pick(sources.large) : random.pick(sources.small)
        var mutator = FuzzMutator(source, random)
        try Data(mutator.mutant()).write(to: url)
        try Data("seed \(seed) mutant \(number) of \(source.fixture.name)\n".utf8).write(to: FuzzTests.mark)
        // Processor time, since the machine may be busy with something else.
        let begin = FuzzTests.processorTime()
        FuzzReader.run(url, key: source.fixture.key, scratch: directory.url)
        let time = FuzzTests.processorTime() - begin
        #expect(time < FuzzTests.limit, "seed \(seed), mutant \(number) of \(source.fixture.name) took \(time)")
    }
}
