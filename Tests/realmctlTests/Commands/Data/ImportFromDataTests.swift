import Foundation
import TestSupport
import Testing

/// `import` without a schema, of compressed files, and with lines put aside.
@Suite struct ImportFromDataTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    private var path: String { place.path + "/app.realm" }

    private func run(_ arguments: String...) throws -> RealmctlProcess.Output { try run(arguments) }

    private func run(_ arguments: [String]) throws -> RealmctlProcess.Output {
        try RealmctlProcess.run(["import"] + arguments)
    }

    private func lines(_ text: String, _ name: String = "Dog.ndjson") throws -> String {
        try place.file(name, Data(text.utf8))
    }

    // MARK: Schema

    private static let dogs = """
        {"id":1,"name":"Rex","age":3,"weight":5.5,"born":"2020-01-31T00:00:00Z","tags":["a","b"],"friend":2}
        {"id":2,"name":"Max","age":null,"weight":6,"born":"2021-01-31T00:00:00Z","tags":[],"more":{"x":1,"y":null}}
        {"id":3,"name":"Bo","age":4,"weight":7,"any":5,"data":{"$data":"AQ=="}}
        {"id":4,"name":"Al","any":"text"}

        """

    @Test func `digits of CSV that are no number stay what they are`() throws {
        let data = try lines(
            """
            zip,account,phone,plain,part,negative,born
            01234,12345678901234567890,+4930,7,0.5,-1,0020-01-02T03:04:05Z
            00501,12345678901234567891,004930,10,00.5,-007,+012020-01-02T03:04:05Z

            """, "C.csv")
        #expect(try run("--from", data, path).code == 0)
        let schema = try RealmctlProcess.run(["schema", "--format", "yaml", path]).out.replacing("\"", with: "")
        let types = ["zip: string", "account: string", "phone: string", "plain: int", "part: string"]
        for type in types + ["negative: string", "born: date"] {
            #expect(schema.contains(type), "\(schema)")
        }
        let rows = try RealmctlProcess.run(["export", path, "--format", "csv", "-o", place.path + "/out.csv"])
        #expect(rows.code == 0, "\(rows.err)")
        let text = try String(contentsOfFile: place.path + "/out.csv", encoding: .utf8)
        #expect(text.contains("01234,12345678901234567890,+4930,7,0.5,-1"), "\(text)")
        #expect(text.contains("00501,12345678901234567891,004930,10,00.5,-007"), "\(text)")
    }

    @Test func `a mixed number that no double can hold is a decimal, and comes back from CSV`() throws {
        let schema = try place.file("schema.yaml", Data("classes: {M: {properties: {v: mixed}}}".utf8))
        let data = try lines("{\"_class\":\"M\",\"v\":{\"$decimal\":\"9.9E+614\"}}\n", "in.ndjson")
        #expect(try run("--from", data, "--schema", schema, path).code == 0)
        let (csv, again) = (place.path + "/M.csv", place.path + "/again.realm")
        #expect(try RealmctlProcess.run(["export", path, "--format", "csv", "-o", csv]).code == 0)
        let output = try run("--from", csv, "--schema", schema, again)
        #expect(output.code == 0, "\(output.err)")
        #expect(try RealmctlProcess.run(["diff", path, again]).code == 0)
    }

    @Test func `a new file has the schema that its data need`() throws {
        let data = try lines(Self.dogs)
        let output = try run("--from", data, "--class", "Dog", "--primary-key", "id", "--link", "friend=Dog", path)
        #expect(output.code == 0, "\(output.err)")
        let schema = try RealmctlProcess.run(["schema", "--format", "yaml", path]).out.replacing("\"", with: "")
        for expected in [
            "primaryKey: id", "id: int", "name: string", "age: int?", "weight: double?", "born: date?",
            "tags: string[]", "friend: Dog", "more: int?{}", "any: mixed", "data: data?",
        ] {
            #expect(schema.contains(expected), "\(expected) is not in \(schema)")
        }
        #expect(try RealmctlProcess.run(["query", path, "Dog", "friend.name == 'Max'", "--count"]).out == "1\n")
    }

    @Test func `the schema is printed, and nothing is made, if that is asked for`() throws {
        let output = try run("--from", lines(Self.dogs), "--class", "Dog", path, "-n")
        #expect(output.code == 0, "\(output.err)")
        #expect(output.out.contains("name: string"))
        #expect(try place.names() == ["Dog.ndjson"])
    }

    @Test func `tables have types, too`() throws {
        let data = try lines("id,name,on,size,quoted\n1,a,true,1.5,\"7\"\n2,,false,2,\"8\"\n", "Item.csv")
        #expect(try run("--from", data, "--primary-key", "Item.id", path).code == 0)
        let schema = try RealmctlProcess.run(["schema", "--format", "yaml", path]).out.replacing("\"", with: "")
        for expected in ["id: int", "name: string?", "on: bool", "size: double", "quoted: string"] {
            #expect(schema.contains(expected), "\(expected) is not in \(schema)")
        }
    }

    @Test(arguments: [
        (["--primary-key", "Cat.id"], "There are no objects of class 'Cat'."),
        (["--primary-key", "Dog.key"], "Class 'Dog' has no property 'key' to be its primary key."),
        (["--primary-key", "weight"], "Property 'Dog.weight' has values that cannot be those of a primary key."),
        (["--link", "friend=Cat"], "'Dog.friend' cannot link to 'Cat', of which there are no objects."),
        (["--link", "enemy=Dog"], "There is no property 'Dog.enemy' to be a link."),
        (["--link", "friend"], "--link is Class.property=Class, not 'friend'."),
    ])
    func `keys and links that the data do not have are refused`(options: [String], message: String) throws {
        let data = try lines(Self.dogs)
        let output = try RealmctlProcess.run(["import", "--from", data, "--class", "Dog", path] + options)
        #expect(output.code != 0 && output.err.contains(message), "\(output.err)")
    }

    // MARK: Compressed files

    @Test(arguments: ["gzip", "zstd -q"])
    func `a compressed file is imported`(program: String) throws {
        let data = try lines(Self.dogs)
        let compressed = data + (program == "gzip" ? ".gz" : ".zst")
        #expect(try RealmctlProcess.shell("\(program) < \"$1\" > \"$2\"", [data, compressed]).code == 0)
        let output = try run("--from", compressed, "--class", "Dog", path)
        #expect(output.code == 0, "\(output.err)")
        #expect(try RealmctlProcess.run(["query", path, "Dog", "--count"]).out == "4\n")
    }

    @Test(arguments: ["gzip", "zstd -q"])
    func `a compressed file that ends too early is refused`(program: String) throws {
        let data = try lines((0..<20_000).map { "{\"id\":\($0),\"text\":\"\(UUID())\"}\n" }.joined())
        let compressed = data + (program == "gzip" ? ".gz" : ".zst")
        let script = "\(program) < \"$1\" | head -c 100000 > \"$2\""
        #expect(try RealmctlProcess.shell(script, [data, compressed]).code == 0)
        let output = try run("--from", compressed, "--class", "Dog", path)
        #expect(output.code == 65 && output.err.contains("the compressed data"), "\(output.err)")
        #expect(try !place.names().contains("app.realm"))
    }

    // MARK: Lines put aside

    @Test func `lines with a problem are put aside, and the others are imported`() throws {
        let schema = try place.file(
            "schema.yaml", Data("classes: {Dog: {primaryKey: id, properties: {id: int, friend: Dog}}}".utf8))
        let good = ["{\"id\":1,\"friend\":3}", "{\"id\":2}", "{\"id\":3}"]
        let bad = ["{\"id\":\"x\"}", "{bad", "{\"id\":2}", "{\"id\":4,\"friend\":9}"]
        let data = try lines([good[0], bad[0], good[1], bad[1], bad[2], good[2], bad[3]].joined(separator: "\n"))
        let aside = place.path + "/aside.ndjson"
        let output = try run(
            "--from", data, "--class", "Dog", "--schema", schema, "--rejects", aside, path, "--json")
        #expect(output.code == 0, "\(output.err)")
        #expect((try output.json()["result"] as? [String: Any])?["rejected"] as? Int == 4)
        #expect(try String(contentsOfFile: aside, encoding: .utf8) == bad.joined(separator: "\n") + "\n")
        for line in [2, 4, 5, 7] { #expect(output.err.contains("\(data):\(line): "), "\(output.err)") }
        #expect(try RealmctlProcess.run(["query", path, "Dog", "--count"]).out == "4\n")
        #expect(try RealmctlProcess.run(["verify", path]).code == 0)
    }

    @Test func `lines put aside are there when the import fails behind them`() throws {
        let first = try lines("{\"id\":-1,\"text\":\"\"}\n", "first.ndjson")
        #expect(try run("--from", first, "--class", "Dog", "--primary-key", "id", path).code == 0)
        let bad = "{\"id\":\"x\"}\n"
        let data = try lines(bad + (0..<200_000).map { "{\"id\":\($0),\"text\":\"\(UUID())\"}\n" }.joined())
        let script = "gzip < \"$1\" | head -c 4000000 > \"$2\""
        #expect(try RealmctlProcess.shell(script, [data, data + ".gz"]).code == 0)
        let aside = place.path + "/aside.ndjson"
        let output = try run("--from", data + ".gz", "--class", "Dog", "--batch", "100", "--rejects", aside, path)
        #expect(output.code == 65 && output.err.contains("the compressed data"), "\(output.err)")
        #expect(output.err.contains("imported before"), "\(output.err)")
        #expect(try String(contentsOfFile: aside, encoding: .utf8) == bad)
    }

    @Test func `records of CSV are put aside with their header, to be imported later`() throws {
        let bad = "\"two\nlines\",x\n"
        let data = try lines("name,age\n\"a, b\",1\n" + bad + "c,3\n", "Dog.csv")
        let schema = try place.file(
            "schema.yaml", Data("classes: {Dog: {primaryKey: name, properties: {name: string, age: int}}}".utf8))
        let aside = place.path + "/aside.csv"
        let output = try run("--from", data, "--schema", schema, "--rejects", aside, path)
        #expect(output.code == 0 && output.err.contains("\(data):3: "), "\(output.err)")
        let rejects = try String(contentsOfFile: aside, encoding: .utf8)
        #expect(rejects == "name,age\n" + bad)
        try rejects.replacing(",x", with: ",2").write(toFile: aside, atomically: true, encoding: .utf8)
        #expect(try run("--from", aside, "--class", "Dog", path).code == 0)
        #expect(try RealmctlProcess.run(["query", path, "Dog", "--count"]).out == "3\n")
    }

    @Test func `what has no lines or no common header is not put aside`() throws {
        let aside = ["--rejects", place.path + "/aside", path]
        let document = try run(["--from", try lines("[]", "in.json")] + aside)
        #expect(document.code == 64 && document.err.contains("Only lines of JSON and records of CSV"))
        let folder = place.path + "/files"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in ["A.csv", "B.csv"] {
            try "id\n1\n".write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
        }
        let several = try run(["--from", folder] + aside)
        #expect(several.code == 64 && several.err.contains("no common header"))
    }
}
