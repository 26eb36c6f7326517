import Foundation
import RealmTools
import TestSupport
import Testing

/// Records of CSV, which are read in blocks, make what the same objects make that are read one by one.
@Suite("Import of records") struct ImportRecordsTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private static let schema = Schema([
        ObjectSchema(
            className: "Item",
            properties: [
                Property(name: "id", type: .string),
                Property(name: "count", type: .int), Property(name: "maybe", type: .int, isOptional: true),
                Property(name: "flag", type: .bool), Property(name: "single", type: .float),
                Property(name: "number", type: .double, isOptional: true),
                Property(name: "text", type: .string, isOptional: true, isIndexed: true),
                Property(name: "data", type: .data), Property(name: "date", type: .date, isOptional: true),
                Property(name: "exact", type: .decimal128), Property(name: "object", type: .objectId),
                Property(name: "uuid", type: .UUID, isOptional: true), Property(name: "any", type: .any),
                Property(name: "next", type: .object, objectClassName: "Item", isOptional: true),
            ], primaryKey: "id"),
        ObjectSchema(className: "Plain", properties: [Property(name: "name", type: .string)]),
    ])

    private func realm(_ name: String) throws -> Realm {
        var configuration = Realm.Configuration(fileURL: directory.url.appendingPathComponent(name))
        configuration.schemaMode = .explicit(Self.schema)
        return try Realm(configuration: configuration)
    }

    @discardableResult
    private func load(
        _ text: String, of className: String = "Item", into realm: Realm,
        _ change: (inout RealmImporter) -> Void = { _ in }
    ) throws -> RealmImporter.Report {
        var importer = RealmImporter(realm)
        change(&importer)
        let file = try directory.file("in.csv", Data(text.utf8))
        return try importer.importFiles([.init(file, format: .csv, className: className, name: "in")])
    }

    private func fault(_ text: String, of className: String = "Item", into realm: Realm) throws -> String {
        try #require(#expect(throws: RLMError.self) { try load(text, of: className, into: realm) }).localizedDescription
    }

    private func lines(of realm: Realm) throws -> String {
        var bytes = Data()
        _ = try RealmExporter(realm).export { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Random records

    private struct Maker {
        var generator: SeededGenerator
        let count: Int

        /// A value as a field, without the quotes that it needs, and as JSON. Nil for a field without value.
        mutating func value(_ name: String, _ index: Int) -> (field: String?, json: String) {
            switch name {
            case "id": return ("k\(index)", "\"k\(index)\"")
            case "count", "maybe":
                let number = generator.pick(["0", "-0", "7", "-12", "9223372036854775807", "-9223372036854775808"])
                if name == "maybe", generator.chance(oneIn: 3) { return (nil, "null") }
                return (number, number)
            case "flag": return generator.chance(oneIn: 2) ? ("true", "true") : ("false", "false")
            case "single":
                return generator.pick([("0", "0"), ("1.5", "1.5"), ("3.4e38", "3.4e38"), ("NaN", "\"NaN\"")])
            case "number":
                return generator.pick([
                    (nil, "null"), ("-0.0", "-0.0"), ("1e23", "1e23"), ("123456.789", "123456.789"),
                    ("4.9e-324", "4.9e-324"), ("Infinity", "\"Infinity\""), ("1E-5", "1E-5"), (".5", "0.5"),
                ])
            case "text":
                return generator.pick([
                    (nil, "null"), ("", "\"\""), ("short", "\"short\""), ("Jörg, A.", "\"Jörg, A.\""),
                    ("a \"b\" c", "\"a \\\"b\\\" c\""), ("\"", "\"\\\"\""), ("two\nlines", "\"two\\nlines\""),
                    ("two\r\nlines\n", "\"two\\r\\nlines\\n\""), ("exactly8", "\"exactly8\""), (",", "\",\""),
                    (String(repeating: "long ", count: 30), "\"" + String(repeating: "long ", count: 30) + "\""),
                ])
            case "data": return generator.pick([("AQID", "\"AQID\""), ("", "\"\"")])
            case "date":
                return generator.pick([
                    (nil, "null"), ("2026-02-28T23:59:59Z", "\"2026-02-28T23:59:59Z\""),
                    ("1969-12-31T23:59:59.5Z", "\"1969-12-31T23:59:59.5Z\""),
                    ("+012026-01-01T00:00:00Z", "\"+012026-01-01T00:00:00Z\""),
                ])
            case "exact": return generator.pick([("1", "1"), ("1.10", "\"1.10\""), ("-5E+10", "\"-5E+10\"")])
            case "object": return (String(repeating: "5f", count: 12), "\"\(String(repeating: "5f", count: 12))\"")
            case "uuid":
                let text = "0123abcd-4567-89EF-0123-456789abcdef"
                return generator.chance(oneIn: 3) ? (nil, "null") : (text, "\"\(text)\"")
            case "any":
                let array = "[1,{\"a\":null}]"
                return generator.pick([(nil, "null"), ("5", "5"), ("t", "\"t\""), (array, array)])
            default:
                let key = "k\(generator.below(count))"
                return generator.chance(oneIn: 3) ? (nil, "null") : (key, "\"\(key)\"")
            }
        }

        /// A field as it may stand in a file.
        mutating func quoted(_ field: String?) -> String {
            guard let field else { return "" }
            let needsQuotes = field.isEmpty || field.contains { ",\"\r\n".contains($0) || $0.isNewline }
            guard needsQuotes || generator.chance(oneIn: 4) else { return field }
            return "\"" + field.replacing("\"", with: "\"\"") + "\""
        }
    }

    @Test func `random records make what the same objects make one by one`() throws {
        var maker = Maker(generator: SeededGenerator(for: #function), count: 3000)
        let names = (Self.schema["Item"]?.properties.map(\.name) ?? []).shuffled(using: &maker.generator)
        var csv = names.joined(separator: ",") + "\n"
        var objects: [String] = []
        for index in 0..<maker.count {
            let values = names.map { maker.value($0, index) }
            csv += values.map { maker.quoted($0.field) }.joined(separator: ",")
            if index < maker.count - 1 { csv += maker.generator.pick(["\n", "\r\n"]) }
            let object = "{" + zip(names, values).map { "\"\($0)\":\($1.json)" }.joined(separator: ",") + "}"
            objects.append(object.unusual(of: "Item"))
        }
        let document = "{\"classes\":{\"Item\":[\(objects.joined(separator: ",\n"))]}}"
        let (fast, slow) = (try realm("fast.realm"), try realm("slow.realm"))
        try load(csv, into: fast)
        try RealmImporter(slow).importFiles([.init(directory.file("in.json", Data(document.utf8)), format: .json)])
        #expect(try lines(of: fast) == lines(of: slow))
        #expect(try Realm.verify(at: #require(fast.configuration.fileURL)).isSound)
    }

    // MARK: Blocks and lines

    /// Records of two lines each that are longer than a block together.
    private func long(_ count: Int) -> String {
        let filler = String(repeating: "x", count: 500)
        return (0..<count).map { "\"a,\n\(filler)\"\"\($0)\"\r\n" }.joined()
    }

    @Test func `records with line feeds are not divided between blocks`() throws {
        let realm = try realm("made.realm")
        try load("name\r\n" + long(20_000), of: "Plain", into: realm)
        let texts = realm.dynamicObjects("Plain")
        #expect(texts.count == 20_000)
        #expect((texts.last?["name"] as? String)?.hasSuffix("x\"19999") == true)
        #expect(texts.filter("name BEGINSWITH %@", "a,\nxxx").count == 20_000)
    }

    @Test func `a bad record is found behind the first block, in the line where it begins`() throws {
        let text = "name\n" + long(12_000) + "a,b\n"
        let message = "in:24002: the record has 2 fields, and the header 1."
        #expect(try fault(text, of: "Plain", into: realm("made.realm")) == message)
    }

    @Test func `a misplaced quote does not hide the records behind it`() throws {
        let problems = try problems("id,count\na\"b,1\nb,\"2\"x\nc,3\n\"d\"\",4\ne,5\n")
        #expect(problems.prefix(2).map(\.line) == [2, 3])
        #expect(problems.first?.text == "a\"b,1\n")
    }

    @Test func `a link that leads nowhere is named with its line`() throws {
        let columns = "id,count,flag,single,data,exact,object,next\n"
        let rest = "1,true,1,AQID,1,\(String(repeating: "5f", count: 12))"
        let text = columns + "\"k\n1\",\(rest),k2\nk2,\(rest),none\n"
        let message = "in:4: 'Item.next' links to 'none' of class 'Item', which does not exist."
        #expect(try fault(text, into: realm("made.realm")) == message)
    }

    // MARK: Records put aside

    /// The records that an import of classes with primary key puts aside, and the lines that it names.
    private func problems(_ text: String) throws -> [(line: Int, text: String)] {
        var problems: [(line: Int, text: String)] = []
        try load(text, into: realm("made.realm")) {
            $0.reject = { reject in
                let line = reject.problem.localizedDescription.split(separator: ":")[1]
                problems.append((Int(line) ?? 0, String(decoding: reject.text, as: UTF8.self)))
            }
        }
        return problems
    }

    @Test func `records with a problem are put aside as they are`() throws {
        let columns = "id,count,flag,single,data,exact,object\n"
        let rest = "true,1,AQID,1,\(String(repeating: "5f", count: 12))"
        let bad = ["\"k\n2\",x,\(rest)\r\n", "k1,1,\(rest)\n"]
        let problems = try problems(columns + "k1,1,\(rest)\n" + bad[0] + "k3,3,\(rest)\n" + bad[1])
        #expect(problems.map(\.line) == [3, 6])
        #expect(problems.map(\.text) == bad)
    }
}
