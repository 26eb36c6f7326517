import Foundation
import TestSupport
import Testing

@testable import RealmStore
@testable import RealmTools

/// Imports from SQLite databases: our own, and those of others.
@Suite("Import from SQLite") struct SQLiteImportTests {
    private let place: DiffPlace

    init() throws { place = try DiffPlace() }

    /// Small files with every kind of value and name; those with random values have zeros with a sign, which SQLite
    /// loses.
    private static let names = [
        "decimals", "embedded", "empty", "empty_classes", "ints", "links", "many_classes", "migrate_v1", "mixed_nested",
        "names", "nan_sets", "schema_evolved", "tombstones", "versioned_max",
    ]

    private var url: URL { place.directory.url.appendingPathComponent("data.sqlite") }

    private func database(_ sql: String) throws {
        try SQLiteDatabase(creating: url.path).run(sql)
    }

    /// A new Realm with the content of the database.
    private func imported(_ name: String = "new") throws -> (realm: Realm, report: RealmImporter.Report) {
        let found = try RealmImporter.databaseSchema(of: url)
        let realm = try place.realm(name, found.document.schema, version: found.document.version ?? 0)
        return (realm, try RealmImporter(realm).importFiles([.init(url, format: .sqlite, name: "data")]))
    }

    private func message(_ sql: String) throws -> String {
        try database(sql)
        let error = #expect(throws: Realm.Error.self) { try imported() }
        #expect(error?.code == .badImport)
        return error?.localizedDescription ?? ""
    }

    // MARK: Our own databases

    @Test(arguments: names)
    func `a database that was exported with types comes back as it was`(_ name: String) throws {
        let realm = try place.fixture(name)
        _ = try RealmExporter(realm, format: .sqlite, values: .typed).exportDatabase(toFile: url)
        let (again, report) = try imported()
        var diff = RealmDiff(from: realm, to: again)
        diff.rowLimit = 3
        let (lines, found) = try diff.rows()
        #expect(found.classes.reduce(0) { $0 + $1.total } == 0, "\(lines)")
        #expect(found.schema.filter { !$0.hasPrefix("The schema version") }.isEmpty, "\(found.schema)")
        #expect(report.notes.isEmpty)
        let check = try Realm.verify(at: #require(again.configuration.fileURL))
        #expect(check.isSound, "\(check.problems.prefix(3))")
    }

    @Test func `the sign of zero is all that numbers lose`() throws {
        let realm = try place.fixture("types_all")
        _ = try RealmExporter(realm, format: .sqlite, values: .typed).exportDatabase(toFile: url)
        let again = try DiffPlace.export(imported().realm)
        func signless(_ lines: [Substring]) -> [String] { lines.map { String($0).replacing("-0.0", with: "0.0") } }
        #expect(try signless(again) == signless(DiffPlace.export(realm)))
    }

    @Test func `objects keep their links where primary keys may be null, and names that SQLite takes for the same`()
        throws
    {
        let schema = """
            version: 5
            classes:
              A: {primaryKey: id, properties: {id: string?, other: A, list: 'A[]', tags: 'int[]'}}
              a: {properties: {x: int, X: int, A__list: int, link: A}}
              sqlite_b: {properties: {x: mixed}}
            """
        let realm = try place.realm("old", schema)
        try place.add(
            """
            {"_class":"A","id":"x","other":{"$link":["A","y"]},"list":[{"$link":["A","x"]},{"$link":["A","y"]}]}
            {"_class":"A","id":null,"tags":[7]}
            {"_class":"A","id":"y"}
            {"_class":"a","x":1,"X":2,"link":{"$link":["A","y"]}}
            {"_class":"sqlite_b","x":{"$float":1.5}}
            """, to: realm)
        _ = try RealmExporter(realm, format: .sqlite, values: .typed).exportDatabase(toFile: url)
        let (again, _) = try imported()
        let (lines, report) = try RealmDiff(from: realm, to: again).rows()
        #expect(report.isEqual, "\(lines) \(report.schema)")
        #expect(again.schemaVersion == 5)
    }

    // MARK: Databases of others

    private static let library = """
        CREATE TABLE city (code TEXT PRIMARY KEY, name VARCHAR(20) NOT NULL, founded DATE, area NUMERIC(10, 2));
        CREATE TABLE person (
            id INTEGER PRIMARY KEY, name TEXT NOT NULL, height REAL, alive BOOLEAN, photo BLOB, uid UUID, anything,
            city TEXT REFERENCES city, boss INT REFERENCES person (id), seen DATETIME, extra JSON);
        CREATE INDEX by_name ON person (name);
        CREATE TABLE visit (
            person INT REFERENCES person, city TEXT REFERENCES city (code), PRIMARY KEY (person, city)) WITHOUT ROWID;
        CREATE VIEW names AS SELECT name FROM person;
        CREATE VIRTUAL TABLE words USING fts5(word);
        INSERT INTO person VALUES
            (2, 'Bo', 1.5, 1, x'0102', '01234567-89ab-cdef-0123-456789abcdef', 7, 'OSL', 3, 1600000000, '{}'),
            (3, 'Cid', 2, 0, NULL, NULL, 'text', NULL, NULL, '2020-01-02 03:04:05.5+01:00', NULL);
        INSERT INTO city VALUES ('OSL', 'Oslo', '1040-01-01', 480.75), ('BRQ', 'Brno', 2440588.5, 12);
        INSERT INTO visit VALUES (2, 'BRQ'), (3, 'OSL');
        """

    @Test func `tables become classes, columns properties, foreign keys links`() throws {
        try database(Self.library)
        let realm = try imported().realm
        #expect(
            SchemaDocument(realm.schema).yaml() == """
                classes:
                  city:
                    primaryKey: code
                    properties:
                      code: string
                      name: string
                      founded: "date?"
                      area: "decimal128?"
                  person:
                    primaryKey: id
                    properties:
                      id: int
                      name: {type: string, indexed: true}
                      height: "double?"
                      alive: "bool?"
                      photo: "data?"
                      uid: "uuid?"
                      anything: mixed
                      city: city
                      boss: person
                      seen: "date?"
                      extra: mixed
                  visit:
                    properties:
                      person: person
                      city: city

                """)
    }

