import Foundation
import TestSupport
import Testing

@Suite("realmctl export") struct ExportCommandTests {
    private let workplace: Workplace

    init() throws { workplace = try Workplace() }

    private func run(_ arguments: String...) throws -> RealmctlProcess.Output {
        try RealmctlProcess.run(["export"] + arguments)
    }

    @Test func `lines go to standard output, one for each object`() throws {
        let output = try run(workplace.fixture("migrate_v1"))
        #expect(output.code == 0)
        #expect(output.out.split(separator: "\n").count == 1426)
        #expect(output.out.hasPrefix("{\"_class\":\"Dog\",\"_key\":0,"))
        #expect(output.err.isEmpty)
    }

    @Test func `lines are bare with --json too`() throws {
        let plain = try run(workplace.fixture("versioned_1"))
        #expect(try run("--json", workplace.fixture("versioned_1")).out == plain.out)
    }

    @Test func `a file appears whole, and the envelope says what is in it`() throws {
        let target = workplace.path + "/out.json"
        let output = try run("--format", "json", "-o", target, "--json", workplace.fixture("migrate_v1"))
        let result = try #require(try output.json()["result"] as? [String: Any])
        #expect(result["objects"] as? Int == 1426)
        let content = try Data(contentsOf: URL(fileURLWithPath: target))
        #expect(result["bytes"] as? Int == content.count)
        #expect(try JSONSerialization.jsonObject(with: content) is [String: Any])
        #expect(try !workplace.names().contains { $0.hasSuffix(".tmp") || $0.hasPrefix(".realmctl") })
    }

    @Test func `an existing output is kept unless forced`() throws {
        let target = try workplace.file("out.ndjson", Data("mine".utf8))
        let output = try run("-o", target, "--json", workplace.fixture("versioned_1"))
        #expect(output.code == 73)
        #expect(try output.error()["code"] as? String == "exists")
        #expect(try Data(contentsOf: URL(fileURLWithPath: target)) == Data("mine".utf8))
        #expect(try run("-f", "-o", target, workplace.fixture("versioned_1")).code == 0)
        #expect(try Data(contentsOf: URL(fileURLWithPath: target)).count > 4)
    }

    @Test func `a failed export leaves no output`() throws {
        let target = workplace.path + "/out.ndjson"
        let broken = try workplace.file("broken.realm", Fixture.named("migrate_v1").bytes().prefix(40_960))
        #expect(try run("-o", target, broken).code == 65)
        #expect(!FileManager.default.fileExists(atPath: target))
    }

    @Test func `tables are files in a directory`() throws {
        let target = workplace.path + "/tables"
        #expect(try run("--format", "csv", "-o", target, workplace.fixture("migrate_v1")).code == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: target).sorted() == ["Dog.csv", "Person.csv"])
        #expect(try run("--format", "csv", "-o", target, workplace.fixture("migrate_v1")).code == 73)
    }

    @Test(arguments: ["-", "/dev/null"]) func `several tables need a directory`(output: String) throws {
        let refused = try run("--format", "csv", "-o", output, workplace.fixture("migrate_v1"))
        #expect(refused.code == 64 && refused.out.isEmpty && refused.err.contains("-o DIR"), "\(refused.err)")
    }

    @Test func `one class without collections can go to a pipe or a device as CSV`() throws {
        let file = try workplace.fixture("migrate_v1")
        let printed = try run("--class", "Dog", "--format", "csv", file)
        #expect(printed.code == 0 && printed.out.hasPrefix("_key,name,owner\r\n"), "\(printed.err)")
        #expect(try run("--class", "Dog", "--format", "csv", "-o", "/dev/null", file).code == 0)
    }

    @Test(arguments: [
        (["-o", "x.csv"], "--format csv -o DIR"), (["--format", "csv", "-o", "x.csv"], "--format csv -o DIR"),
        (["--class", "Dog", "--class", "Person", "-o", "x.csv"], "--format csv -o DIR"),
        (["--format", "json", "-o", "x.csv"], "leave out --format"),
        (["--format", "csv", "-o", "x.json"], "leave out --format"),
        (["--format", "ndjson", "-o", "x.SQLITE"], "leave out --format"),
    ])
    func `a name that says another format is refused, and what to do is said`(
        _ options: [String], advice: String
    ) throws {
        let file = try workplace.fixture("migrate_v1")
        let output = try RealmctlProcess.run(
            ["export", file] + options.map { $0.hasPrefix("x.") ? "\(workplace.path)/\($0)" : $0 })
        #expect(output.code == 64 && output.err.contains(advice), "\(output.err)")
        #expect(try !workplace.names().contains { $0.hasPrefix("x.") })
    }

