import Foundation
import TestSupport
import Testing

@testable import RealmStore

/// Real files of older formats, which are no part of this repository. Without them these tests say so and do nothing.
///
/// `REALMSTORE_LEGACY`: a directory with files `NAME.realm`, anywhere below it, and beside each a
/// `NAME.realm.dump.json` of what it holds after an upgrade by Realm Core. `REALMSTORE_LEGACY_KEEP`: a directory where
/// the upgraded files stay.
@Suite("Upgrade: legacy files") struct LegacyFileTests {
    private static let environment = ProcessInfo.processInfo.environment

    /// Written by builds whose nodes hold 4 elements: their compact clusters mean other object keys than those that
    /// their indexes and links name.
    private static let unusable = ["test_upgrade_database_4_23", "test_upgrade_database_4_10_to_11"]

    private static let files: [URL] = {
        guard let directory = environment["REALMSTORE_LEGACY"] else {
            print("skipped: REALMSTORE_LEGACY names no directory with files of older formats")
            return []
        }
        let paths = FileManager.default.enumerator(atPath: directory)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(".realm.dump.json") }.sorted().map {
            URL(fileURLWithPath: directory).appendingPathComponent(String($0.dropLast(".dump.json".count)))
        }.filter { !unusable.contains($0.deletingPathExtension().lastPathComponent) }
    }()

    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func copy(_ file: URL) throws -> URL { try directory.file("old.realm", Data(contentsOf: file)) }

    /// Expects a sound file of the current format with the contents of the dump beside `original`.
    private func check(_ url: URL, _ original: URL, _ way: String) throws {
        let name = original.deletingPathExtension().lastPathComponent
        let report = try Realm.verify(at: url)
        #expect(report.isSound, "\(name): \(report.problems.prefix(5))")
        #expect(report.leakedBytes ?? 0 == 0)
        if let kept = Self.environment["REALMSTORE_LEGACY_KEEP"] {
            let target = URL(fileURLWithPath: kept).appendingPathComponent("\(name).\(way).realm")
            try? FileManager.default.removeItem(at: target)
            try FileManager.default.copyItem(at: url, to: target)
        }
        let format = try Realm.fileInfo(at: url).fileFormat
        #expect(format == 24 || format == 0)
        try giveTablesClasses(url)
        let text = try JSONSerialization.jsonObject(
            with: Data(contentsOf: original.appendingPathExtension("dump.json")))
        let comparison = DumpComparison(try Realm(configuration: Realm.Configuration(fileURL: url, readOnly: true)))
        comparison.compare(try #require(withClasses(text as? [String: Any])))
        #expect(comparison.differences.isEmpty, "\(name): \(comparison.differences.prefix(5))")
    }

    /// Most files were made without the object store: tables that belong to no class become ones that do.
    private func giveTablesClasses(_ url: URL) throws {
        let realm = try Realm(configuration: Realm.Configuration(fileURL: url))
        guard realm.session.group.tables.contains(where: { $0.className == nil && $0.name != "metadata" }) else {
            return
        }
        try realm.write {
            let tables = try #require(realm.session.write?.tables)
            for key in tables.tableKeys {
                guard let table = try tables.table(key), table.table.className == nil, table.name != "metadata" else {
                    continue
                }
                try tables.renameTable(table, to: Table.classPrefix + table.name)
            }
        }
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

    @Test(arguments: files) func `an upgrade gives what Realm Core makes of the file`(_ file: URL) throws {
        let url = try copy(file)
        _ = try Realm.upgradeFileFormat(for: Realm.Configuration(fileURL: url))
        try check(url, file, "upgrade")
    }

    @Test(arguments: files) func `a copy gives what Realm Core makes of the file`(_ file: URL) throws {
        let url = try copy(file)
        let target = directory.url.appendingPathComponent("copy.realm")
        try Realm(configuration: Realm.Configuration(fileURL: url, readOnly: true)).writeCopy(toFile: target)
        #expect(try Data(contentsOf: url) == Data(contentsOf: file))
        try check(target, file, "copy")
    }

    @Test(arguments: files) func `objects of an upgraded file can be changed`(_ file: URL) throws {
        let url = try copy(file)
        let realm = try Realm(configuration: Realm.Configuration(fileURL: url))
        try realm.write { realm.deleteAll() }
        let report = try Realm.verify(at: url)
        #expect(report.isSound, "\(report.problems.prefix(5))")
    }
}
