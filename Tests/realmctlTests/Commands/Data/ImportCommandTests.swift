import Foundation
import TestSupport
import Testing

/// `import` as a process.
@Suite struct ImportCommandTests {
    private let place: Workplace
    private let schema: String

    init() throws {
        place = try Workplace()
        schema = try place.file(
            "schema.yaml",
            Data(
                """
                version: 3
                classes:
                  Dog:
                    primaryKey: id
                    properties: {id: int, name: string, friend: Dog}
                """.utf8))
    }

    private var path: String { place.path + "/app.realm" }

    private func run(_ arguments: String..., stdin: String = "") throws -> RealmctlProcess.Output {
        try RealmctlProcess.run(["import"] + arguments, stdin: Data(stdin.utf8))
    }

    private func export(_ path: String, _ arguments: String...) throws -> String {
        let output = try RealmctlProcess.run(["export", "--typed"] + arguments + [path])
        #expect(output.code == 0, "\(output.err)")
        return output.out
    }

    @Test(arguments: [("ndjson", nil), ("json", nil), ("csv", nil), ("ndjson", Fixture.key), ("csv", Fixture.key)])
    func `an export comes back unchanged`(format: String, key: Data?) throws {
        let source = try place.fixture("types_all")
        let data = place.path + "/data" + (format == "csv" ? "" : ".\(format)")
        let document = try RealmctlProcess.run(["schema", "--format", "yaml", source])
        let schema = try place.file("types.yaml", Data(document.out.utf8))
        #expect(try RealmctlProcess.run(["export", "--typed", "--format", format, "-o", data, source]).code == 0)
        var arguments = ["import", "--from", data, "--schema", schema, path]
        let keyOptions = try key.map { ["--key-file", try place.secret("key", $0)] } ?? []
        arguments += keyOptions
        let output = try RealmctlProcess.run(arguments)
        #expect(output.code == 0, "\(output.err)")
        let again = try RealmctlProcess.run(["export"] + keyOptions + [path])
        #expect(try again.out == export(source))
        #expect(try RealmctlProcess.run(["verify", path] + keyOptions).code == 0)
    }

    @Test func `standard input is imported, and the envelope counts`() throws {
        let lines = "{\"_class\":\"Dog\",\"id\":1,\"friend\":2}\n{\"_class\":\"Dog\",\"id\":2}\n"
        let output = try run("--from", "-", "--format", "ndjson", "--schema", schema, path, "--json", stdin: lines)
        #expect(output.code == 0, "\(output.err)")
        let result = try #require(try output.json()["result"] as? [String: Any])
        #expect(result["objects"] as? Int == 2)
        #expect(((result["classes"] as? [[String: Any]])?.first?["created"] as? Int) == 2)
        #expect(try export(path).hasPrefix(#"{"_class":"Dog","id":1,"name":"","friend":{"$link":["Dog",2]}}"#))
        #expect(try RealmctlProcess.run(["schema-version", path]).out == "3\n")
        #expect(try run("--from", "-", path).code == 64)
    }

    @Test func `an error stops with file and line, and says what was committed`() throws {
        #expect(try run("--from", "-", "--format", "ndjson", "--schema", schema, path).code == 0)
        let data = try place.file("Dog.ndjson", Data("{\"id\":1}\n{\"id\":2}\n{\"id\":true}\n".utf8))
        let output = try run("--from", data, "--class", "Dog", "--schema", schema, "--batch", "1", path, "--json")
        #expect(output.code == 65)
        #expect(try output.error()["code"] as? String == "badImport")
        #expect(try output.error()["message"] as? String == "\(data):3: 'Dog.id' is of type int, not true.")
        #expect((try output.json()["result"] as? [String: Any])?["objects"] as? Int == 2)
        #expect(try export(path).split(separator: "\n").count == 2)
    }

    @Test func `a misspelt property or class is asked about, and that of a table is in line 1`() throws {
        let table = try place.file("Dog.csv", Data("id,nmae\n1,a\n".utf8))
        let output = try run("--from", table, "--schema", schema, path, "--json")
        let message = "\(table):1: class 'Dog' has no property 'nmae' (did you mean 'name'?)."
        #expect(try output.error()["message"] as? String == message)
        let other = try run("--from", table, "--class", "Dgo", "--schema", schema, path)
        #expect(other.err.contains("the Realm has no class 'Dgo' (did you mean 'Dog'?)."), "\(other.err)")
    }

    @Test func `a second object of a primary key is named by its own line`() throws {
        let keyed = try place.file(
            "keyed.yaml", Data("classes: {P: {primaryKey: id, properties: {id: int}}}".utf8))
        let table = try place.file("P.csv", Data("id\n1\n2\n1\n".utf8))
        #expect(try run("--from", table, "--schema", keyed, path).err.contains("\(table):4: class 'P' has an object"))
    }

    @Test func `an import that fails leaves no new file`() throws {
        let data = try place.file("Dog.ndjson", Data("{\"id\":1}\n{\"id\":2}\n{\"id\":true}\n".utf8))
        let output = try run("--from", data, "--class", "Dog", "--schema", schema, "--batch", "1", path, "--json")
        #expect(output.code == 65)
        #expect((try output.json()["result"] as? [String: Any])?["objects"] as? Int == 0)
        #expect(try output.error()["hint"] as? String == nil)
        #expect(try place.names() == ["Dog.ndjson", "schema.yaml"])
    }

