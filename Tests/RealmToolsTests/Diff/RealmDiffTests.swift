import Foundation
import RealmTools
import TestSupport
import Testing

/// The meaning of equal contents of two Realms.
@Suite("Diff") struct RealmDiffTests {
    private let place: DiffPlace

    init() throws { place = try DiffPlace() }

    private static let schema = """
        version: 2
        classes:
          Person:
            primaryKey: id
            properties:
              id: int
              name: string?
              number: double
              any: mixed
              friend: Person
              friends: Person<>
              home: Address
              homes: Address[]
              tags: string[]
              notes: mixed{}
          Dog: {properties: {name: string, code: int, owner: Person}}
          Address: {embedded: true, properties: {street: string, owner: Person}}
        """

    private func realm(_ name: String, _ lines: String...) throws -> Realm {
        let realm = try place.realm(name, Self.schema)
        try place.add(lines.joined(separator: "\n"), to: realm)
        return realm
    }

    private func rows(_ old: Realm, _ new: Realm, _ change: (inout RealmDiff) -> Void = { _ in }) throws -> [String] {
        var diff = RealmDiff(from: old, to: new)
        change(&diff)
        return try diff.rows().lines
    }

    @Test(arguments: Fixture.all.map(\.name))
    func `a file holds what its copy holds`(_ name: String) throws {
        let realm = try place.fixture(name)
        let report = try RealmDiff(from: realm, to: place.copy(of: realm)).run()
        #expect(report.isEqual)
        #expect(try RealmDiff(from: realm, to: realm).run().isEqual)
        #expect(report.classes.count == realm.schema.objectSchema.count { !$0.isEmbedded })
    }

