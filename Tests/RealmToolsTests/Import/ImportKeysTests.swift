import Foundation
import RealmTools
import TestSupport
import Testing

/// Objects without primary key, named by `_key`, which are read in blocks, make what the same objects make that are
/// read one by one.
@Suite("Import of object keys") struct ImportKeysTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func realm(_ name: String, objects count: Int = 0) throws -> Realm {
        var configuration = Realm.Configuration(fileURL: directory.url.appendingPathComponent(name))
        configuration.schemaMode = .explicit(
            Schema([
                ObjectSchema(
                    className: "Node",
                    properties: [
                        Property(name: "text", type: .string, isOptional: true, isIndexed: true),
                        Property(name: "any", type: .any),
                        Property(name: "next", type: .object, objectClassName: "Node", isOptional: true),
                    ])
            ]))
        let realm = try Realm(configuration: configuration)
        try realm.write { for number in 0..<count { realm.dynamicCreate("Node", value: ["text": "old \(number)"]) } }
        return realm
    }

    private func load(
        _ text: String, _ format: RealmImporter.Format, into realm: Realm,
        _ change: (inout RealmImporter) -> Void = { _ in }
    ) throws {
        var importer = RealmImporter(realm)
        change(&importer)
        let file = try directory.file("in", Data(text.utf8))
        let className = format == .json ? nil : "Node"
        try importer.importFiles([.init(file, format: format, className: className, name: "in")])
    }

    private func lines(of realm: Realm) throws -> [Substring] {
        var bytes = Data()
        _ = try RealmExporter(realm).export { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }

    /// Objects with keys that mostly ascend, some of which only a reader of everything knows.
    private struct Objects {
        var json: [String] = []
        var csv = "next,_key,any,text\n"

        init(_ count: Int, _ generator: inout SeededGenerator) {
            var keys: [Int] = []
            var key = 0
            for _ in 0..<count {
                key += generator.chance(oneIn: 20) ? generator.below(1 << 20) + 1 : 1
                keys.append(key)
            }
            for _ in 0..<(count / 10) { keys.swapAt(generator.below(count), generator.below(count)) }
            for key in keys {
                let next = generator.chance(oneIn: 3) ? nil : generator.pick(keys)
                let any = generator.chance(oneIn: 10) ? "[1,{\"a\":null}]" : "\(key % 7)"
                json.append(
                    "{\"_key\":\(key),\"text\":\"t\(key)\",\"any\":\(any),\"next\":\(next.map { "\($0)" } ?? "null")}")
                csv += "\(next.map { "\($0)" } ?? ""),\(key),\"\(any.replacing("\"", with: "\"\""))\",t\(key)\n"
            }
        }
    }

    @Test(arguments: [0, 600])
    func `random keys lead to what they lead to one by one`(objectsBefore: Int) throws {
        var generator = SeededGenerator(for: #function)
        for round in 0..<4 {
            let objects = Objects(2000, &generator)
            let expected = try realm("expected\(round).realm", objects: objectsBefore)
            let unusual = objects.json.map { $0.unusual(of: "Node") }
            try load(unusual.joined(separator: "\n"), .ndjson, into: expected)
            let document = "{\"classes\":{\"Node\":[\(objects.json.joined(separator: ",\n"))]}}"
            let texts: [(RealmImporter.Format, String)] = [
                (.ndjson, objects.json.joined(separator: "\n")), (.csv, objects.csv), (.json, document),
            ]
            for (format, text) in texts {
                let made = try realm("\(format)\(round).realm", objects: objectsBefore)
                try load(text, format, into: made)
                let (found, wanted) = (try lines(of: made), try lines(of: expected))
                #expect(found.count == 2000 + objectsBefore)
                #expect(found == wanted)
                #expect(try Realm.verify(at: #require(made.configuration.fileURL)).isSound)
            }
        }
    }

    private static let repeated = "{\"_key\":3,\"text\":\"a\"}\n{\"_key\":4,\"text\":\"b\"}\n"

    @Test(arguments: [
        ("{\"_key\":3,\"text\":\"c\"}", "in:3: '_key' 3 is there twice."),
        ("{\"_key\":4,\"text\":\"c\"}", "in:3: '_key' 4 is there twice."),
        ("{\"_key\":-1,\"text\":\"c\"}", "in:3: '_key' must not be negative."),
        ("{\"_key\":5.5,\"text\":\"c\"}", "in:3: '_key' must be one integer, not 5.5."),
        ("{\"_key\":5,\"_key\":6,\"text\":\"c\"}", "in:3: '_key' must be one integer, not 6."),
        ("{\"text\":\"c\"}", "in:3: either all objects of a class have '_key' or none."),
    ])
    func `a key that cannot be is named with its line`(line: String, message: String) throws {
        let realm = try realm("made.realm")
        let error = try #require(
            #expect(throws: RLMError.self) { try load(Self.repeated + line, .ndjson, into: realm) })
        #expect(error.localizedDescription == message)
    }

    @Test func `objects whose key is there twice are put aside, the others stay`() throws {
        let realm = try realm("made.realm")
        var rejected: [String] = []
        try load("_key,text\n1,a\n2,b\n2,c\n-4,d\n3,e\n", .csv, into: realm) {
            $0.reject = { rejected.append(String(decoding: $0.text, as: UTF8.self)) }
        }
        #expect(rejected == ["2,c\n", "-4,d\n"])
        #expect(realm.dynamicObjects("Node").map { $0["text"] as? String } == ["a", "b", "e"])
    }
}
