import Foundation
import RealmTools
import TestSupport
import Testing

/// Collections, embedded objects and mixed values, which are read in blocks of lines, make what the same objects make
/// that are read one by one.
@Suite("Import of collections and embedded objects") struct ImportCollectionsTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func realm(_ name: String) throws -> Realm {
        var configuration = Realm.Configuration(fileURL: directory.url.appendingPathComponent(name))
        func list(_ name: String, _ type: PropertyType, isOptional: Bool = false) -> Property {
            Property(name: name, type: type, isOptional: isOptional, isArray: true)
        }
        func set(_ name: String, _ type: PropertyType) -> Property { Property(name: name, type: type, isSet: true) }
        func map(_ name: String, _ type: PropertyType, of className: String? = nil, isOptional: Bool) -> Property {
            Property(name: name, type: type, objectClassName: className, isOptional: isOptional, isMap: true)
        }
        configuration.schemaMode = .explicit(
            Schema([
                ObjectSchema(
                    className: "Tag",
                    properties: [Property(name: "name", type: .string), Property(name: "weight", type: .int)],
                    primaryKey: "name"),
                ObjectSchema(
                    className: "Place",
                    properties: [
                        Property(name: "city", type: .string, isOptional: true), list("codes", .int),
                        Property(name: "tag", type: .object, objectClassName: "Tag", isOptional: true),
                    ], isEmbedded: true),
                ObjectSchema(
                    className: "Part",
                    properties: [
                        Property(name: "count", type: .int),
                        Property(name: "at", type: .object, objectClassName: "Place", isOptional: true),
                        Property(name: "stops", type: .object, objectClassName: "Place", isArray: true),
                    ], isEmbedded: true),
                ObjectSchema(
                    className: "Note",
                    properties: [
                        Property(name: "id", type: .int), list("numbers", .int),
                        list("maybe", .string, isOptional: true), list("flags", .bool), list("times", .date),
                        list("bytes", .data), list("ids", .UUID), list("any", .any), set("words", .string),
                        set("ratios", .double),
                        Property(name: "tags", type: .object, objectClassName: "Tag", isArray: true),
                        Property(name: "kinds", type: .object, objectClassName: "Tag", isSet: true),
                        Property(name: "title", type: .string, isOptional: true, isIndexed: true),
                        Property(name: "home", type: .object, objectClassName: "Place", isOptional: true),
                        Property(name: "parts", type: .object, objectClassName: "Part", isArray: true),
                        map("sizes", .int, isOptional: true), map("labels", .string, isOptional: false),
                        map("near", .object, of: "Tag", isOptional: true), map("values", .any, isOptional: false),
                        map("rooms", .object, of: "Place", isOptional: true),
                        Property(name: "value", type: .any, isIndexed: true),
                    ], primaryKey: "id"),
            ]))
        return try Realm(configuration: configuration)
    }

    private func load(_ text: String, _ format: RealmImporter.Format, into realm: Realm) throws {
        let file = try directory.file("in", Data(text.utf8))
        let className = format == .json && !text.hasPrefix("[") ? nil : "Note"
        try RealmImporter(realm).importFiles([.init(file, format: format, className: className, name: "in")])
    }

    private func lines(of realm: Realm) throws -> [Substring] {
        var bytes = Data()
        _ = try RealmExporter(realm).export { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }

    /// The members of a note that `generator` makes; some are left out, some empty.
    private func note(_ id: Int, tags: Int, _ generator: inout SeededGenerator) -> String {
        func array(_ maximum: Int, _ element: (Int) -> String) -> String {
            let count = generator.chance(oneIn: 200) ? 1_500 : generator.below(maximum + 1)
            return "[" + (0..<count).map { _ in element(generator.below(1 << 20)) }.joined(separator: ", ") + "]"
        }
        var members = ["\"id\":\(id)"]
        func add(_ name: String, _ value: String) {
            if !generator.chance(oneIn: 4) { members.append("\"\(name)\": \(value)") }
        }
        add("numbers", array(9) { "\($0 - 500_000)" })
        add("maybe", array(5) { $0 % 4 == 0 ? "null" : "\"t\\u00e4\($0)\"" })
        add("flags", array(3) { $0 % 2 == 0 ? "true" : "false" })
        add("times", array(2) { "{\"$date\":\"20\(10 + $0 % 90)-03-04T05:06:07.08Z\"}" })
        add("bytes", array(2) { "\"\(Data("\($0)".utf8).base64EncodedString())\"" })
        add("ids", array(1) { "\"00000000-0000-4000-8000-\(String(format: "%012x", $0))\"" })
        add("any", array(2) { $0 % 3 == 0 ? "[\($0)]" : "\($0)" })
        add("words", array(6) { "\"w\($0 % 7)\"" })
        add("ratios", array(4) { "\(Double($0 % 5) / 4)" })
        // Some lead to tags that come later, or to one that is made by a line of its own.
        add("tags", array(4) { "\"tag \($0 % tags)\"" })
        add("kinds", array(4) { "{\"$link\":[\"Tag\",\"tag \($0 % tags)\"]}" })
        func place(_ number: Int) -> String {
            "{\"city\":\"c\(number % 9)\",\"codes\":[\(number)],\"tag\":\"tag \(number % tags)\"}"
        }
        add("home", generator.chance(oneIn: 4) ? "null" : place(generator.below(1 << 20)))
        add(
            "parts",
            array(3) { number in
                let stops = (0..<(number % 3)).map { place(number + $0) }.joined(separator: ",")
                return "{\"count\":\(number),\"at\":\(number % 3 == 0 ? "null" : place(number)),\"stops\":[\(stops)]}"
            })
        func map(_ value: (Int) -> String) -> String {
            let count = generator.chance(oneIn: 200) ? 1_500 : generator.below(5)
            let keys = Set((0..<count).map { _ in generator.below(1 << 12) })
            let entries = "{" + keys.map { "\"k\($0 % 7)\\u00fc\($0)\": \(value($0))" }.joined(separator: ", ") + "}"
            return generator.chance(oneIn: 3) ? "{\"$map\":\(entries)}" : entries
        }
        func mixed(_ number: Int) -> String {
            let values = [
                "null", "true", "\(number)", "-\(number).5", "1e3", "\"s\(number)\"", "-0", "[1]", "{\"a\":1}",
            ]
            return values[number % values.count]
        }
        add("sizes", map { $0 % 4 == 0 ? "null" : "\($0)" })
        add("labels", map { "\"l\($0)\"" })
        add("near", map { $0 % 4 == 0 ? "null" : "\"tag \($0 % tags)\"" })
        add("values", map(mixed))
        add("rooms", map { $0 % 4 == 0 ? "null" : place($0) })
        add("value", mixed(generator.below(1 << 10)))
        add("title", generator.chance(oneIn: 5) ? "null" : "\"note \(id % 10)\"")
        return "{" + members.joined(separator: ",") + "}"
    }

    @Test func `random objects are what they are one by one`() throws {
        var generator = SeededGenerator(for: #function)
        for round in 0..<3 {
            let notes = (0..<400).map { note($0, tags: 40, &generator) }
            let tags = (0..<40).map { "{\"_class\":\"Tag\",\"name\":\"tag \($0)\",\"weight\":\($0)}" }
            let made = try realm("lines\(round).realm")
            let all = tags[..<20] + notes[..<200] + tags[20...] + notes[200...]
            if round == 0 {
                // In lines of its own, as people write it.
                let array = "[\n  " + all.joined(separator: ",\n  ").replacing(",\"", with: ",\r\n\t\"") + "\n]\n"
                try load(array, .json, into: made)
            } else {
                try load(all.joined(separator: "\n"), .ndjson, into: made)
            }
            let expected = try realm("expected\(round).realm")
            let unusual = notes.map { $0.unusual(of: "Note") }
            try load((tags + unusual).joined(separator: "\n"), .ndjson, into: expected)
            let (found, wanted) = (try lines(of: made), try lines(of: expected))
            #expect(found.count == 440)
            #expect(found == wanted)
            #expect(try Realm.verify(at: #require(made.configuration.fileURL)).isSound)
        }
    }

    @Test func `so is a list of more elements than are read at once`() throws {
        let realm = try realm("made.realm")
        let numbers = (0..<600_000).map { $0 % 7 }
        try load("{\"id\":1,\"numbers\":\(numbers)}\n{\"id\":2,\"numbers\":[1]}", .ndjson, into: realm)
        let found = try lines(of: realm)
        #expect(found[0].contains("\"numbers\":[\(numbers.map(String.init).joined(separator: ","))]"))
        #expect(found[1].contains("\"numbers\":[1]"))
        #expect(try Realm.verify(at: #require(realm.configuration.fileURL)).isSound)
    }

    @Test(arguments: [
        ("{\"id\":1,\"numbers\":[1,null]}", "in:1: 'Note.numbers' must not be null."),
        ("{\"id\":1,\"numbers\":[1,\"a\"]}", "in:1: 'Note.numbers' is of type list of int, not \"a\"."),
        ("{\"id\":1,\"numbers\":[1],\"numbers\":[2]}", "in:1: 'Note.numbers' is there twice."),
        ("{\"id\":1,\"sizes\":{\"b\":1,\"a\":2,\"b\":3}}", "in:1: 'Note.sizes' has key 'b' twice."),
        ("{\"id\":1,\"labels\":{\"b\":null}}", "in:1: 'Note.labels' must not be null."),
        ("{\"id\":1,\"home\":{\"town\":\"x\"}}", "in:1: class 'Place' has no property 'town'."),
        ("{\"id\":1,\"tags\":[\"none\"]}", "in:1: 'Note.tags' links to \"none\" of class 'Tag', which does not exist."),
    ])
    func `an element that cannot be is named with its line`(line: String, message: String) throws {
        let realm = try realm("made.realm")
        let error = try #require(#expect(throws: RLMError.self) { try load(line, .ndjson, into: realm) })
        #expect(error.localizedDescription == message)
    }

    @Test func `embedded objects of a line with a problem are not made`() throws {
        let realm = try realm("made.realm")
        var importer = RealmImporter(realm)
        var rejected = 0
        importer.reject = { _ in rejected += 1 }
        let text = """
            {"id":1,"parts":[{"count":1},{"count":2}]}
            {"id":2,"parts":[{"count":3},{"count":"x"}]}
            {"id":3,"parts":[{"count":4}],"home":{"city":"a"},"title":5}
            {"id":1,"parts":[{"count":5}]}
            {"id":5,"rooms":{"b":{"city":"c"},"a":{"city":7}}}
            {"id":4,"home":{"city":"b","codes":[6]}}
            """
        let file = try directory.file("in", Data(text.utf8))
        try importer.importFiles([.init(file, format: .ndjson, className: "Note", name: "in")])
        #expect(rejected == 4)
        #expect(realm.dynamicObjects("Note").count == 2)
        let note = try #require(realm.dynamicObject(ofType: "Note", forPrimaryKey: 4))
        #expect((note["home"] as? DynamicObject)?["city"] as? String == "b")
        #expect(try Realm.verify(at: #require(realm.configuration.fileURL)).isSound)
    }

    @Test func `elements of a line with a problem do not become those of the next one`() throws {
        let realm = try realm("made.realm")
        var importer = RealmImporter(realm)
        var rejected = 0
        importer.reject = { _ in rejected += 1 }
        let text = "{\"id\":1,\"numbers\":[1]}\n{\"id\":2,\"numbers\":[2,3],\"flags\":[1]}\n{\"id\":3,\"flags\":[true]}"
        let file = try directory.file("in", Data(text.utf8))
        try importer.importFiles([.init(file, format: .ndjson, className: "Note", name: "in")])
        #expect(rejected == 1)
        #expect(
            try lines(of: realm).map { $0.contains("\"numbers\":[1]") } == [true, false]
                && lines(of: realm)[1].contains("\"flags\":[true]"))
    }

    @Test func `the record of a commit does not tell of elements that new objects were given`() throws {
        let objects = (0..<2_000).map { "{\"id\":\($0),\"numbers\":[1],\"words\":[\"a\"]}" }
        func usedBytes(_ objects: [String], _ name: String) throws -> Int {
            let realm = try realm(name)
            try load(objects.joined(separator: "\n"), .ndjson, into: realm)
            return try Realm.fileInfo(at: #require(realm.configuration.fileURL)).usedBytes
        }
        // Each of 4,000 collections would take some 16 bytes.
        let byObject = try usedBytes(objects.map { $0.unusual(of: "Note") }, "objects.realm")
        let byColumns = try usedBytes(objects, "columns.realm")
        #expect(abs(byColumns - byObject) < 16_000)
    }
}
