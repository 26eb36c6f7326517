import CSQLite3
import Foundation
import RealmTools
import TestSupport
import Testing

/// The databases that an export makes, read by SQLite itself.
@Suite("SQLite export") struct SQLiteExportTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func export(
        _ realm: Realm, _ values: RealmExporter.ValueStyle? = nil, classes: [String]? = nil
    ) throws -> (database: ReadDatabase, report: RealmExporter.Report) {
        let file = directory.url.appendingPathComponent("\(UUID().uuidString).sqlite")
        let exporter = try RealmExporter(realm, format: .sqlite, values: values, classes: classes)
        let report = try exporter.exportDatabase(toFile: file)
        return (try ReadDatabase(file.path), report)
    }

    private func realm(_ name: String) throws -> Realm {
        let fixture = Fixture.named(name)
        var configuration = Realm.Configuration(
            fileURL: try fixture.copy(into: directory), encryptionKey: fixture.key, readOnly: true)
        configuration.schemaMode = .discovered
        return try Realm(configuration: configuration)
    }

    @Test(arguments: [
        "types_all", "strings", "keys", "links", "embedded", "tombstones", "mixed_nested", "random_1", "names",
        "decimals",
        "nan_sets", "int_key_dictionary", "empty", "empty_classes", "contacts_1k.enc", "oversized", "ints",
        "many_classes",
    ])
    func `a database has every object, and every reference has its target`(_ name: String) throws {
        let realm = try realm(name)
        let (database, report) = try export(realm)
        #expect(try database.rows("PRAGMA integrity_check") == [["ok"]])
        #expect(try database.rows("PRAGMA foreign_key_check").isEmpty)
        #expect(report.objects == realm.schema.objectSchema.reduce(0) { $0 + realm.dynamicObjects($1.className).count })
        for counted in report.classes where name != "names" {
            #expect(try database.rows("SELECT count(*) FROM \"\(counted.name)\"") == [["\(counted.objects)"]])
        }
    }

    @Test func `each kind of value is told in SQLite's own`() throws {
        let realm = try Realm(configuration: .init(inMemoryIdentifier: "sqlite-values", objectTypes: [SQLValues.self]))
        try realm.write {
            let object = SQLValues()
            object.id = "a'b\"c\0d"
            (object.number, object.flag, object.fraction) = (.min, true, 0.1)
            object.bytes = Data([0, 255])
            object.time = Date(timeIntervalSince1970: 0.5)
            object.decimal = try! Decimal128(string: "1.10")
            object.uuid = UUID(uuidString: "00112233-4455-6677-8899-aabbccddeeff")
            object.any = .float(1.5)
            object.next = object
            object.tags.append(objectsIn: ["x", "", "x"])
            object.counts["one"] = 1
            realm.add(object)
        }
        let (database, _) = try export(realm)
        #expect(
            try database.rows(
                "SELECT number, flag, fraction, hex(bytes), time, decimal, uuid, \"any\", hex(next) FROM SQLValues")
                == [
                    [
                        "-9223372036854775808", "1", "0.1", "00FF", "1970-01-01T00:00:00.500000000Z", "1.10",
                        "00112233-4455-6677-8899-aabbccddeeff", "1.5", "61276222630064",
                    ]
                ])
        #expect(
            try database.rows("SELECT position, value FROM SQLValues__tags") == [["0", "x"], ["1", ""], ["2", "x"]])
        #expect(try database.rows("SELECT \"key\", value FROM SQLValues__counts") == [["one", "1"]])
        #expect(
            try database.rows("SELECT count(*) FROM SQLValues__tags t JOIN SQLValues v ON t.owner = v.id") == [["3"]])
    }

    @Test func `a missing value is null, and NaN is a text`() throws {
        let realm = try Realm(configuration: .init(inMemoryIdentifier: "sqlite-none", objectTypes: [SQLValues.self]))
        try realm.write {
            let object = SQLValues()
            object.fraction = .nan
            realm.add(object)
        }
        let (database, _) = try export(realm)
        #expect(
            try database.rows("SELECT typeof(bytes), fraction, typeof(\"any\"), typeof(next) FROM SQLValues") == [
                ["null", "NaN", "null", "null"]
            ])
    }

    @Test func `typed mixed values are JSON`() throws {
        let realm = try Realm(configuration: .init(inMemoryIdentifier: "sqlite-typed", objectTypes: [SQLValues.self]))
        try realm.write { realm.create(SQLValues.self, value: ["id": "x", "any": 1.5]) }
        #expect(try export(realm, .typed).database.rows("SELECT \"any\" FROM SQLValues") == [["{\"$double\":1.5}"]])
    }

    @Test func `the schema version, indexes and names of classes that were picked are there`() throws {
        let realm = try realm("contacts_1k.enc")
        let name = try #require(realm.schema.objectSchema.first { !$0.isEmbedded }?.className)
        let (database, report) = try export(realm, classes: [name])
        #expect(report.classes.map(\.name) == [name])
        let version = try #require(realm.schemaVersion)
        #expect(
            try database.rows("SELECT key, value FROM _realm_meta") == [
                ["schemaVersion", "\(version)"], ["values", "plain"],
            ])
    }

    @Test func `names that differ in case only stay apart`() throws {
        var configuration = Realm.Configuration(inMemoryIdentifier: "sqlite-names")
        let schema = Schema([
            ObjectSchema(
                className: "Dog", properties: [Property(name: "a", type: .int), Property(name: "A", type: .int)]),
            ObjectSchema(className: "dog", properties: [Property(name: "_key", type: .string)]),
            ObjectSchema(className: "sqlite_x", properties: [Property(name: "select", type: .int)]),
        ])
        configuration.schemaMode = .explicit(schema)
        let realm = try Realm(configuration: configuration)
        let (database, _) = try export(realm)
        let tables = try database.rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").map {
            $0[0]
        }
        #expect(tables == ["Dog", "_realm_meta", "_sqlite_x", "dog_2"])
        #expect(try database.rows("SELECT name FROM pragma_table_info('dog_2')") == [["_key"], ["_key_2"]])
    }

    @Test func `a place where no file can be is an error of the file`() throws {
        let exporter = try RealmExporter(try realm("types_all"), format: .sqlite)
        #expect(throws: RLMError(.fileAccess)) {
            try exporter.exportDatabase(toFile: directory.url.appendingPathComponent("missing/x.sqlite"))
        }
    }
}

class SQLValues: Object {
    @Persisted(primaryKey: true) var id: String
    @Persisted var number: Int
    @Persisted var flag: Bool
    @Persisted var fraction: Double
    @Persisted var bytes: Data?
    @Persisted var time: Date?
    @Persisted var decimal: Decimal128?
    @Persisted var uuid: UUID?
    @Persisted var any: AnyRealmValue
    @Persisted var next: SQLValues?
    @Persisted var tags: List<String>
    @Persisted var counts: Map<String, Int>

    override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

/// A database opened for inspection.
private final class ReadDatabase {
    private var handle: OpaquePointer?

    init(_ path: String) throws {
        try #require(sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY, nil) == SQLITE_OK)
    }

    deinit { sqlite3_close_v2(handle) }

    /// The rows as texts; null is "null".
    func rows(_ sql: String) throws -> [[String]] {
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
        try #require(code == SQLITE_OK, "\(String(cString: sqlite3_errmsg(handle)))")
        defer { sqlite3_finalize(statement) }
        var rows: [[String]] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            rows.append(
                (0..<sqlite3_column_count(statement)).map { column in
                    sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "null"
                })
        }
        return rows
    }
}
