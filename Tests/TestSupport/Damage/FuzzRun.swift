import Foundation
import Testing

/// What runs over damaged files share: which files, how many of them, and how long each may take.
enum FuzzRun {
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

    typealias Sources = (small: [FuzzSource], large: [FuzzSource])

    static func environment(_ name: String, _ otherwise: UInt64) -> UInt64 {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } ?? otherwise
    }

    static func processorTime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// The file with the current mutant of a test, for a crash that ends the process. Tests run beside each other.
    static func mark(of test: String) -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("realmstore-fuzz-\(test)")
    }

    static func sources(in directory: TemporaryDirectory) throws -> Sources {
        let known = Set(Fixture.all.map(\.name))
        return (
            try fixtures.filter(known.contains).map { try FuzzSource(.named($0), in: directory) },
            try largeFixtures.map { try FuzzSource(.named($0), in: directory) }
        )
    }

    /// Hands mutants to `body`, as many as `REALMSTORE_FUZZ_MUTANTS` says, one after the other.
    static func forEachMutant(_ test: String, _ body: (_ url: URL, _ key: Data?, _ scratch: URL) -> Void) throws {
        let mutants = environment("REALMSTORE_FUZZ_MUTANTS", 2000)
        let seed = environment("REALMSTORE_FUZZ_SEED", 20_261_121)
        let first = environment("REALMSTORE_FUZZ_FIRST", 0)
        print("\(test) \(mutants) mutants from \(first) on, seed \(seed)")
        let directory = try TemporaryDirectory()
        let sources = try sources(in: directory)
        for number in first..<first + mutants {
            let current = Data("seed \(seed) mutant \(number)\n".utf8)
            try current.write(to: mark(of: test))
            try withMutant(number, seed, of: sources, in: directory, body)
        }
        try? FileManager.default.removeItem(at: mark(of: test))
    }

    static func withMutant(
        _ number: UInt64, _ seed: UInt64, of sources: Sources, in directory: TemporaryDirectory,
        _ body: (_ url: URL, _ key: Data?, _ scratch: URL) -> Void
    ) throws {
        var random = SeededGenerator(seed: seed &+ number &* 0x2545_F491_4F6C_DD1D)
        let source = random.chance(oneIn: 40) ? random.pick(sources.large) : random.pick(sources.small)
        var mutator = FuzzMutator(source, random)
        let url = try directory.file("mutant.realm", Data(mutator.mutant()))
        // Processor time, since the machine may be busy with something else.
        let begin = processorTime()
        body(url, source.fixture.key, directory.url)
        let time = processorTime() - begin
        #expect(time < limit, "seed \(seed), mutant \(number) of \(source.fixture.name) took \(time)")
    }

    /// Seeds and numbers of mutants that once ended the process: objects that do not lie in the order of their keys;
    /// keys out of order in a dictionary that holds collections.
    static let onceTrapped: [(UInt64, UInt64)] = [(20_261_121, 11_214), (20_261_121, 49_946)]
}
