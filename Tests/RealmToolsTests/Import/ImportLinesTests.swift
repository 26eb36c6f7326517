import Foundation
import RealmTools
import TestSupport
import Testing

/// JSON lines, which are read in blocks, make what the same objects make that are read one by one.
@Suite("Import of lines") struct ImportLinesTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private static let schema = Schema([
        ObjectSchema(
            className: "Item",
            properties: [
                Property(name: "id", type: .string),
                Property(name: "count", type: .int), Property(name: "maybe", type: .int, isOptional: true),
                Property(name: "flag", type: .bool), Property(name: "flagOrNot", type: .bool, isOptional: true),
                Property(name: "single", type: .float), Property(name: "number", type: .double, isOptional: true),
                Property(name: "text", type: .string, isOptional: true, isIndexed: true),
                Property(name: "data", type: .data), Property(name: "date", type: .date, isOptional: true),
                Property(name: "exact", type: .decimal128), Property(name: "object", type: .objectId),
                Property(name: "uuid", type: .UUID, isOptional: true), Property(name: "any", type: .any),
                Property(name: "list", type: .int, isArray: true),
                Property(name: "next", type: .object, objectClassName: "Item", isOptional: true),
                Property(name: "plain", type: .object, objectClassName: "Plain", isOptional: true),
            ], primaryKey: "id"),
        ObjectSchema(
            className: "Plain",
            properties: [
                Property(name: "name", type: .string),
                Property(name: "item", type: .object, objectClassName: "Item", isOptional: true),
            ]),
    ])

    private func realm(_ name: String) throws -> Realm {
        var configuration = Realm.Configuration(fileURL: directory.url.appendingPathComponent(name))
        configuration.schemaMode = .explicit(Self.schema)
        return try Realm(configuration: configuration)
    }

    private func lines(of realm: Realm) throws -> [String] {
        var bytes = Data()
        _ = try RealmExporter(realm).export { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func load(_ lines: [String], into realm: Realm, _ change: (inout RealmImporter) -> Void = { _ in }) throws {
        var importer = RealmImporter(realm)
        change(&importer)
        let text = Data(lines.joined(separator: "\n").utf8)
        try importer.importFiles([.init(directory.file("in.ndjson", text), format: .ndjson, name: "in")])
    }

    private func loadOneByOne(_ lines: [String], into realm: Realm) throws {
        let text = Data("[\(lines.joined(separator: ",\n").unusual())]".utf8)
        try RealmImporter(realm).importFiles([.init(directory.file("in.json", text), format: .json)])
    }

    // MARK: Random objects

    private struct Maker {
        var generator: SeededGenerator
        let count: Int

        mutating func blank() -> String { generator.chance(oneIn: 8) ? generator.pick([" ", "  ", "\t", " \r"]) : "" }

        mutating func value(_ name: String, _ index: Int) -> String? {
            switch name {
            case "id": return "\"k\(index)\""
            case "count": return generator.pick(["0", "-0", "7", "-12", "9223372036854775807", "-9223372036854775808"])
            case "maybe": return generator.pick(["null", "1", "1234567890123"])
            case "flag": return generator.pick(["true", "false"])
            case "flagOrNot": return generator.pick(["true", "false", "null"])
            case "single": return generator.pick(["0", "1.5", "-0.1", "3.4e38", "16777217", "{\"$float\":\"NaN\"}"])
            case "number":
                return generator.pick([
                    "null", "0", "-0.0", "1e22", "1e23", "123456.789", "0.1234567890123456789", "4.9e-324", "1.7e308",
                    "9007199254740993", "\"Infinity\"", "{\"$double\":1}", "1E-5", "0.00000000000000000000000000012",
                ])
            case "text":
                return generator.pick([
                    "null", "\"\"", "\"short\"", "\"Jörg\"", "\"\\u00fc\\n\\\"x\\\\\"", "\"\\ud83d\\ude00\"",
                    "\"" + String(repeating: "long ", count: 30) + "\"", "\"exactly8\"", "\"😀 and more than that\"",
                ])
            case "data": return generator.pick(["\"\"", "\"AQID\"", "{\"$data\":\"AQ==\"}", "{ \"$data\" : \"\" }"])
            case "date":
                return generator.pick([
                    "null", "\"2026-02-28T23:59:59Z\"", "{\"$date\":\"1969-12-31T23:59:59.5Z\"}",
                    "\"0000-01-01T00:00:00.000000001Z\"", "\"+012026-01-01T00:00:00Z\"", "\"2024-02-29T00:00:00.120Z\"",
                ])
            case "exact": return generator.pick(["1", "\"1.10\"", "{\"$decimal\":\"-5E+10\"}", "2.5"])
            case "object": return "\"\(String(repeating: "5f", count: 12))\""
            case "uuid": return generator.pick(["null", "\"0123abcd-4567-89EF-0123-456789abcdef\""])
            case "any": return generator.pick(["null", "5", "\"t\"", "[1,{\"a\":null}]"])
            case "list": return generator.pick(["[]", "[1,2,3]", "[ ]"])
            case "next":
                let other = "\"k\(generator.below(count))\""
                return generator.pick(["null", other, "{\"$link\":[\"Item\",\(other)]}"])
            default: return generator.chance(oneIn: 2) ? "null" : nil
            }
        }

        mutating func line(_ index: Int) -> String {
            var names = ImportLinesTests.schema["Item"]?.properties.map(\.name) ?? []
            if generator.chance(oneIn: 4) { names.shuffle(using: &generator) }
            var members = ["\"_class\"\(blank()):\(blank())\"Item\""]
            for name in names where name == "id" || !generator.chance(oneIn: 6) {
                guard let value = value(name, index) else { continue }
                members.append("\(blank())\"\(name)\"\(blank()):\(blank())\(value)\(blank())")
            }
            return "\(blank()){\(blank())" + members.joined(separator: ",") + "}\(blank())"
        }
    }

    @Test func `random lines make what the same objects make one by one`() throws {
        var maker = Maker(generator: SeededGenerator(for: #function), count: 3000)
        let lines = (0..<maker.count).map { maker.line($0) }
        let (fast, slow) = (try realm("fast.realm"), try realm("slow.realm"))
        try load(lines, into: fast)
        try loadOneByOne(lines, into: slow)
        #expect(try self.lines(of: fast) == self.lines(of: slow))
        #expect(try Realm.verify(at: #require(fast.configuration.fileURL)).isSound)
    }

    @Test func `objects of several classes that link to each other are found, wherever they are`() throws {
        var lines: [String] = []
        for index in 0..<600 {
            lines.append(#"{"_class":"Plain","name":"p\#(index)","item":"k\#(599 - index)"}"#)
            lines.append(#"{"_class":"Item","id":"k\#(index)","count":\#(index),"next":"k\#(index / 2)"}"#)
        }
        let (fast, slow) = (try realm("fast.realm"), try realm("slow.realm"))
        try load(lines, into: fast)
        try loadOneByOne(lines, into: slow)
        #expect(try self.lines(of: fast) == self.lines(of: slow))
        #expect(try Realm.verify(at: #require(fast.configuration.fileURL)).isSound)
    }

    // MARK: Faults

    private func item(_ id: Int) -> String { #"{"_class":"Item","id":"k\#(id)"}"# }

    private func fault(_ lines: [String], into realm: Realm) throws -> String {
        try #require(#expect(throws: RLMError.self) { try load(lines, into: realm) }).localizedDescription
    }

    @Test func `a key that is there twice is named with the line of the second object`() throws {
        let lines = (0..<2000).map(item) + ["", item(1234)] + (3000..<4000).map(item)
        let message = try fault(lines, into: realm("made.realm"))
        #expect(message == "in:2002: class 'Item' has an object of the same primary key.")
    }

    @Test func `a key of an object that is there is named with its line`() throws {
        let realm = try realm("made.realm")
        try load((0..<500).map(item), into: realm)
        #expect(try fault((490..<600).map(item), into: realm).hasPrefix("in:1: "))
        #expect(try fault((600..<900).map(item) + [item(3)], into: realm).hasPrefix("in:301: "))
    }

    @Test func `objects that are there are changed, and others are added`() throws {
        let realm = try realm("made.realm")
        try load((0..<500).map(item), into: realm)
        let lines = (400..<900).map { #"{"_class":"Item","id":"k\#($0)","count":\#($0)}"# }
        try load(lines + lines, into: realm) { $0.update = .modified }
        #expect(realm.dynamicObjects("Item").count == 900)
        #expect(realm.dynamicObjects("Item").filter("count >= 400").count == 500)
    }

    @Test func `a bad line is found behind the first block`() throws {
        let filler = String(repeating: "x", count: 500)
        var lines = (0..<12_000).map { #"{"_class":"Plain","name":"\#(filler)\#($0)"}"# }
        lines.append(#"{"_class":"Plain","name":4}"#)
        #expect(try fault(lines, into: realm("made.realm")) == "in:12001: 'Plain.name' is of type string, not 4.")
    }

    @Test func `a link that leads nowhere is found behind the first block`() throws {
        let filler = String(repeating: "x", count: 500)
        var lines = (0..<12_000).map { #"{"_class":"Plain","name":"\#(filler)\#($0)"}"# }
        lines.append(#"{"_class":"Plain","name":"a","item":"none"}"#)
        let message = try fault(lines, into: realm("made.realm"))
        #expect(message == "in:12001: 'Plain.item' links to \"none\" of class 'Item', which does not exist.")
    }

    @Test func `transactions end after the given number of objects`() throws {
        var told: [Int] = []
        var importer = RealmImporter(try realm("made.realm"))
        importer.batchSize = 400
        let text = Data((0..<1000).map(item).joined(separator: "\n").utf8)
        let file = try directory.file("in.ndjson", text)
        try importer.importFiles([.init(file, format: .ndjson)]) { told.append($0.objects) }
        #expect(told == [400, 800, 1000])
    }
}
