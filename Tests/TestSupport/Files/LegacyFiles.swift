import Foundation
import Testing

@testable import RealmStore

/// Real files of older formats, which are not part of this repository. Without them the tests that need them say so and
/// do nothing.
///
/// `REALMSTORE_LEGACY`: a directory with files `NAME.realm`, anywhere below it, and beside each a
/// `NAME.realm.dump.json` with its content after an upgrade by Realm Core. `REALMSTORE_LEGACY_KEEP`: a directory where
/// the files that tests make of them stay.
enum LegacyFiles {
    private static let environment = ProcessInfo.processInfo.environment

    /// Written by builds whose nodes hold 4 elements: their compact clusters mean other object keys than those that
    /// their indexes and links name.
    private static let unusable = ["test_upgrade_database_4_23", "test_upgrade_database_4_10_to_11"]

    static let all: [URL] = {
        guard let directory = environment["REALMSTORE_LEGACY"] else {
            print("skipped: REALMSTORE_LEGACY names no directory with files of older formats")
            return []
        }
        let paths = FileManager.default.enumerator(atPath: directory)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(".realm.dump.json") }.sorted().map {
            URL(fileURLWithPath: directory).appendingPathComponent(String($0.dropLast(".dump.json".count)))
        }.filter { !unusable.contains($0.deletingPathExtension().lastPathComponent) }
    }()

    /// Keeps a copy of the result for a file, if requested.
    static func keep(_ url: URL, _ name: String, _ way: String) throws {
        guard let directory = environment["REALMSTORE_LEGACY_KEEP"] else { return }
        let target = URL(fileURLWithPath: directory).appendingPathComponent("\(name).\(way).realm")
        try? FileManager.default.removeItem(at: target)
        try FileManager.default.copyItem(at: url, to: target)
    }

    /// Most files were made without the object store: tables that belong to no class become ones that do.
    static func giveTablesClasses(_ url: URL) throws {
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
}
