import Foundation
import RealmStore
import Testing

@testable import TestSupport

/// Damaged files are read and verified without a crash and without an endless loop.
///
///     REALMSTORE_FUZZ_MUTANTS number of mutants (2000) REALMSTORE_FUZZ_SEED seed
///     REALMSTORE_FUZZ_FIRST    number of the first, to repeat one (0)
///
/// The number under way is in `realmstore-fuzz-reading` in the temporary directory, for a crash that ends the process.
@Suite(.serialized) struct FuzzTests {
    @Test func `no mutant of a real file ends the process or keeps it busy`() throws {
        // Thousands of damaged files would each log their damage.
        RLMLogger.shared.level = .off
        defer { RLMLogger.shared.level = .info }
        try FuzzRun.forEachMutant("reading", FuzzReader.run)
    }

    @Test(arguments: FuzzRun.onceTrapped)
    func `a mutant that once ended the process no longer does`(_ seed: UInt64, _ number: UInt64) throws {
        let directory = try TemporaryDirectory()
        let sources = try FuzzRun.sources(in: directory)
        try FuzzRun.withMutant(number, seed, of: sources, in: directory, FuzzReader.run)
    }
}
