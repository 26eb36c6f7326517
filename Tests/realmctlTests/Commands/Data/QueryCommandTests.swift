import Foundation
import RealmStore
import TestSupport
import Testing

@Suite("realmctl query") struct QueryCommandTests {
    private let workplace: Workplace
    private let file: String

    init() throws {
        workplace = try Workplace()
        file = try workplace.fixture("migrate_v1")
    }

    private func run(_ arguments: String...) throws -> RealmctlProcess.Output {
        try RealmctlProcess.run(["query"] + arguments)
    }

    private func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

    // MARK: Objects

    @Test func `a table has a line for each object that meets the condition`() throws {
        let output = try run(
            "--columns", "firstName,age", "--sort", "-age,firstName", "--limit", "2", file, "Person", "age < 99")
        #expect(output.code == 0)
        #expect(output.err.isEmpty)
        let lines = lines(output.out)
        #expect(lines.count == 3)
        #expect(lines[0].split(separator: " ") == ["firstName", "age"])
        #expect(lines[1].hasSuffix("98"))
    }

    @Test func `a query without condition and columns returns everything`() throws {
        let output = try run("--format", "csv", file, "Person")
        let lines = output.out.split(separator: "\r\n")
        #expect(lines.count == 1001)
        #expect(lines[0] == "_key,firstName,lastName,age")
        #expect(lines[1] == "0,Dmitri,Kowalski,89")
    }

    @Test func `columns follow links, and are empty behind a link that is nil`() throws {
        let output = try run("--format", "csv", "--columns", "name,owner.firstName", "--limit", "4", file, "Dog")
        #expect(output.out == "name,owner.firstName\r\nMax,Uma\r\nNala,Fatima\r\nToby,Grace\r\nBobby,\r\n")
    }

    @Test func `sorting comes before thinning out, and that before cutting`() throws {
        let output = try run(
            "--format", "csv", "--columns", "lastName,age", "--sort", "lastName,-age", "--distinct", "lastName",
            "--offset", "0", "--limit", "1", file, "Person")
        #expect(output.out == "lastName,age\r\nAndersson,93\r\n")
        #expect(try run("--count", "--distinct", "lastName", file, "Person").out == "30\n")
    }

    @Test func `a field with a quote, comma or newline is quoted`() throws {
        let output = try run(
            "--format", "csv", "--columns", "lastName", "--limit", "1", file, "Person", "lastName == \"O'Brien\"")
        #expect(output.out == "lastName\r\nO'Brien\r\n")
    }

    // MARK: JSON

    @Test func `lines of JSON have an object each`() throws {
        let output = try run("--format", "ndjson", "--columns", "firstName,age", "--limit", "2", file, "Person")
        #expect(output.out == #"{"firstName":"Dmitri","age":89}"# + "\n" + #"{"firstName":"Ingrid","age":56}"# + "\n")
        let enveloped = try run(
            "--json", "--format", "ndjson", "--columns", "firstName,age", "--limit", "2", file, "Person")
        #expect(enveloped.out == output.out)
    }

    @Test func `a JSON document is an array`() throws {
        let output = try run("--format", "json", "--limit", "3", file, "Person", "age == 56")
        let rows = try #require(try JSONSerialization.jsonObject(with: Data(output.out.utf8)) as? [[String: Any]])
        #expect(rows.map { $0["firstName"] as? String } == ["Ingrid", "Ximena", "René"])
        let none = try run("--format", "json", file, "Person", "age == 1000")
        #expect(none.out == "[]\n")
    }

