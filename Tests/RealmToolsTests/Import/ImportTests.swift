import Foundation
import RealmTools
import TestSupport
import Testing

/// Imports of data from people and other programs.
@Suite("Import") struct ImportTests {
    private let directory: TemporaryDirectory
    private let realm: Realm

    init() throws {
        directory = try TemporaryDirectory()
        realm = try ImportTests.realm(directory, "made.realm")
    }

    private static func link(_ name: String, to target: String) -> Property {
        Property(name: name, type: .object, objectClassName: target, isOptional: true)
    }

    private static let schema = Schema([
        ObjectSchema(
            className: "Person",
            properties: [
                Property(name: "id", type: .int),
                Property(name: "name", type: .string, isOptional: true, isIndexed: true),
                link("friend", to: "Person"), link("dog", to: "Dog"), link("address", to: "Address"),
                Property(name: "dogs", type: .object, objectClassName: "Dog", isArray: true),
                Property(name: "numbers", type: .int, isArray: true),
                Property(name: "any", type: .any), Property(name: "map", type: .double, isOptional: true, isMap: true),
            ], primaryKey: "id"),
        ObjectSchema(
            className: "Dog",
            properties: [
                Property(name: "name", type: .string), Property(name: "born", type: .date, isOptional: true),
                link("owner", to: "Person"),
            ]),
        ObjectSchema(
            className: "Address",
            properties: [Property(name: "street", type: .string), link("neighbour", to: "Person")], isEmbedded: true),
    ])

    private static func realm(_ directory: TemporaryDirectory, _ name: String) throws -> Realm {
        var configuration = Realm.Configuration(fileURL: directory.url.appendingPathComponent(name))
        configuration.schemaMode = .explicit(schema)
        return try Realm(configuration: configuration)
    }

    private func file(_ text: String, _ name: String = "in.ndjson") throws -> RealmImporter.Input {
        let url = try directory.file(name, Data(text.utf8))
        return try #require(RealmImporter.Input(named: url, name: name))
    }

    /// Imports JSON lines.
    @discardableResult
    private func load(
        _ lines: String, _ change: (inout RealmImporter) -> Void = { _ in }
    ) throws -> RealmImporter.Report {
        var importer = RealmImporter(realm)
        change(&importer)
        var input = try file(lines)
        input.className = nil
        return try importer.importFiles([input])
    }