    @Test func `rows become objects, and what is left out is said`() throws {
        try database(Self.library)
        let (realm, report) = try imported()
        let lines = try DiffPlace.export(realm).map(String.init)
        #expect(
            lines == [
                #"{"_class":"city","code":"OSL","name":"Oslo","founded":{"$date":"1040-01-01T00:00:00Z"},"#
                    + #""area":{"$decimal":"480.75"}}"#,
                #"{"_class":"city","code":"BRQ","name":"Brno","founded":{"$date":"1970-01-02T00:00:00Z"},"#
                    + #""area":{"$decimal":"12"}}"#,
                #"{"_class":"person","id":2,"name":"Bo","height":1.5,"alive":true,"photo":{"$data":"AQI="},"#
                    + #""uid":{"$uuid":"01234567-89ab-cdef-0123-456789abcdef"},"anything":7,"#
                    + #""city":{"$link":["city","OSL"]},"boss":{"$link":["person",3]},"#
                    + #""seen":{"$date":"2020-09-13T12:26:40Z"},"extra":"{}"}"#,
                #"{"_class":"person","id":3,"name":"Cid","height":2.0,"alive":false,"photo":null,"uid":null,"#
                    + #""anything":"text","city":null,"boss":null,"#
                    + #""seen":{"$date":"2020-01-02T02:04:05.500000000Z"},"extra":null}"#,
                #"{"_class":"visit","_key":0,"person":{"$link":["person",2]},"city":{"$link":["city","BRQ"]}}"#,
                #"{"_class":"visit","_key":1,"person":{"$link":["person",3]},"city":{"$link":["city","OSL"]}}"#,
            ], "\(lines)")
        #expect(
            report.notes.sorted() == [
                "'names' is a view and is left out.", "'words' is a virtual table and is left out.",
                "The primary key 'person', 'city' of table 'visit' is none that a class can have.",
            ])
    }

    @Test func `names that are too long for a Realm are cut, and that is said`() throws {
        let (table, column) = (String(repeating: "t", count: 70), String(repeating: "ä", count: 40))
        try database(
            """
            CREATE TABLE \(table)1 ("\(column)1" INT, "\(column)2" INT, "_key" TEXT);
            CREATE TABLE \(table)2 ("a b.c" INT REFERENCES \(table)1);
            INSERT INTO \(table)1 VALUES (1, 2, 'k');
            """)
        let (realm, report) = try imported()
        let cut = String(repeating: "t", count: 57)
        #expect(realm.schema.objectSchema.map(\.className) == [cut.dropLast(2) + "_2", cut])
        #expect(
            realm.schema.objectSchema[1].properties.map(\.name) == [
                String(repeating: "ä", count: 31), String(repeating: "ä", count: 30) + "_2", "_key",
            ])
        #expect(report.notes.count == 4 && report.notes.contains("Table '\(table)1' becomes class '\(cut)'."))
        #expect(try DiffPlace.export(realm).first?.hasSuffix(#""__key":"k"}"#) == true)
    }

    @Test(arguments: [
        (
            "CREATE TABLE t (x INT); INSERT INTO t (rowid, x) VALUES (7, 'seven')",
            "data:t:7: 't.x' is of type int, not 'seven'."
        ),
        ("CREATE TABLE t (x BLOB); INSERT INTO t VALUES ('a')", "data:t:1: 't.x' is of type data, not 'a'."),
        ("CREATE TABLE t (x DATE); INSERT INTO t VALUES (1), ('soon')", "data:t:2: 't.x' is of type date, not 'soon'."),
        ("CREATE TABLE t (x BOOL); INSERT INTO t VALUES (2)", "data:t:1: 't.x' is of type bool, not 2."),
        ("CREATE TABLE t (k TEXT PRIMARY KEY); INSERT INTO t VALUES (NULL)", "data:t:1: 't.k' must not be null."),
        (
            "CREATE TABLE t (k INT, l INT, PRIMARY KEY (k, l)) WITHOUT ROWID; INSERT INTO t VALUES (5, 1), (6, 'x')",
            "data:t:2: 't.l' is of type int, not 'x'."
        ),
        (
            "CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (a REFERENCES a); INSERT INTO b VALUES (3)",
            "data:b:1: 'b.a' links to 3 of class 'a', which does not exist."
        ),
        (
            "CREATE TABLE t (x TEXT); INSERT INTO t VALUES (CAST(x'ff' AS TEXT))",
            "data:t:1: column 'x' has a text that is not UTF-8."
        ),
    ])
    func `a value that does not fit is told with table and row`(sql: String, expected: String) throws {
        #expect(try message(sql) == expected)
    }

    @Test func `a schema that is there decides which tables and columns are taken`() throws {
        try database(
            """
            CREATE TABLE Dog (id INTEGER PRIMARY KEY, name TEXT, age REAL, chip TEXT);
            CREATE TABLE Cat (id INTEGER PRIMARY KEY);
            INSERT INTO Dog VALUES (1, 'Rex', 3, 'x');
            """)
        let realm = try place.realm(
            "there", "classes: {Dog: {primaryKey: id, properties: {id: int, name: mixed, age: int?, born: date?}}}")
        let importer = RealmImporter(realm)
        let error = #expect(throws: Realm.Error.self) { try importer.importFiles([.init(url, format: .sqlite)]) }
        #expect(error?.localizedDescription.contains("'Dog.age' is of type int, not 3.0") == true)
        try SQLiteDatabase(creating: url.path).run("UPDATE Dog SET age = NULL")
        let report = try importer.importFiles([.init(url, format: .sqlite)])
        #expect(
            report.notes == [
                "Column \"chip\" of table 'Dog' is left out: class 'Dog' has no such property.",
                "Table 'Cat' is left out: the Realm has no class 'Cat'.",
            ])
        #expect(try DiffPlace.export(realm) == [#"{"_class":"Dog","id":1,"name":"Rex","age":null,"born":null}"#])
    }

    @Test func `a file that is not a database, or a damaged one, is reported`() throws {
        try Data("no database at all, though long enough to look like one".utf8).write(to: url)
        #expect(throws: Realm.Error.self) { try RealmImporter.databaseSchema(of: url) }
        try FileManager.default.removeItem(at: url)
        try database(
            "CREATE TABLE t (x TEXT); WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 5000) "
                + "INSERT INTO t SELECT 'text ' || i FROM n")
        var bytes = try Data(contentsOf: url)
        for page in stride(from: 4096 * 3, to: bytes.count - 100, by: 4096) { bytes[page] = 0x77 }
        try bytes.write(to: url)
        let error = #expect(throws: Realm.Error.self) { try imported() }
        #expect(error?.code == .badImport && error?.localizedDescription.hasPrefix("data: this is no SQLite") == true)
        let before = try Data(contentsOf: url)
        #expect(before == bytes)
    }
}