    @Test func `objects are added, removed and changed`() throws {
        let old = try realm("a", #"{"_class":"Person","id":1,"name":"Ann"}"#, #"{"_class":"Person","id":2}"#)
        let new = try realm(
            "b", #"{"_class":"Person","id":3,"tags":["x"]}"#, #"{"_class":"Person","id":1,"name":"Anne","any":7}"#)
        let (lines, report) = try RealmDiff(from: old, to: new).rows()
        #expect(lines.first == #"changed Person 1 {name: "Ann" -> "Anne", any: null -> 7}"#)
        #expect(lines.dropFirst().map { $0.prefix(16) } == ["removed Person 2", "added Person 3 {"])
        #expect(lines.last?.contains(#"tags:  -> ["x"]"#) == true)
        #expect(report.classes.map(\.name) == ["Dog", "Person"])
        #expect(report.classes.map { [$0.added, $0.removed, $0.changed] } == [[0, 0, 0], [1, 1, 1]])
        #expect(!report.isEqual && report.differences == 3 && report.schema.isEmpty)
    }

    @Test func `the order of objects and the keys of links do not matter`() throws {
        let lines = (1...600).map { id in
            let friends = [1, 5, 9].map { #"{"$link":["Person",\#((id * $0) % 600 + 1)]}"# }.joined(separator: ",")
            return #"""
                {"_class":"Person","id":\#(id),"friend":{"$link":["Person",\#(id % 600 + 1)]},"friends":[\#(friends)],\#
                "home":{"street":"S\#(id)","owner":{"$link":["Person",\#(601 - id)]}},"homes":[{"street":"x"}],\#
                "any":{"$link":["Person",\#(601 - id)]},\#
                "notes":{"$map":{"a":{"$link":["Person",1]},"b":[1,{"$map":{}}]}}}
                """#
        }
        let old = try realm("a", lines.joined(separator: "\n"))
        let new = try realm("b", lines.reversed().joined(separator: "\n"))
        #expect(try rows(old, new) == [])
        let lastFriend = #"{"_class":"Person","id":600,"friends":[{"$link":["Person",2]}]}"#
        var importer = RealmImporter(new)
        importer.update = .all
        try importer.importFiles([.init(place.directory.file("x.ndjson", Data(lastFriend.utf8)), format: .ndjson)])
        #expect(try rows(old, new).map { $0.prefix(28) } == ["changed Person 600 {friends:"])
    }

    @Test(arguments: [
        (#"{"$float":"NaN"}"#, #"{"$float":"NaN"}"#, true),
        (#"{"$float":"NaN"}"#, #"{"$float":"NaN:7ff8000000000001"}"#, false),
        ("0.0", "-0.0", false), ("1.0", "1.0", true), ("1.0", "1.0000000000000002", false),
    ])
    func `numbers are compared bit by bit`(first: String, second: String, isEqual: Bool) throws {
        let old = try realm("a", #"{"_class":"Person","id":1,"number":\#(first)}"#)
        let new = try realm("b", #"{"_class":"Person","id":1,"number":\#(second)}"#)
        #expect(try RealmDiff(from: old, to: new).run().isEqual == isEqual)
    }

    @Test(arguments: [
        ("1", #"{"$double":1.0}"#), ("1", "true"), (#"{"$decimal":"1.1"}"#, #"{"$decimal":"1.10"}"#),
        (#""x""#, #"{"$data":"eA=="}"#), ("[]", "null"), ("[1,2]", "[2,1]"), (#"{"$map":{}}"#, "[]"),
        (#"{"$map":{"a":[1]}}"#, #"{"$map":{"a":[1,2]}}"#), (#"{"$map":{"a":1}}"#, #"{"$map":{"b":1}}"#),
    ])
    func `mixed values of different kind or content differ`(first: String, second: String) throws {
        let old = try realm("a", #"{"_class":"Person","id":1,"any":\#(first)}"#)
        let new = try realm("b", #"{"_class":"Person","id":1,"any":\#(second)}"#)
        let rows = try rows(old, new)
        #expect(rows.count == 1 && rows[0].hasPrefix("changed Person 1 {any: "))
    }

    @Test func `an embedded object that differs changes its owner`() throws {
        let old = try realm("a", #"{"_class":"Person","id":1,"home":{"street":"A"},"homes":[{"street":"B"}]}"#)
        let new = try realm("b", #"{"_class":"Person","id":1,"home":{"street":"A"},"homes":[{"street":"C"}]}"#)
        let found = try rows(old, new)
        #expect(found.count == 1 && found[0].contains(#"{homes: [{"street":"B","owner":null}] -> [{"street":"C""#))
        #expect(try rows(old, new) { $0.ignored = ["Address": ["street"]] } == [])
        #expect(try rows(old, new) { $0.ignored = ["Person": ["homes"]] } == [])
    }

    @Test func `objects without primary key are matched by object key, or by what is named`() throws {
        let old = try realm("a", #"{"_class":"Dog","name":"Rex","code":1}"#, #"{"_class":"Dog","name":"Bo","code":2}"#)
        let new = try realm("b", #"{"_class":"Dog","name":"Bo","code":2}"#, #"{"_class":"Dog","name":"Rex","code":9}"#)
        #expect(try rows(old, new).count == 2)
        #expect(try rows(old, new) { $0.keys = ["Dog": ["name"]] } == [#"changed Dog "Rex" {code: 1 -> 9}"#])
        let both = try rows(old, new) { $0.keys = ["Dog": ["name", "code"]] }
        #expect(both.map { $0.prefix(20) } == [#"removed Dog ["Rex",1"#, #"added Dog ["Rex",9] "#])
        #expect(throws: Realm.Error.self) { try rows(old, new) { $0.keys = ["Dog": ["nam"]] } }
        #expect(throws: Realm.Error.self) { try rows(old, new) { $0.keys = ["Person": ["tags"]] } }
    }

    @Test func `a key may lie behind a link, and links follow what their targets are matched by`() throws {
        let dogs = ["Rex", "Bo"].enumerated().map { index, name in
            #"{"_class":"Dog","name":"\#(name)","owner":{"$link":["Person",\#(index + 1)]}}"#
        }
        let people = #"{"_class":"Person","id":1,"name":"A"}"# + "\n" + #"{"_class":"Person","id":2,"name":"B"}"#
        let old = try realm("a", people, dogs.joined(separator: "\n"))
        let new = try realm("b", people, dogs.reversed().joined(separator: "\n"))
        #expect(try rows(old, new).count == 2)
        #expect(try rows(old, new) { $0.keys = ["Dog": ["owner.id"]] } == [])
        #expect(try rows(old, new) { $0.keys = ["Dog": ["owner"]] } == [])
    }

    @Test func `of objects that share a key the first are matched with the first`() throws {
        func dogs(_ codes: [Int]) -> String {
            codes.map { #"{"_class":"Dog","name":"Rex","code":\#($0)}"# }.joined(separator: "\n")
        }
        let old = try realm("a", dogs([1, 2, 3]))
        let new = try realm("b", dogs([1, 5, 3, 4, 4]))
        let found = try rows(old, new) { $0.keys = ["Dog": ["name"]] }
        #expect(found.map { $0.prefix(7) } == ["changed", "added D", "added D"])
        #expect(found[0] == #"changed Dog "Rex" {code: 2 -> 5}"#)
    }

    @Test func `a class can be picked, rows limited, and objects left alone`() throws {
        let old = try realm("a", #"{"_class":"Dog","name":"Rex"}"#)
        let new = try realm("b", (1...5).map { #"{"_class":"Person","id":\#($0)}"# }.joined(separator: "\n"))
        #expect(try rows(old, new) { $0.classes = ["Dog"] }.count == 1)
        var diff = RealmDiff(from: old, to: new)
        diff.rowLimit = 2
        let (lines, report) = try diff.rows()
        #expect(lines.count == 2 && report.omittedRows == 4 && report.differences == 6)
        diff.isSchemaOnly = true
        #expect(try diff.run().isEqual)
        #expect(throws: Realm.Error.self) { try rows(old, new) { $0.classes = ["Address"] } }
        #expect(throws: Realm.Error.self) { try rows(old, new) { $0.classes = ["Cat"] } }
        #expect(throws: Realm.Error.self) { try rows(old, new) { $0.ignored = ["Dog": ["nam"]] } }
    }

    @Test func `differences of the schemas are told, and what only one side has is compared no further`() throws {
        let old = try place.realm(
            "a", "version: 1\nclasses: {A: {properties: {x: int, y: int, z: int}}, B: {properties: {x: int}}}")
        let new = try place.realm(
            "b", "version: 2\nclasses: {A: {properties: {x: int?, y: string}}, C: {properties: {x: int}}}")
        try place.add(#"{"_class":"A","x":1,"y":2,"z":3}"# + "\n" + #"{"_class":"B","x":1}"#, to: old)
        try place.add(#"{"_class":"A","x":1,"y":"2"}"# + "\n" + #"{"_class":"C","x":1}"#, to: new)
        let (lines, report) = try RealmDiff(from: old, to: new).rows()
        #expect(
            report.schema == [
                "The schema version has changed from 1 to 2.", "Property 'A.x' has been made optional.",
                "Property 'A.y' has been changed from 'int' to 'string'.", "Property 'A.z' has been removed.",
                "Class 'C' has been added.", "Class 'B' has been removed.",
            ])
        #expect(lines == ["removed B 0 {x: 1 -> }", "added C 0 {x:  -> 1}"])
        #expect(try RealmDiff(from: old, to: new).schemaDifferences() == report.schema)
    }

    @Test func `plain rows say the type where nothing else differs`() throws {
        let old = try realm("a", #"{"_class":"Person","id":1,"any":{"$float":1}}"#)
        let new = try realm("b", #"{"_class":"Person","id":1,"any":{"$double":1}}"#)
        #expect(
            try rows(old, new) { $0.values = .plain }
                == [#"changed Person 1 {any: {"$float":1.0} -> {"$double":1.0}}"#])
    }

    @Test func `progress counts the objects of both sides`() throws {
        let realm = try place.fixture("types_all")
        var diff = RealmDiff(from: realm, to: try place.copy(of: realm))
        let progress = Progress(totalUnitCount: -1)
        diff.progress = progress
        try diff.run()
        #expect(progress.completedUnitCount == progress.totalUnitCount && progress.totalUnitCount > 0)
    }

    @Test func `damage is told of the file that has it`() throws {
        let sound = try place.fixture("types_all")
        var bytes = try Fixture.named("types_all").bytes()
        // The last nodes of the file are those of its newest objects.
        for offset in stride(from: bytes.count / 2, to: bytes.count - 8, by: 8)
        where bytes[offset..<offset + 4] == Data("AAAA".utf8) {
            bytes[offset + 4] = 0x1F
            break
        }
        let damaged = try DiffPlace.open(place.directory.file("damaged.realm", bytes))
        let error = #expect(throws: Realm.Error.self) { try RealmDiff(from: sound, to: damaged).run() }
        #expect(error?.reason == .damagedFile)
        #expect(error?.fileURL?.lastPathComponent == "damaged.realm", "\(String(describing: error))")
    }
}