    private func lines() throws -> [String] {
        var bytes = Data()
        _ = try RealmExporter(realm).export { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func failure(_ body: () throws -> Void) throws -> RLMError {
        try #require(#expect(throws: RLMError.self) { try body() })
    }

    private func person(_ id: Int) throws -> DynamicObject {
        try #require(realm.dynamicObject(ofType: "Person", forPrimaryKey: id))
    }

    // MARK: Links

    @Test func `links may lead to objects that come later, to the object itself, and out of embedded objects`() throws {
        try load(
            """
            {"_class":"Person","id":1,"friend":{"$link":["Person",2]},"dogs":[{"$link":["Dog",9]},{"$link":["Dog",8]}],\
            "address":{"street":"A","neighbour":{"$link":["Person",2]}},"any":[{"$link":["Dog",8]}]}
            {"_class":"Person","id":2,"friend":{"$link":["Person",2]}}
            {"_class":"Dog","_key":8,"name":"Rex"}
            {"_class":"Dog","_key":9,"name":"Max"}
            """)
        let first = try person(1)
        #expect((first["friend"] as? DynamicObject)?["id"] as? Int == 2)
        #expect(((try person(2))["friend"] as? DynamicObject)?["id"] as? Int == 2)
        let found = try lines()
        #expect(found.contains { $0.contains(#""dogs":[{"$link":["Dog",9]},{"$link":["Dog",8]}]"#) })
        #expect(found.contains { $0.contains(#""address":{"street":"A","neighbour":{"$link":["Person",2]}}"#) })
        #expect(found.contains { $0.contains(#""any":[{"$link":["Dog",8]}]"#) })
        #expect(try Realm.verify(at: #require(realm.configuration.fileURL)).isSound)
    }

    @Test func `a link that leads nowhere is an error with its line`() throws {
        let error = try failure {
            try load(
                #"{"_class":"Person","id":1}"# + "\n"
                    + #"{"_class":"Person","id":2,"friend":{"$link":["Person",3]}}"#)
        }
        #expect(error.code == .badImport)
        #expect(
            error.localizedDescription
                == "in.ndjson:2: 'Person.friend' links to 3 of class 'Person', which does not exist.")
    }

    @Test func `an object key that is taken becomes another, and links to it follow`() throws {
        try load(#"{"_class":"Dog","_key":0,"name":"Old"}"#)
        try load(
            """
            {"_class":"Person","id":1,"dog":{"$link":["Dog",0]}}
            {"_class":"Dog","_key":0,"name":"New"}
            """)
        #expect(((try person(1))["dog"] as? DynamicObject)?["name"] as? String == "New")
        #expect(realm.dynamicObjects("Dog").count == 2)
    }

    @Test func `a link by object key leads to an older object if the files do not have it`() throws {
        try load(#"{"_class":"Dog","_key":5,"name":"Old"}"#)
        try load(#"{"_class":"Person","id":1,"dog":{"$link":["Dog",5]}}"#)
        #expect(((try person(1))["dog"] as? DynamicObject)?["name"] as? String == "Old")
    }

    // MARK: Objects that are there

    @Test func `a primary key that is taken is an error`() throws {
        let error = try failure { try load(#"{"_class":"Person","id":1}"# + "\n" + #"{"_class":"Person","id":1}"#) }
        #expect(error.localizedDescription == "in.ndjson:2: class 'Person' has an object of the same primary key.")
    }

    @Test(arguments: [Realm.UpdatePolicy.modified, .all])
    func `an update sets what is given and leaves the rest`(policy: Realm.UpdatePolicy) throws {
        try load(#"{"_class":"Person","id":1,"name":"Ann","numbers":[1,2],"map":{"$map":{"a":1}}}"#)
        let report = try load(#"{"_class":"Person","id":1,"numbers":[3],"any":true}"#) { $0.update = policy }
        #expect(report.classes.map { [$0.created, $0.updated] } == [[0, 1]])
        let line = try #require(try lines().first)
        #expect(
            line.contains(#""name":"Ann""#) && line.contains(#""numbers":[3]"#) && line.contains(#""any":true"#)
                && line.contains(#"{"a":1.0}"#))
    }

    // MARK: Transactions

    private static let threeAndAFault = """
        {"_class":"Dog","name":"a"}
        {"_class":"Dog","name":"b"}
        {"_class":"Dog","name":"c"}
        {"_class":"Dog","name":4}
        """

    @Test func `objects committed before an error stay and are reported`() throws {
        var told: [Int] = []
        var importer = RealmImporter(realm)
        importer.batchSize = 2
        let input = try file(Self.threeAndAFault)
        let error = try failure { try importer.importFiles([input]) { told.append($0.objects) } }
        #expect(error.localizedDescription == "in.ndjson:4: 'Dog.name' is of type string, not 4.")
        #expect(realm.dynamicObjects("Dog").count == 2)
        #expect(told == [2])
    }

    @Test func `a single transaction is all or nothing`() throws {
        _ = try failure {
            try load(Self.threeAndAFault) {
                $0.batchSize = 2
                $0.isSingleTransaction = true
            }
        }
        #expect(realm.isEmpty)
    }

    @Test func `a dry run finds the errors and writes nothing`() throws {
        _ = try failure { try load(Self.threeAndAFault) { $0.isDryRun = true } }
        let bytes = try Data(contentsOf: #require(realm.configuration.fileURL))
        let report = try load(#"{"_class":"Dog","name":"a"}"#) { $0.isDryRun = true }
        #expect(report.objects == 1 && report.transactions == 0)
        #expect(try Data(contentsOf: #require(realm.configuration.fileURL)) == bytes)
    }

    @Test func `the same import makes the same file`() throws {
        let text = #"{"_class":"Person","id":1,"any":[[1],{"a":[2,[3]]},[4]]}"#
        var files: [Data] = []
        for name in ["one.realm", "two.realm"] {
            let realm = try ImportTests.realm(directory, name)
            try RealmImporter(realm).importFiles([file(text)])
            files.append(try Data(contentsOf: #require(realm.configuration.fileURL)))
        }
        #expect(files[0] == files[1])
    }

    // MARK: Faults

    @Test(arguments: [
        (#"{"_class":"Cat"}"#, "the Realm has no class 'Cat'"),
        (
            #"{"name":"x"}"#,
            "the object does not say its class: it has no '_class', and none is given for the whole file"
        ),
        (#"{"_class":"Dog","age":1}"#, "class 'Dog' has no property 'age'"),
        (#"{"_class":"Dog","name":"a","name":"b"}"#, "'Dog.name' is there twice"),
        (#"{"_class":"Dog","name":null}"#, "'Dog.name' must not be null"),
        (#"{"_class":"Dog","_key":-1,"name":"a"}"#, "'_key' must not be negative"),
        (#"{"_class":"Person","name":"a"}"#, "the primary key 'Person.id' is missing"),
        (#"{"_class":"Person","_key":1,"id":1}"#, "class 'Person' has a primary key, so its objects have no '_key'"),
        (#"{"_class":"Person","id":1.5}"#, "'Person.id' is of type int, not 1.5"),
        (#"{"_class":"Person","id":9223372036854775808}"#, "'Person.id' is of type int, not 9223372036854775808"),
        (#"{"_class":"Person","id":1,"numbers":[1,"2"]}"#, "'Person.numbers' is of type list of int, not \"2\""),
        (#"{"_class":"Person","id":1,"dog":{"$link":["Person",1]}}"#, "'Person.dog' links to 'Dog', not to 'Person'"),
        (
            #"{"_class":"Person","id":1,"any":{"$what":1}}"#,
            "'Person.any' holds an object with \"$what\", which is no typed value"
        ),
        (
            #"{"_class":"Person","id":1,"any":{"$link":["Address",1]}}"#,
            "'Person.any' links to embedded class 'Address'"
        ),
        (#"{"_class":"Person","id":1,"map":{"a":1,"a":2}}"#, "'Person.map' has key 'a' twice"),
        (
            #"{"_class":"Dog","name":"a","born":{"$date":"2026-02-29T00:00:00Z"}}"#,
            "'Dog.born' is of type date, not 2026-02-29T00:00:00Z"
        ),
        (#"{"_class":"Dog","name":"a""#, "the line ends in the middle of a value"),
        (#"{"_class":"Dog","name":"a"}}"#, "there is more in the line than one JSON value"),
        (#"{"_class":"Dog","name":"\ud800"}"#, "a string holds half a surrogate pair"),
        (#"[1]"#, "an object is expected, not an array of 1"),
    ])
    func `a fault is named with file and line`(line: String, message: String) throws {
        let error = try failure { try load("\n{\"_class\":\"Person\",\"id\":77}\n" + line + "\n") }
        #expect(error.code == .badImport)
        #expect(error.localizedDescription == "in.ndjson:3: \(message).")
    }

    @Test(arguments: [
        ("[\n§,\n,{}]", "3: a JSON value is missing before ','"), ("[§,\n]", "2: a JSON value is missing before ']'"),
        ("[§\n§]", "2: ',' is missing before '{'"), ("[§,\n", "2: the file ends in the middle of a value"),
        ("\n[§\n", "3: the file ends in the middle of a value"),
        ("[§,\n{\"_class\":\"Dog\",\n\"name\"", "3: the file ends in the middle of a value"),
        ("[§,\n{\"_class\":\n\"Dog\",\n\"name\":1}]", "2: 'Dog.name' is of type string, not 1"),
        ("[§,{\"_class\":\n\"Dog\",\"name\":\"a}\n]", "2: a string holds a control character, which must be escaped"),
        ("[§]\n x", "2: there is more behind the document"), ("[§,\n\n1]", "3: an object is expected, not 1"),
        ("[§,{\"_class\":\"Dog\",\n\"name\":[1}]", "2: ']' is missing before '}'"),
        ("[§}]", "1: ',' is missing before '}'"),
        ("[{\"_class\":\"Dog\",\n\"nme\":2}]", "1: class 'Dog' has no property 'nme' (did you mean 'name'?)"),
        (
            "[§,\n{\"_class\":\"Person\",\"id\":1,\n\"dog\":7}]",
            "2: 'Person.dog' links to 7 of class 'Dog', which does not exist"
        ),
    ])
    func `a fault in an array is named with the line of its document`(text: String, message: String) throws {
        let dog = #"{"_class":"Dog","_key":3,"name":"a,]}"}"#
        let input = RealmImporter.Input(
            try directory.file("in", Data(text.replacing("§", with: dog).utf8)), format: .json, name: "in")
        let error = try failure { try RealmImporter(realm).importFiles([input]) }
        #expect(error.code == .badImport)
        #expect(error.localizedDescription == "in:\(message).")
    }

    @Test func `bytes that are not UTF-8 are refused`() throws {
        let text = Data(#"{"_class":"Dog","name":""#.utf8) + [0xC3, 0x28] + Data("\"}".utf8)
        let input = RealmImporter.Input(try directory.file("in", text), format: .ndjson, name: "in")
        let error = try failure { try RealmImporter(realm).importFiles([input]) }
        #expect(error.localizedDescription == "in:1: a string is not UTF-8.")
    }

    @Test func `an object key that is there twice is refused`() throws {
        let line = #"{"_class":"Dog","_key":3,"name":"a"}"#
        let error = try failure { try load(line + "\n" + line) }
        #expect(error.localizedDescription == "in.ndjson:2: '_key' 3 is there twice.")
    }

    @Test func `collections nested without end are refused`() throws {
        let depth = 200
        let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let error = try failure { try load(#"{"_class":"Person","id":1,"any":\#(nested)}"#) }
        #expect(error.localizedDescription.contains("nested deeper than 100 levels"))
        let endless = try failure { try load(String(repeating: "[", count: 100_000)) }
        #expect(endless.localizedDescription.contains("nested deeper than 512 levels"))
    }

    @Test func `no change of a byte makes an import trap, and the file stays sound`() throws {
        let name = "types_all"
        var configuration = Realm.Configuration(fileURL: try Fixture.named(name).copy(into: directory), readOnly: true)
        configuration.schemaMode = .discovered
        let source = try Realm(configuration: configuration)
        var text = Data()
        _ = try RealmExporter(source).export { text += $0 }
        var made = Realm.Configuration(fileURL: directory.url.appendingPathComponent("types.realm"))
        made.schemaMode = .explicit(source.schema)
        let target = try Realm(configuration: made)
        var importer = RealmImporter(target)
        importer.update = .all
        var generator = SeededGenerator(for: #function)
        let interesting = Array("\"{}[],:$\\-.019eE+ntfNZ=/ \n".utf8)
        for _ in 0..<60 {
            var changed = text
            for _ in 0..<4 {
                let position = Int.random(in: 0..<changed.count, using: &generator)
                changed[position] = interesting[Int.random(in: 0..<interesting.count, using: &generator)]
            }
            do {
                try importer.importFiles([.init(directory.file("fuzz", changed), format: .ndjson)])
            } catch let error as RLMError {
                #expect(error.code == .badImport)
            }
        }
        #expect(try Realm.verify(at: #require(made.fileURL)).isSound)
    }

    // MARK: Plain values and other forms

    @Test func `plain JSON has the types of the schema`() throws {
        let text = """
            [{"_class":"Dog","name":"Rex","born":"2026-09-21T03:15:00.5Z","owner":1},
             {"_class":"Person","id":1,"map":{"a":1,"b":"NaN","c":null},"any":{"x":[1.5,"t"]},"dog":null}]
            """
        try RealmImporter(realm).importFiles([file(text, "all.json")])
        let found = try lines()
        #expect(found[0].contains(#""born":{"$date":"2026-09-21T03:15:00.500000000Z"},"owner":{"$link":["Person",1]}"#))
        #expect(found[1].contains(#""map":{"$map":{"a":1.0,"b":{"$float":"NaN"},"c":null}}"#))
        #expect(found[1].contains(#""any":{"$map":{"x":[{"$double":1.5},"t"]}}"#))
    }

    @Test func `CSV files make objects with their collections`() throws {
        let inputs = [
            try file("id,name,dog,address\r\n1,\"A, \"\"b\"\"\",7,3\r\n2,,,\r\n", "Person.csv"),
            try file("owner,position,value\n1,0,5\n1,1,-6\n", "Person__numbers.csv"),
            try file("owner,key,value\r\n2,x,1.5\r\n2,\"\",\r\n", "Person__map.csv"),
            try file("street,_key,neighbour\r\n\"\",3,2\r\n", "Address.csv"),
            try file("_key,name,owner\n7,Rex,2\n", "Dog.csv"),
        ]
        let report = try RealmImporter(realm).importFiles(inputs)
        #expect(report.objects == 3)
        let found = try lines()
        #expect(found[0] == #"{"_class":"Dog","_key":7,"name":"Rex","born":null,"owner":{"$link":["Person",2]}}"#)
        #expect(found[1].contains(#""name":"A, \"b\"","friend":null,"dog":{"$link":["Dog",7]}"#))
        #expect(found[1].contains(#""address":{"street":"","neighbour":{"$link":["Person",2]}}"#))
        #expect(found[1].contains(#""numbers":[5,-6]"#))
        #expect(found[2].contains(#""map":{"$map":{"":null,"x":1.5}}"#))
    }

    @Test(arguments: [
        ("Person.csv", "id,name\n1\n", "Person.csv:2: the record has 1 fields, and the header 2."),
        ("Person.csv", "id,name\n1,\"a\n", "Person.csv:2: the file ends in the middle of a quoted field."),
        ("Person.csv", "id,id\n", "Person.csv:1: the header has a name twice."),
        ("Person.csv", "id\nx\n", "Person.csv:2: 'Person.id' is of type int, not x."),
        (
            "Person__numbers.csv", "owner,position,value\n4,0,1\n",
            "Person__numbers.csv:2: there is no owner '4' of class 'Person'."
        ),
        ("Person__numbers.csv", "owner,value\n", nil),
        ("Cat.csv", "id\n", "Cat.csv:1: the Realm has no class 'Cat'."),
    ])
    func `a fault of a CSV file is named with file and line`(name: String, text: String, message: String?) throws {
        guard let message else {
            let report = try RealmImporter(realm).importFiles([file(text, name)])
            #expect(report.objects == 0, "a header alone is an empty file")
            return
        }
        let error = try failure { try RealmImporter(realm).importFiles([file(text, name)]) }
        #expect(error.localizedDescription == message)
    }

    @Test func `elements of a list that are not in order are refused`() throws {
        let inputs = [
            try file("id\n1\n", "Person.csv"), try file("owner,position,value\n1,0,5\n1,2,6\n", "Person__numbers.csv"),
        ]
        let error = try failure { try RealmImporter(realm).importFiles(inputs) }
        #expect(
            error.localizedDescription == "Person__numbers.csv:3: position 2 of 'Person.numbers' follows 1 elements.")
    }

    @Test func `an embedded object that no file describes is an error`() throws {
        let error = try failure { try RealmImporter(realm).importFiles([file("id,address\n1,3\n", "Person.csv")]) }
        #expect(error.code == .badImport)
    }
}
