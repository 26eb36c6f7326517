import Foundation
import RealmTools
import TestSupport
import Testing

/// JSON documents with an array of objects for each class.
@Suite("Import of documents") struct ImportDocumentTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private static func link(_ name: String, to target: String) -> Property {
        Property(name: name, type: .object, objectClassName: target, isOptional: true)
    }

    private static let schema = Schema([
        ObjectSchema(
            className: "Person",
            properties: [
                Property(name: "id", type: .int), Property(name: "name", type: .string, isOptional: true),
                link("friend", to: "Person"), link("dog", to: "Dog"), link("home", to: "Home"),
                Property(name: "dogs", type: .object, objectClassName: "Dog", isArray: true),
            ], primaryKey: "id"),
        ObjectSchema(
            className: "Dog",
            properties: [
                Property(name: "name", type: .string), Property(name: "any", type: .any), link("owner", to: "Person"),
            ]),
        ObjectSchema(
            className: "Home",
            properties: [Property(name: "street", type: .string), link("neighbour", to: "Person")], isEmbedded: true),
    ])

    private func realm(_ name: String = "made.realm") throws -> Realm {
        var configuration = Realm.Configuration(fileURL: directory.url.appendingPathComponent(name))
        configuration.schemaMode = .explicit(Self.schema)
        return try Realm(configuration: configuration)
    }

    private func input(_ text: String, _ format: RealmImporter.Format = .json) throws -> RealmImporter.Input {
        .init(try directory.file("in", Data(text.utf8)), format: format, name: "in")
    }

    @discardableResult
    private func load(
        _ text: String, _ format: RealmImporter.Format = .json, into realm: Realm
    ) throws -> RealmImporter.Report {
        try RealmImporter(realm).importFiles([input(text, format)])
    }

    private func export(_ realm: Realm, _ format: RealmExporter.Format = .ndjson) throws -> String {
        var bytes = Data()
        _ = try RealmExporter(realm, format: format).export { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func failure(_ text: String, into realm: Realm) throws -> String {
        let error = try #require(#expect(throws: RLMError.self) { try load(text, into: realm) })
        #expect(error.code == .badImport)
        return error.localizedDescription
    }

    private func isSound(_ realm: Realm) throws -> Bool {
        try Realm.verify(at: #require(realm.configuration.fileURL)).isSound
    }

    // MARK: The same as lines

    /// Fills a Realm with objects that lead to each other.
    private func fill(_ realm: Realm, _ generator: inout SeededGenerator) throws {
        let (people, dogs) = (1 + generator.below(300), 1 + generator.below(300))
        func name() -> String { generator.pick(["", "Ann", "Jörg \"x\"", "a\nb,]}", "\\", "[{\"", "😀\u{1}", "a:{"]) }
        try realm.write {
            let owners = (0..<people).map { id -> DynamicObject in
                realm.dynamicCreate("Person", value: ["id": id, "name": name()])
            }
            let owned = (0..<dogs).map { number -> DynamicObject in
                realm.dynamicCreate("Dog", value: ["name": name() + "\(number)", "any": generator.pick([1, number])])
            }
            for person in owners {
                if generator.chance(oneIn: 2) { person["friend"] = generator.pick(owners) }
                if generator.chance(oneIn: 2) { person["dog"] = generator.pick(owned) }
                if generator.chance(oneIn: 3) {
                    person["home"] = ["street": name(), "neighbour": generator.pick(owners)] as [String: Any]
                }
                if generator.chance(oneIn: 3) { person["dogs"] = [generator.pick(owned), generator.pick(owned)] }
            }
            for dog in owned where generator.chance(oneIn: 2) { dog["owner"] = generator.pick(owners) }
            // So that keys have gaps.
            for dog in owned where generator.chance(oneIn: 5) { realm.delete(dog) }
        }
    }

    @Test func `a document makes what lines with the same objects make`() throws {
        var generator = SeededGenerator(for: #function)
        for round in 0..<6 {
            let source = try realm("source\(round).realm")
            try fill(source, &generator)
            let lines = try export(source)
            let (byLines, byDocument) = (try realm("lines\(round).realm"), try realm("document\(round).realm"))
            try load(lines, .ndjson, into: byLines)
            var document = try export(source, .json)
            if round % 2 == 1 { document = document.replacing("},\n{", with: "\n}\r\n\t, {\n") }
            let report = try load(document, into: byDocument)
            #expect(try export(byLines) == lines)
            #expect(try export(byDocument) == lines)
            #expect(report.objects == lines.count { $0 == "\n" })
            #expect(try isSound(byDocument))
        }
    }

    @Test func `arrays that are longer than a block lead to each other`() throws {
        let filler = String(repeating: "x", count: 200)
        let people = (0..<25_000).map { "{\"id\":\($0),\"name\":\"\(filler)\",\"dog\":\(24_999 - $0)}" }
        let dogs = (0..<25_000).map { "{\"_key\":\($0),\"name\":\"\(filler)\($0)\",\"owner\":\($0)}" }
        let arrays = [people.joined(separator: ",\n"), dogs.joined(separator: ", ")]
        let document = "{\"classes\":{\"Person\":[\(arrays[0])],\"Dog\":[\(arrays[1])],\"Person\":[{\"id\":-1}]}}"
        let realm = try realm()
        var importer = RealmImporter(realm)
        let progress = Progress(totalUnitCount: 0)
        importer.progress = progress
        try importer.importFiles([input(document)])
        #expect(progress.completedUnitCount == progress.totalUnitCount)
        #expect(realm.dynamicObjects("Person").count == 25_001 && realm.dynamicObjects("Dog").count == 25_000)
        #expect(realm.dynamicObjects("Dog").filter("owner = nil").isEmpty)
        let person = try #require(realm.dynamicObject(ofType: "Person", forPrimaryKey: 24_000))
        #expect(((person["dog"] as? DynamicObject)?["name"] as? String)?.hasSuffix("x999") == true)
        #expect(try isSound(realm))
    }

    @Test func `several documents, also compressed, lead to each other`() throws {
        let texts = [
            #"{"classes":{"Person":[{"id":1,"dog":5,"friend":2}]}}"#, #"{"classes":{"Dog":[{"_key":5,"owner":2}]}}"#,
            #"[{"_class":"Person","id":2,"friend":1}]"#,
        ]
        let inputs = try texts.enumerated().map { number, text in
            RealmImporter.Input(try directory.file("\(number).json", Data(text.utf8)), format: .json)
        }
        let process = try Process.run(URL(fileURLWithPath: "/usr/bin/env"), arguments: ["gzip", inputs[1].url.path])
        process.waitUntilExit()
        let files = try RealmImporter.Input.files(in: directory.url, format: .json)
        #expect(files.map(\.url.lastPathComponent) == ["0.json", "1.json.gz", "2.json"])
        let realm = try realm()
        try RealmImporter(realm).importFiles(files)
        let lines = try export(realm)
        #expect(lines.contains(#""owner":{"$link":["Person",2]}"#) && lines.contains(#""dog":{"$link":["Dog",5]}"#))
        #expect(lines.contains(#""friend":{"$link":["Person",1]}"#))
    }

    // MARK: What the arrays say

    private static let small = """
        {"realm-export":1,"schemaVersion":4,"classes":{
        "Dog":[
        {"_key":7,"name":"Rex, \\"a\\"]}","any":[1,{"a":-0.5}],"owner":{"$link":["Person",2]}},
        {"_key":9,"name":"b","owner":1}],
        "Person":[{"id":1,"name":null,"friend":2,"dog":9},
         {"_class":"Person","id":2,"home":{"street":"\\u00e4"},
        "dogs":[7,9]}],"Home":[],"None":[]}}
        \t
        """

    @Test func `an object may name the class of its array`() throws {
        let realm = try realm()
        #expect(try load(Self.small, into: realm).objects == 4)
        let (first, second) = (#"{"_class":"Person","id":3}"#, #"{"id":4,"_class":"Person"}"#)
        try load("{\"classes\":{\"Person\":[\(first),\(second)]}}", into: realm)
        #expect(realm.dynamicObjects("Person").count == 4)
    }

    @Test(arguments: [
        #"{"_class":"Dog","name":"a"}"#, #"{"name":"a","_class":"Dog"}"#, #"{"_class":"None"}"#, #"{"_class":1}"#,
    ])
    func `an object that names another class is refused with its line`(object: String) throws {
        let text = "{\"classes\":{\"Dog\":[{\"name\":\"z\"}],\"Person\":[{\"id\":1},\n\(object)]}}"
        let name = object.contains("None") ? "\"None\"" : object.contains("1") ? "1" : "\"Dog\""
        let message = "in:2: '_class' must be the name of the class, not \(name)."
        #expect(try failure(text, into: realm()) == message)
        let error = try #require(#expect(throws: RLMError.self) { try RealmImporter.schema(of: [input(text)]) })
        #expect(error.localizedDescription == message)
    }

    @Test func `the schema of a document is that of its arrays`() throws {
        let schema = try RealmImporter.schema(of: [input(Self.small)]).document.schema
        #expect(schema.objectSchema.map(\.className) == ["Dog", "Person"])
        #expect(schema["Dog"]?.properties.map(\.name) == ["name", "any", "owner"])
        #expect(schema["Person"]?["id"]?.type == .int)
    }

    // MARK: Faults

    @Test(arguments: [
        ("\n{\"a\":1}", "2: the document has an unknown member 'a'"),
        ("{\"realm-export\":\n2}", "2: 'realm-export' must be 1"), ("", "1: the file ends in the middle of a value"),
        ("\n7", "2: '{' is missing before '7'"), ("{\"classes\":[]}", "1: '{' is missing before '['"),
        ("{\"classes\":{\"Dog\":{}}}", "1: '[' is missing before '{'"),
        ("{\"classes\":{\"Dog\":[],\n}}", "2: the name of a member is missing"),
        ("{\"classes\":{\"Dog\":[\n§]\n\"Person\":[]}}", "3: ',' is missing before '\"'"),
        ("{\"classes\":{\"Dog\":[§]},\n\"classes\":{}} 1", "2: there is more behind the document"),
        ("{\"classes\":{\"Dog\":[\n§,\n,{}]}}", "3: a JSON value is missing before ','"),
        ("{\"classes\":{\"Dog\":[§,\n]}}", "2: a JSON value is missing before ']'"),
        ("{\"classes\":{\"Dog\":[\n\"_key\":1}]}}", "2: an object is expected, not \"_key\""),
        ("{\"classes\":{\"Dog\":[§,\n7]}}", "2: an object is expected, not 7"),
        ("{\"classes\":{\"Dog\":[§\n§]}}", "2: ',' is missing before '{'"),
        ("{\"classes\":{\"Dog\":[],\n\"Cat\":[\n{}]}}", "3: the Realm has no class 'Cat'"),
        ("{\"classes\":{\"Dog\":[§],\n\"Person\":[{\"id\":\n\"a\"}]}}", "2: 'Person.id' is of type int, not \"a\""),
        (
            "{\"classes\":{\"Person\":[\n{\"id\":1},{\n\"id\":2,\"dog\":1}],\"Dog\":[§]}}",
            "2: 'Person.dog' links to 1 of class 'Dog', which does not exist"
        ),
    ])
    func `a fault is named with the line of the document`(text: String, message: String) throws {
        let dog = #"{"_key":3,"name":"a,]}"}"#
        #expect(try failure(text.replacing("§", with: dog), into: realm()) == "in:\(message).")
    }

    @Test func `a bad object is found behind the first block of the second array`() throws {
        let filler = String(repeating: "x", count: 500)
        let dogs = (0..<12_000).map { "{\"name\":\"\(filler)\($0)\"}" }.joined(separator: ",\n")
        let people = (0..<12_000).map { "{\"id\":\($0),\"name\":\"\(filler)\"}" }.joined(separator: ",\n")
        let text = "{\"classes\":{\"Dog\":[\(dogs)],\n\"Person\":[\n\(people),\n{\"id\":true}]}}"
        #expect(try failure(text, into: realm()) == "in:24002: 'Person.id' is of type int, not true.")
    }

    @Test func `the first of many bad objects is named`() throws {
        let numbers = [String](repeating: "1", count: 200_000).joined(separator: ",")
        #expect(try failure("[\n\(numbers)]", into: realm()) == "in:2: an object is expected, not 1.")
    }

    @Test func `a document that ends too early is refused, wherever that is`() throws {
        let realm = try realm()
        var importer = RealmImporter(realm)
        importer.isDryRun = true
        let objects = #"[{"_class":"Dog","name":"\"a,"}, {"_class":"Person","id":5,"friend":5}]"#
        for whole in [Self.small, objects + "\n "] {
            let text = Array(whole.utf8)
            let end = try #require(text.lastIndex { $0 > 0x20 }) + 1
            for count in 0...text.count {
                let cut = String(decoding: text[..<count], as: UTF8.self)
                if count >= end {
                    #expect(throws: Never.self) { try importer.importFiles([input(cut)]) }
                } else {
                    let error = #expect(throws: RLMError.self) { try importer.importFiles([input(cut)]) }
                    #expect(error?.code == .badImport, "\(count) bytes")
                    #expect(throws: RLMError.self) { try RealmImporter.schema(of: [input(cut)]) }
                }
            }
        }
    }

    @Test func `no change of some bytes makes an import trap, and the file stays sound`() throws {
        let realm = try realm()
        var importer = RealmImporter(realm)
        importer.update = .all
        var generator = SeededGenerator(for: #function)
        let interesting = Array("\"{}[],:$\\-.0e /\n".utf8)
        for _ in 0..<300 {
            var text = Array(Self.small.utf8)
            for _ in 0...generator.below(3) {
                let position = generator.below(text.count)
                text[position] = generator.pick(interesting)
            }
            do {
                try importer.importFiles([.init(directory.file("in", Data(text)), format: .json)])
            } catch let error as RLMError {
                #expect(error.code == .badImport)
            }
        }
        #expect(try isSound(realm))
    }
}
