import Foundation
import Testing

@testable import RealmStore
@testable import TestSupport

/// Real files of older formats (`LegacyFiles`) are upgraded and copied.
@Suite("Upgrade: legacy files") struct LegacyFileTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func copy(_ file: URL) throws -> URL { try directory.file("old.realm", Data(contentsOf: file)) }

    /// Expects a sound file of the current format with the contents of the dump beside `original`.
    private func check(_ url: URL, _ original: URL, _ way: String) throws {
        let name = original.deletingPathExtension().lastPathComponent
        let report = try Realm.verify(at: url)
        #expect(report.isSound, "\(name): \(report.problems.prefix(5))")
        #expect(report.leakedBytes ?? 0 == 0)
        try LegacyFiles.keep(url, name, way)
        let format = try Realm.fileInfo(at: url).fileFormat
        #expect(format == 24 || format == 0)
        try LegacyFiles.giveTablesClasses(url)
        let text = try JSONSerialization.jsonObject(
            with: Data(contentsOf: original.appendingPathExtension("dump.json")))
        let comparison = DumpComparison(try Realm(configuration: Realm.Configuration(fileURL: url, readOnly: true)))
        comparison.compare(try #require(withClasses(text as? [String: Any])))
        #expect(comparison.differences.isEmpty, "\(name): \(comparison.differences.prefix(5))")
    }

    /// The dump of the same file.
    private func withClasses(_ dump: [String: Any]?) -> [String: Any]? {
        guard var dump, let classes = dump["classes"] as? [[String: Any]],
            let others = dump["other_tables"] as? [[String: Any]]
        else { return nil }
        func name(_ entry: [String: Any]) -> String { entry["name"] as? String ?? "" }
        dump["classes"] = (classes + others.filter { name($0) != "metadata" }).sorted {
            name($0).utf8.lexicographicallyPrecedes(name($1).utf8)
        }
        return dump
    }

    @Test(arguments: LegacyFiles.all) func `an upgrade gives what Realm Core makes of the file`(_ file: URL) throws {
        let url = try copy(file)
        _ = try Realm.upgradeFileFormat(for: Realm.Configuration(fileURL: url))
        try check(url, file, "upgrade")
    }

    @Test(arguments: LegacyFiles.all) func `a copy gives what Realm Core makes of the file`(_ file: URL) throws {
        let url = try copy(file)
        let target = directory.url.appendingPathComponent("copy.realm")
        try Realm(configuration: Realm.Configuration(fileURL: url, readOnly: true)).writeCopy(toFile: target)
        #expect(try Data(contentsOf: url) == Data(contentsOf: file))
        try check(target, file, "copy")
    }

    @Test(arguments: LegacyFiles.all) func `objects of an upgraded file can be changed`(_ file: URL) throws {
        let url = try copy(file)
        let realm = try Realm(configuration: Realm.Configuration(fileURL: url))
        try realm.write { realm.deleteAll() }
        let report = try Realm.verify(at: url)
        #expect(report.isSound, "\(report.problems.prefix(5))")
    }
}