    @Test func `the envelope has columns, rows and their number`() throws {
        let result = try #require(
            try run("--json", "--columns", "firstName", "--limit", "2", file, "Person").json()["result"]
                as? [String: Any])
        #expect(result["class"] as? String == "Person")
        #expect(result["count"] as? Int == 2)
        #expect(result["columns"] as? [String] == ["firstName"])
        #expect((result["rows"] as? [[String: String]])?.map { $0["firstName"] } == ["Dmitri", "Ingrid"])
    }

    @Test func `typed values say what they are`() throws {
        let output = try run("--format", "json", "--typed", "--columns", "owner", "--limit", "1", file, "Dog")
        #expect(output.out == "[{\"owner\":{\"$link\":[\"Person\",2]}}]\n")
        #expect(try run("--typed", file, "Dog").code == 64)
    }

    // MARK: Numbers

    @Test func `objects are counted`() throws {
        #expect(try run("--count", file, "Person", "age > 50").out == "488\n")
        #expect(try run("--count", "--offset", "480", file, "Person", "age > 50").out == "8\n")
        #expect(try run("--count", "--limit", "5", file, "Person", "age > 50").out == "5\n")
        let result = try run("--json", "--count", file, "Person", "age > 50").json()["result"] as? [String: Any]
        #expect(result?["count"] as? Int == 488)
    }

    @Test func `aggregates of properties are computed`() throws {
        let output = try run("--sum", "age", "--avg", "age", "--min", "age", "--max", "age", file, "Person")
        #expect(output.out == "sum(age)  49252\navg(age)  49.252\nmin(age)  0\nmax(age)  99\n")
        let none = try run("--sum", "age", "--max", "age", file, "Person", "age > 1000")
        #expect(none.out == "sum(age)  0\nmax(age)  null\n")
        #expect(try run("--sum", "firstName", file, "Person").code == 64)
    }

    @Test func `sums of integers do not wrap around, and numbers that JSON lacks have names`() throws {
        let text = """
            {"_class":"N","x":9223372036854775807,"d":1.0}
            {"_class":"N","x":1,"d":{"$float":"NaN"}}
            {"_class":"N","x":2,"d":{"$float":"Infinity"}}

            """
        let (lines, path) = (try workplace.file("n.ndjson", Data(text.utf8)), workplace.path + "/n.realm")
        #expect(try RealmctlProcess.run(["import", path, "--from", lines]).code == 0)
        let sums = try run("--sum", "x", "--avg", "x", "--max", "d", path, "N")
        #expect(sums.out == "sum(x)  9223372036854775810\navg(x)  3.0744573456182584e+18\nmax(d)  Infinity\n")
        let json = try run("--sum", "x", "--max", "d", "--json", path, "N").out
        #expect(json.contains("\"sum(x)\":\"9223372036854775810\",\"max(d)\":\"Infinity\""), "\(json)")
        let groups = try run("--group-by", "x", "--max", "d", "--format", "csv", path, "N", "x == 2").out
        #expect(groups.contains("2,Infinity"), "\(groups)")
        let typed = try Realm(fileURL: URL(fileURLWithPath: path)).dynamicObjects("N")
        #expect(typed.sum(ofProperty: "x") as Int == Int.min + 2)
    }

    @Test func `arguments are values of the property's type, and names`() throws {
        #expect(try run("--count", "--arg", "50", file, "Person", "age > %@").out == "488\n")
        #expect(
            try run("--count", "--arg", "50", "--arg", "D", file, "Person", "age > %@ AND firstName BEGINSWITH %@").out
                == "22\n")
        #expect(try run("--count", "--arg", "age", "--arg", "50", file, "Person", "%K > %@").out == "488\n")
        #expect(try run("--count", "--arg", "-1", file, "Person", "age > %@").out == "1000\n")
        #expect(try run("--count", "--arg", "Dmitri", file, "Dog", "owner.firstName == %@").out == "15\n")
    }

    @Test func `a day is its first moment, and a text beside a date is explained`() throws {
        let contacts = try workplace.fixture("contacts_1k.enc")
        let key = try workplace.secret("key", KeyForms.hex)
        let count = { (day: String) in
            try run("--key-file", key, "--count", "--arg", day, contacts, "Contact", "birthday > %@").out
        }
        #expect(try count("1980-01-31") == count("1980-01-31T00:00:00Z"))
        #expect(try count("1980-01-31") != count("2005-01-31"))
        let output = try run("--key-file", key, contacts, "Contact", "birthday > '1980-01-31'")
        #expect(output.code == 64 && output.err.contains("--arg 2000-01-31"), "\(output.err)")
    }

    @Test func `a plan names the class, the conditions in their order and the rows of each step`() throws {
        let output = try run("--explain", "--sort", "-age", file, "Person", "firstName CONTAINS 'x' AND age > 50")
        #expect(
            output.out.hasPrefix(
                "class 'Person': 1000 rows\nscan, test of 'age' >, then 'firstName' contains: "))
        #expect(output.out.contains("\nsort by -age: "))
        let keys = try workplace.fixture("keys")
        #expect(try run("--explain", keys, "Indexed", "s == 'nothing'").out.contains("index of 's', 1 value: 0 rows"))
    }

    // MARK: Mistakes

    @Test func `an unknown class is named with the nearest`() throws {
        let output = try run("--json", file, "Persn")
        #expect(output.code == 64)
        let error = try output.error()
        #expect(error["code"] as? String == "badQuery")
        #expect((error["detail"] as? [String: Any])?["suggestions"] as? [String] == ["Person"])
        #expect(output.err.contains("did you mean 'Person'"))
    }

    @Test func `an unknown property is named with its place and the nearest`() throws {
        let output = try run("--json", file, "Person", "age > 1 AND frstName == 'x'")
        #expect(output.code == 64)
        let detail = try #require(try output.error()["detail"] as? [String: Any])
        #expect(detail["position"] as? Int == 12)
        #expect((detail["suggestions"] as? [String])?.first == "firstName")
        #expect(output.err.contains("\n  age > 1 AND frstName == 'x'\n              ^"))
    }

    @Test(arguments: [["--columns", "nme"], ["--sort", "nme"], ["--distinct", "nme"], ["--sum", "nme"]])
    func `an unknown property of an option is named with the nearest`(_ option: [String]) throws {
        let output = try RealmctlProcess.run(["query", "--json"] + option + [file, "Dog"])
        #expect(output.code == 64)
        #expect(try (output.error()["detail"] as? [String: Any])?["suggestions"] as? [String] == ["name"])
    }

    @Test(arguments: ["age >", "age > 'x'", "(age > 1", "age MATCHES 'x'", "ALL age > 1", "age > %@", "owner == 1"])
    func `a malformed condition is refused`(_ predicate: String) throws {
        let output = try run("--json", file, "Person", predicate)
        #expect(output.code == 64)
        #expect(try output.error()["code"] as? String == "badQuery")
    }

    @Test(arguments: [
        ["--limit", "-1"], ["--offset", "-1"], ["--count", "--explain"], ["--arg", "1"], ["--format", "xml"],
        ["--count", "--format", "json"], ["--max", "age", "--format", "csv"], ["--explain", "--format", "ndjson"],
    ])
    func `options that make no sense are refused`(_ options: [String]) throws {
        #expect(try RealmctlProcess.run(["query"] + options + [file, "Dog"]).code == 64)
    }

    @Test func `a file that cannot be opened gives the exit code of other commands`() throws {
        #expect(try run("/nowhere.realm", "Dog").code == 66)
        #expect(try run(workplace.file("text.realm", Data("no realm".utf8)), "Dog").code == 65)
        #expect(try run(workplace.fixture("types_all.enc"), "Dog").code == 78)
    }

    @Test func `a file on standard input is read, and one in a read-only place is left alone`() throws {
        let bytes = try Fixture.named("migrate_v1").bytes()
        let output = try RealmctlProcess.run(["query", "--count", "-", "Dog"], stdin: Data(bytes))
        #expect(output.out == "426\n")
        let before = try workplace.names()
        #expect(try run("--immutable", "--count", file, "Dog").code == 0)
        #expect(try workplace.names() == before)
    }

    @Test(arguments: [
        ("at > 2020-06-01", 2), ("at >= 2021-01-01T00:00:00.5Z", 1), ("at == 2021-01-01T02:00+02:00", 1),
        ("at BETWEEN {2020-01-01, 2020-12-31}", 1), ("at IN {2020-01-01, 2021-01-01}", 2), ("at < 2020-01-01T00:01", 1),
    ])
    func `dates are written as in ISO 8601, and printed with the decimals that they need`(
        predicate: String, count: Int
    ) throws {
        let place = try Workplace()
        let path = place.path + "/dates.realm"
        let schema = try place.file("s.yaml", Data("classes: {E: {properties: {at: date}}}".utf8))
        let rows = ["2020-01-01T00:00:00Z", "2021-01-01T00:00:00Z", "2021-01-01T00:00:00.25Z"]
        let lines = (predicate.contains("Z") ? ["2021-01-01T00:00:00.5Z"] + rows : rows).map { "{\"at\":\"\($0)\"}\n" }
        let data = try place.file("E.ndjson", Data(lines.joined().utf8))
        let made = try RealmctlProcess.run(["import", path, "--from", data, "--class", "E", "--schema", schema])
        #expect(made.code == 0, "\(made.err)")
        let found = try RealmctlProcess.run(["query", path, "E", predicate, "--count"])
        #expect(found.out == "\(count)\n", "\(found.err)")
        let latest = try RealmctlProcess.run(["query", path, "E", "--max", "at"]).out
        #expect(latest == "max(at)  2021-01-01T00:00:00.\(predicate.contains("Z") ? "5" : "25")Z\n")
        let refused = try RealmctlProcess.run(["query", path, "E", "at > '2020-06-01'"])
        #expect(refused.code == 64 && refused.err.contains("hint: ") && refused.err.contains("--arg"))
    }

    @Test(arguments: [
        ("ALL dogs.name == 'Rex'", "use NONE with the opposite"), ("dogs[0].name == 'Rex'", "Write ANY in front"),
    ])
    func `what cannot be asked of a list is answered with what to write instead`(
        predicate: String, answer: String
    ) throws {
        let ingredients = try CommandRecipe.Ingredients(Workplace())
        let output = try RealmctlProcess.run(["query", ingredients.plain(), "Person", predicate])
        #expect(output.code == 64 && output.err.contains(answer), "\(output.err)")
    }

    @Test func `a table has numbers to the right, a mark for null, and bytes cut short`() throws {
        let place = try Workplace()
        let schema = "classes: {E: {properties: {n: int?, t: string?, b: data?}}}"
        let bytes = Data(repeating: 7, count: 300).base64EncodedString()
        let rows = [
            #"{"n":7,"t":"","b":"\#(bytes)"}"#, #"{"n":1200,"t":"a|b","b":null}"#, #"{"n":null,"t":null,"b":"AQI="}"#,
        ]
        let path = place.path + "/e.realm"
        let made = try RealmctlProcess.run([
            "import", path, "--from", place.file("E.ndjson", Data(rows.joined(separator: "\n").utf8)), "--class", "E",
            "--schema", place.file("s.yaml", Data(schema.utf8)),
        ])
        #expect(made.code == 0, "\(made.err)")
        let table = try RealmctlProcess.run(["query", path, "E", "--columns", "n,t,b"]).out
        #expect(
            table == """
                   n  t    b
                   7       BwcHBwcHBwcH… (300 B)
                1200  a|b  ∅
                   ∅  ∅    AQI=

                """, "\(table)")
        let markdown = try RealmctlProcess.run(["query", path, "E", "--columns", "n,t", "--format", "markdown"]).out
        #expect(markdown == "| n | t |\n| --- | --- |\n| 7 |  |\n| 1200 | a\\|b |\n|  |  |\n")
        let lines = try ["ndjson", "jsonl"].map { try RealmctlProcess.run(["query", path, "E", "--format", $0]).out }
        #expect(lines[0] == lines[1] && lines[0].split(separator: "\n").count == 3)
    }

    @Test func `a count and several aggregates are answered at once`() throws {
        let ingredients = try CommandRecipe.Ingredients(Workplace())
        let path = try ingredients.plain()
        let options = ["query", path, "Person", "--count", "--sum", "id", "--max", "id"]
        #expect(try RealmctlProcess.run(options).out == "count  5\nsum(id)  13\nmax(id)  4\n")
        let result = try RealmctlProcess.run(options + ["--json"]).json()["result"] as? [String: Any]
        #expect((result?["aggregates"] as? [String: Any])?["count"] as? Int == 5)
    }
}
