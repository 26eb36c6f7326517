import TestSupport
import Testing

@testable import RealmStore

/// What is usual in lines of JSON becomes rows, or is looked at in place; the rest is handed back.
@Suite("Blocks of lines") struct RowBlockTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func text(_ lines: String) throws -> TextBlock {
        var pieces = [Array((lines + "\n").utf8)]
        var texts = TextBlocks { _ in pieces.popLast() ?? [] }
        return try #require(try texts.next())
    }

    private func block(_ lines: String, _ classes: [ObjectSchema], onlyUsual: Bool = false) throws -> RowBlock {
        var configuration = Realm.Configuration(fileURL: directory.url.appendingPathComponent("rows.realm"))
        configuration.schemaMode = .explicit(Schema(classes))
        _ = try Realm(configuration: configuration)
        let path = directory.url.appendingPathComponent("rows.realm").path
        let tables = try Group(RealmFile.open(path, key: nil, sharing: .none)).tables.filter { $0.className != nil }
        let byKey = Dictionary(uniqueKeysWithValues: tables.map { ($0.key, $0) })
        let positions = Dictionary(uniqueKeysWithValues: tables.enumerated().map { ($1.key, $0) })
        let layouts = tables.map { table in
            RowLayout(table, className: table.className ?? "", among: byKey, positions: positions) { $0 }
        }
        let usual = tables.firstIndex { $0.className == "Note" }
        return try RowBlock(lines: text(lines), layouts, usual: usual, onlyUsual: onlyUsual)
    }

    private func linesHandedBack(_ block: RowBlock) -> [Int] {
        block.pieces.compactMap { if case .line(_, let line) = $0 { line } else { nil } }
    }

    private var classes: [ObjectSchema] {
        func property(
            _ name: String, _ type: PropertyType, _ target: String? = nil, isOptional: Bool = false,
            isArray: Bool = false, isMap: Bool = false
        ) -> Property {
            Property(
                name: name, type: type, objectClassName: target, isOptional: isOptional, isArray: isArray, isMap: isMap)
        }
        return [
            ObjectSchema(
                className: "Place", properties: [property("city", .string), property("codes", .int, isArray: true)],
                isEmbedded: true),
            ObjectSchema(
                className: "Note",
                properties: [
                    property("id", .int), property("any", .any),
                    property("home", .object, "Place", isOptional: true),
                    property("stops", .object, "Place", isArray: true),
                    property("rooms", .object, "Place", isOptional: true, isMap: true),
                    property("friends", .object, "Note", isOptional: true, isMap: true),
                    property("words", .string, isMap: true),
                ]),
        ]
    }

    @Test func `objects in objects, dictionaries and mixed values become rows`() throws {
        let block = try block(
            """
            {"id":1,"any":"a","home":{"city":"b","codes":[1,2]},"stops":[{"city":"c"},{"codes":[]}]}
            {"rooms":{"y":{"city":"d"},"x":null},"any":2.5,"friends":{"z":7,"a":null},"words":{"$map":{"$a":"b"}}}
            {"home":null,"any":null,"stops":[],"rooms":{}}
            """, classes)
        #expect(linesHandedBack(block).isEmpty)
        let notes = try #require(block.rows.first { !$0.layout.isEmbedded })
        let places = try #require(block.rows.first { $0.layout.isEmbedded })
        #expect(notes.count == 3 && places.count == 4)
        let rooms = try #require(notes.layout.properties.firstIndex { $0.column.name == "rooms" })
        #expect(notes.keys(1, rooms).map(\.text) == ["x", "y"])
        #expect(notes.elements(1, rooms).map(\.isNull) == [true, false])
    }

    @Test func `embedded objects of a line that is handed back are no rows`() throws {
        let block = try block(
            """
            {"id":1,"stops":[{"city":"a"}]}
            {"id":2,"stops":[{"city":"b"},{"city":3}]}
            {"id":3,"rooms":{"a":{"city":"c"},"a":{"city":"d"}}}
            {"id":4,"stops":[{"city":"e"}],"home":{"city":"f"}}
            """, classes)
        #expect(linesHandedBack(block) == [1, 2])
        let places = try #require(block.rows.first { $0.layout.isEmbedded })
        let city = try #require(places.layout.properties.firstIndex { $0.column.name == "city" })
        let cities = try #require(places.values(city))
        #expect(cities.map(\.text) == ["a", "e", "f"])
    }

    @Test func `a block has no more than some millions of values`() throws {
        let properties = (0..<200).map { Property(name: "p\($0)", type: .int) }
        let block = try block(
            String(repeating: "{}\n", count: 17_000), [ObjectSchema(className: "Note", properties: properties)])
        #expect(block.rows.map(\.count) == [16_384])
        #expect(linesHandedBack(block) == Array(16_384..<17_000))
    }

    @Test(arguments: [(false, [3]), (true, [1, 3])])
    func `objects that name another class are handed back where all are of one`(onlyUsual: Bool, lines: [Int]) throws {
        let classes = ["Note", "Other"].map {
            ObjectSchema(className: $0, properties: [Property(name: "id", type: .int)])
        }
        let text = """
            {"_class":"Note","id":1}
            {"_class":"Other","id":2}
            {"id":3}
            {"_class":"None","id":4}
            """
        #expect(try linesHandedBack(block(text, classes, onlyUsual: onlyUsual)) == lines)
        var reader = JSONSketchReader(try self.text(text), usual: "Note", onlyUsual: onlyUsual)
        var sketches = classes.map { RowSketch(of: $0.className) }
        for index in sketches.indices { sketches[index].add([], targets: [], of: "id") }
        var found: [Int] = []
        while let next = reader.next(&sketches) { found.append(next.line) }
        #expect(found == lines)
    }

    @Test func `a schema is looked for in place, and what is new is handed back`() throws {
        let text = try text(
            """
            {"a":1,"b":[1,2],"c":"x"}
            {"c":"y","a":2.5,"b":null}
            {"a":{"$date":"2026-01-02T03:04:05Z"},"b":{"k":"v"},"c":[{"d":[1]}]}
            {"a":1,"new":1}
            {"b":[]}
            """)
        var reader = JSONSketchReader(text, usual: "A")
        var classes: [RowSketch] = []
        // Before anything is known of the class.
        #expect(reader.next(&classes)?.line == 0)
        var sketch = RowSketch(of: "A")
        sketch.addObject()
        for name in ["a", "b", "c"] { sketch.add([], targets: [], of: name) }
        classes.append(sketch)
        #expect(reader.next(&classes)?.line == 3)
        #expect(reader.next(&classes)?.line == nil)
        #expect(classes[0].objectCount == 4)
        #expect(classes[0].property("a")?.kinds == [.single, .double, .date])
        #expect(classes[0].property("b")?.kinds == [.null, .map, .string, .list])
        #expect(classes[0].property("c")?.kinds == [.single, .string, .list, .irregular])
        #expect(classes[0].property("b")?.count == 4)
    }
}

extension Value {
    fileprivate var text: String {
        if case .string(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { "" }
    }
}
