import Foundation
import RealmTools
import Testing

@testable import TestSupport

/// Damaged files are exported without a crash and without an endless loop. The variables are those of the tests that
/// read such files.
@Suite(.serialized) struct FuzzExportTests {
    @Test func `no mutant of a real file ends the process that exports it or keeps it busy`() throws {
        RLMLogger.shared.level = .off
        defer { RLMLogger.shared.level = .info }
        try FuzzRun.forEachMutant("exporting", FuzzExportTests.export)
    }

    @Test(arguments: FuzzRun.onceTrapped)
    func `what ended a process that read is exported without a crash`(_ seed: UInt64, _ number: UInt64) throws {
        let directory = try TemporaryDirectory()
        let sources = try FuzzRun.sources(in: directory)
        try FuzzRun.withMutant(number, seed, of: sources, in: directory, FuzzExportTests.export)
    }

    /// Exports in every form, within the budget.
    private static func export(_ url: URL, _ key: Data?, _ scratch: URL) {
        struct Enough: Error {}
        var configuration = Realm.Configuration(fileURL: url, encryptionKey: key)
        configuration.lockMode = .privateFile
        configuration.schemaMode = .discovered
        guard let realm = try? Realm(configuration: configuration) else { return }
        var byteCount = 0
        func receive(_ bytes: Data) throws {
            byteCount += bytes.count
            if byteCount > 4_000_000 { throw Enough() }
        }
        _ = try? RealmExporter(realm).export { try receive($0) }
        byteCount = 0
        _ = try? RealmExporter(realm, format: .csv).exportFiles { _, bytes in try receive(bytes) }
        _ = realm.damage
    }
}
