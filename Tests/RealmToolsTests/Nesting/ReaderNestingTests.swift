import Foundation
import Testing

@testable import RealmStore
@testable import RealmTools
@testable import TestSupport

/// Documents and values nested within each other, on threads with as little stack as apps give theirs.
@Suite struct ReaderNestingTests {
    /// Depths of readers in steps of a few levels, up to the depth at which a text is refused for its length.
    private static let depths = [30, 100, 500, 990, 100_000]

    @Test(arguments: ["[", "{a: ", "- ", "? ", "{? ", "[{a: ["])
    func `a document in YAML nested without end is refused on a small stack`(_ piece: String) async throws {
        let depths = ReaderNestingTests.depths
        await #expect(processExitsWith: .success) { [piece = piece as String, depths = depths as [Int]] in
            try onThread(stackSize: 512 << 10) {
                for depth in depths {
                    let text = "classes:\n  A:\n    properties: " + String(repeating: piece, count: depth)
                    for close in ["", String(repeating: "]", count: depth), String(repeating: "}", count: depth)] {
                        #expect(throws: (any Error).self) { try SchemaDocument(yaml: text + close, file: "s.yaml") }
                    }
                    let steps = "version: 2\nsteps:\n  - deleteObjects:\n      class: A\n      where: \(piece)"
                    let nested = String(repeating: piece, count: depth)
                    _ = try? MigrationPlace().folder(["0002_steps.yaml": steps + nested])
                }
            }
        }
    }

    @Test(arguments: ["(", "{", "SUBQUERY(a, $x, ", "obj('A', ", "NOT ("])
    func `a condition in a migration file nested without end is refused on a small stack`(_ piece: String) async {
        await #expect(processExitsWith: .success) { [piece = piece as String] in
            try onThread(stackSize: 512 << 10) {
                let place = try MigrationPlace()
                let file = try place.realm(
                    "version: 1\nclasses:\n  A:\n    properties: {a: int}", ["{\"_class\":\"A\",\"a\":1}"])
                for depth in [99, 1000, 20_000] {
                    let nested = String(repeating: piece, count: depth)
                    let steps = "- deleteObjects:\n    class: A\n    where: \"\(nested)\""
                    #expect(throws: (any Error).self) { try place.migrate(file, steps) }
                }
            }
        }
    }

    @Test(arguments: ["[", "{\"$map\":{\"a\":"])
    func `JSON nested without end is refused on a small stack`(_ piece: String) async {
        await #expect(processExitsWith: .success) { [piece = piece as String] in
            try onThread(stackSize: 512 << 10) {
                for depth in [101, 510, 513, 100_000] {
                    let close = piece == "[" ? "]" : "}}"
                    let text = String(repeating: piece, count: depth) + "1" + String(repeating: close, count: depth)
                    let place = try NestedPlace()
                    #expect(throws: (any Error).self) { try place.load(text) }
                    #expect(throws: (any Error).self) { try place.load(String(repeating: piece, count: depth)) }
                }
            }
        }
    }

    /// A Realm with mixed values, and one that is as deep as allowed.
    struct NestedPlace {
        let place: MigrationPlace
        let configuration: Realm.Configuration

        init() throws {
            place = try MigrationPlace()
            configuration = try place.realm("version: 1\nclasses:\n  A:\n    properties: {m: mixed}")
        }

        func load(_ json: String) throws {
            let data = try place.directory.file("in.ndjson", Data("{\"_class\":\"A\",\"m\":\(json)}\n".utf8))
            let realm = try Realm(configuration: configuration)
            try RealmImporter(realm).importFiles([.init(data, format: .ndjson)])
        }
    }

    @Test(arguments: ["[", "{\"$map\":{\"a\":"])
    func `values nested as deep as they can be are read, copied and compared on a small stack`(
        _ piece: String
    ) async {
        await #expect(processExitsWith: .success) { [piece = piece as String] in
            try onThread(stackSize: 512 << 10) {
                let depth = 99
                let close = piece == "[" ? "]" : "}}"
                let text = String(repeating: piece, count: depth) + "1" + String(repeating: close, count: depth)
                let nested = try NestedPlace()
                try nested.load(text)
                #expect(try nested.place.export(nested.configuration).contains(text))
                let url = nested.configuration.fileURL!
                #expect(try Realm.verify(at: url).isSound)
                let copy = nested.place.directory.url.appendingPathComponent("copy.realm")
                try Realm(configuration: nested.configuration).writeCopy(configuration: .init(fileURL: copy))
                var other = nested.configuration
                other.fileURL = copy
                let realm = try Realm(configuration: nested.configuration)
                let object = try #require(realm.dynamicObjects("A").first)
                #expect(realm.dynamicObjects("A").filter("m[*][*][*] != 7").count == 1)
                #expect("\(object)".isEmpty == false)
                try realm.write { realm.delete(object) }
            }
        }
    }
}