    @Test(arguments: [
        ("x.ndjson", "{\"_class\""), ("x.jsonl", "{\"_class\""), ("x.json", "{\"realm-export\""), ("x.sql", "--"),
    ])
    func `the end of the name says the format`(name: String, begin: String) throws {
        let target = "\(workplace.path)/\(name)"
        #expect(try run("-o", target, workplace.fixture("migrate_v1")).code == 0)
        #expect(try String(contentsOfFile: target, encoding: .utf8).hasPrefix(begin))
    }

    @Test func `one class without collections can be one file of CSV`() throws {
        let target = "\(workplace.path)/x.csv"
        let file = try workplace.fixture("migrate_v1")
        #expect(try run("--class", "Dog", "-o", target, file).code == 0)
        #expect(try String(contentsOfFile: target, encoding: .utf8).hasPrefix("_key,name,owner\r\n"))
        #expect(try run("--class", "Dog", "-o", target, file).code == 73)
    }

    @Test func `conditions pick objects of their classes, and embedded ones with them`() throws {
        let file = try workplace.fixture("migrate_v1")
        let output = try run(
            "--where", "Person=firstName == 'Dmitri' AND age > 50", "--where", "Dog=FALSEPREDICATE", file)
        #expect(output.code == 0, "\(output.err)")
        let lines = output.out.split(separator: "\n")
        let counted = try RealmctlProcess.run(
            ["query", "--count", file, "Person", "firstName == 'Dmitri' AND age > 50"])
        #expect("\(lines.count)\n" == counted.out && lines.allSatisfy { $0.contains("Dmitri") })
        let database = "\(workplace.path)/x.sqlite"
        #expect(try run("--where", "Person=age > 50", "-o", database, file).code == 0)
        let script = "import sqlite3, sys; print(*sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone())"
        let rows = try RealmctlProcess.shell(
            "python3 -c \"$1\" \"$2\" \"$3\"",
            [script, database, "SELECT (SELECT count(*) FROM Person), (SELECT count(*) FROM Dog)"])
        #expect(rows.out == "488 426\n", "\(rows.err)")
    }

    @Test(arguments: ["Dog", "Cat=age > 1", "Person=nme == 'x'", "Person=age >", "=age > 1"])
    func `a malformed condition is refused`(condition: String) throws {
        let output = try run("--where", condition, workplace.fixture("migrate_v1"))
        #expect(output.code == 64 && output.out.isEmpty, "\(output.err)")
    }

    @Test func `conditions that contradict other options are refused`() throws {
        let file = try workplace.fixture("migrate_v1")
        #expect(try run("--class", "Dog", "--where", "Person=age > 1", file).code == 64)
        #expect(try run("--where", "Dog=name == ''", "--where", "Dog=name == 'x'", file).code == 64)
    }

    @Test func `one class can be picked, an unknown one is named`() throws {
        let file = try workplace.fixture("migrate_v1")
        #expect(try run("--class", "Dog", file).out.split(separator: "\n").count == 426)
        let output = try run("--class", "Cat", file)
        #expect(output.code == 64)
        #expect(output.err.contains("Cat") && output.err.contains("Dog"))
    }

    @Test func `plain values have no wrappers`() throws {
        let output = try run("--plain", workplace.fixture("types_all"))
        #expect(output.code == 0)
        #expect(!output.out.contains("\"$data\""))
        #expect(try run("--typed", workplace.fixture("types_all")).out.contains("{\"$data\":"))
        #expect(try run("--typed", "--plain", workplace.fixture("types_all")).code == 64)
    }

    @Test func `a dry run reads all and writes nothing`() throws {
        let target = workplace.path + "/out.ndjson"
        #expect(try run("-n", "-o", target, workplace.fixture("migrate_v1")).code == 0)
        #expect(!FileManager.default.fileExists(atPath: target))
    }

    @Test func `a reader that goes away ends the export quietly`() throws {
        let output = try RealmctlProcess.shell(
            "\"$REALMCTL\" export \"$1\" | head -n 1; echo \"${PIPESTATUS[0]}\"", [workplace.fixture("types_all")])
        #expect(output.out.hasSuffix("\n74\n") || output.out.hasSuffix("\n0\n"))
        #expect(output.err.isEmpty)
    }
}