    @Test func `a database on standard input is imported, one with a log, too`() throws {
        let data = place.path + "/data.db"
        let script = """
            import sqlite3, sys
            database = sqlite3.connect(sys.argv[1])
            database.execute("PRAGMA journal_mode = WAL")
            database.executescript("CREATE TABLE Dog (id INTEGER PRIMARY KEY); INSERT INTO Dog VALUES (1), (5)")
            database.close()
            """
        let arguments = [script, data, path]
        let output = try RealmctlProcess.shell(
            "python3 -c \"$1\" \"$2\" && \"$REALMCTL\" import --from - --format sqlite \"$3\" < \"$2\"", arguments)
        #expect(output.code == 0, "\(output.err)")
        #expect(try export(path).split(separator: "\n").count == 2)
    }

    @Test(arguments: ["ndjson --class Dog", "sqlite"])
    func `an import from standard input that is killed leaves nothing behind`(_ format: String) throws {
        let scratch = place.path + "/scratch"
        try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: false)
        let script = """
            { echo '{"id":1}'; exec sleep 30; } | "$REALMCTL" import --from - --format \(format) --schema "$1" "$2" &
            while ! find /proc/$!/fd -lname '*realmctl-*' 2>/dev/null | grep -q .; do sleep 0.05; done
            kill -KILL $! $(jobs -p)
            """
        _ = try RealmctlProcess.shell(script, [schema, path], environment: ["TMPDIR": scratch])
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch).isEmpty)
        #expect(try place.names() == ["schema.yaml", "scratch"])
    }

    @Test func `a database that was exported comes back, and makes the missing file`() throws {
        let source = try place.fixture("embedded")
        let data = place.path + "/data.sqlite"
        #expect(try RealmctlProcess.run(["export", "--typed", "--format", "sqlite", "-o", data, source]).code == 0)
        let output = try run("--from", data, path)
        #expect(output.code == 0, "\(output.err)")
        #expect(try RealmctlProcess.run(["diff", source, path]).code == 0)
        #expect(try RealmctlProcess.run(["verify", path]).code == 0)
        #expect(try run("--from", data, "--class", "Dog", place.path + "/other.realm").code == 64)
    }

    @Test func `omissions are reported, and a value that does not fit is named with table and row`() throws {
        let data = place.path + "/data.db"
        let script = """
            import sqlite3, sys
            sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])
            """
        let sql = "CREATE TABLE Dog (id INTEGER PRIMARY KEY, name TEXT, age INT); CREATE VIEW v AS SELECT 1; "
        let made = try RealmctlProcess.shell("python3 -c \"$1\" \"$2\" \"$3\"", [script, data, sql])
        try #require(made.code == 0, "\(made.err)")
        let output = try run("--from", data, path, "--json")
        #expect(output.code == 0 && output.err.contains("'v' is a view and is left out."))
        #expect((try output.json()["warnings"] as? [[String: Any]])?.first?["code"] as? String == "databaseMapping")
        let wrong = "INSERT INTO Dog VALUES (5, 'Rex', 'old')"
        #expect(try RealmctlProcess.shell("python3 -c \"$1\" \"$2\" \"$3\"", [script, data, wrong]).code == 0)
        let failed = try run("--from", data, path, "--json")
        #expect(failed.code == 65)
        #expect(try failed.error()["message"] as? String == "\(data):Dog:5: 'Dog.age' is of type int, not 'old'.")
        let missing = try run("--from", data, place.path + "/new.realm", "-n", "--tmpdir", place.path)
        #expect(missing.code == 65 && !FileManager.default.fileExists(atPath: place.path + "/new.realm"))
    }

    @Test func `a dry run writes nothing, not even a missing file`() throws {
        let data = try place.file("Dog.csv", Data("id,name,friend\n1,Rex,\n".utf8))
        let before = try place.names()
        let output = try run("--from", data, "--schema", schema, "-n", path, "--tmpdir", place.path)
        #expect(output.code == 0 && output.err.contains("would be imported"))
        #expect(try place.names() == before)
    }

    @Test(arguments: [("error", 65), ("modified", 0), ("all", 0)])
    func `an object that is there is updated if that is asked for`(rule: String, code: Int32) throws {
        let data = try place.file("Dog.csv", Data("id,name,friend\n1,Rex,\n".utf8))
        #expect(try run("--from", data, "--schema", schema, path).code == 0)
        #expect(try run("--from", data, "--update", rule, path).code == code)
    }

    @Test func `missing data are 66, another schema than the file's is 65`() throws {
        let data = try place.file("Dog.csv", Data("id\n1\n".utf8))
        #expect(try run("--from", data, "--schema", schema, place.fixture("ints")).code == 65)
        #expect(try run("--from", place.path + "/none.csv", "--schema", schema, path).code == 66)
        #expect(try run("--from", data, "--schema", schema, path, "--immutable").code == 73)
        #expect(try run("--from", data, "--format", "yaml", path).code == 64)
    }
}
