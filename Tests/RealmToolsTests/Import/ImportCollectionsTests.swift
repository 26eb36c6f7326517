import Foundation
import RealmTools
import TestSupport
import Testing

/// Lists and sets, which are read in blocks of lines, make what a JSON document with the same objects makes.
@Suite("Import of lists and sets") struct ImportCollectionsTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func realm(_ name: String) throws -> Realm {
        var configuration = Realm.Configuration(fileURL: directory.url.appendingPathComponent(name))
        func list(_ name: String, _ type: PropertyType, isOptional: Bool = false) -> Property {
            Property(name: name, type: type, isOptional: isOptional, isArray: true)
        }
        func set(_ name: String, _ type: PropertyType) -> Property { Property(name: name, type: type, isSet: true) }
        configuration.schemaMode = .explicit(
            Schema([
                ObjectSchema(
                    className: "Tag",
                    properties: [Property(name: "name", type: .string), Property(name: "weight", type: .int)],
                    primaryKey: "name"),
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
                    ], primaryKey: "id"),
            ]))
        return try Realm(configuration: configuration)
    }

    private func load(_ text: String, _ format: RealmImporter.Format, into realm: Realm) throws {
        let file = try directory.file("in", Data(text.utf8))
        let className = format == .json ? nil : "Note"
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
        add("title", generator.chance(oneIn: 5) ? "null" : "\"note \(id % 10)\"")
        return "{" + members.joined(separator: ",") + "}"
    }

    @Test func `random lists and sets are what they are in a document`() throws {
        var generator = SeededGenerator(for: #function)
        for round in 0..<4 {
            let notes = (0..<800).map { note($0, tags: 40, &generator) }
            let tags = (0..<40).map { "{\"_class\":\"Tag\",\"name\":\"tag \($0)\",\"weight\":\($0)}" }
            let made = try realm("lines\(round).realm")
            let all = tags[..<20] + notes[..<400] + tags[20...] + notes[400...]
            try load(all.joined(separator: "\n"), .ndjson, into: made)
            let expected = try realm("document\(round).realm")
            let document = """
                {"classes":{"Tag":[\(tags.joined(separator: ","))],"Note":[\(notes.joined(separator: ","))]}}
                """
            try load(document, .json, into: expected)
            let (found, wanted) = (try lines(of: made), try lines(of: expected))
            #expect(found.count == 840)
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
        ("{\"id\":1,\"tags\":[\"none\"]}", "in:1: 'Note.tags' links to \"none\" of class 'Tag', which does not exist."),
    ])
    func `an element that cannot be is named with its line`(line: String, message: String) throws {
        let realm = try realm("made.realm")
        let error = try #require(#expect(throws: RLMError.self) { try load(line, .ndjson, into: realm) })
        #expect(error.localizedDescription == message)
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
        func usedBytes(_ text: String, _ format: RealmImporter.Format) throws -> Int {
            let realm = try realm("\(format).realm")
            try load(text, format, into: realm)
            return try Realm.fileInfo(at: #require(realm.configuration.fileURL)).usedBytes
        }
        // That of a document is made object by object; each of 4,000 collections would take some 16 bytes.
        let byObject = try usedBytes("{\"classes\":{\"Note\":[\(objects.joined(separator: ","))]}}", .json)
        let byColumns = try usedBytes(objects.joined(separator: "\n"), .ndjson)
        #expect(abs(byColumns - byObject) < 16_000)
    }
}
