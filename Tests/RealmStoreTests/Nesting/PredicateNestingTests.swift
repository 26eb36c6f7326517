import Foundation
import Testing

@testable import RealmStore
@testable import TestSupport

/// Queries nested within each other, on threads with as little stack as apps give theirs.
@Suite struct PredicateNestingTests {
    /// The text that is repeated on both sides, and the text in the middle.
    struct Nest: Sendable, CustomTestStringConvertible {
        let before: String
        let core: String
        let after: String
        var testDescription: String { before }

        init(_ before: String, _ core: String, _ after: String) {
            (self.before, self.core, self.after) = (before, core, after)
        }

        func text(_ depth: Int) -> String {
            String(repeating: before, count: depth) + core + String(repeating: after, count: depth)
        }
    }

    static let nests = [
        Nest("(", "age == 1", ")"), Nest("NOT (", "age == 1", ")"), Nest("(age == 1 OR (", "age == 1", "))"),
        Nest("SUBQUERY(dogs, $x, ", "age == 1", ").@count == 1"), Nest("(1 + ", "age", ")"),
    ]
    static let refused = [
        Nest("{", "1", "}"), Nest("age IN {", "1", "}"), Nest("ANY {", "1", "}"), Nest("obj('Dog', ", "1", ")"),
        Nest("age BETWEEN {", "1", "}"), Nest("(age + ", "1", Array(repeating: "+ 1", count: 99).joined() + ")"),
        Nest("SUBQUERY(dogs, $x, {", "1", "}"),
    ]

    static func file() throws -> QueryFile {
        try QueryFile([
            QueryFile.Class(
                name: "Person",
                properties: [
                    QueryFile.Property(name: "age", type: "int"), QueryFile.Property(name: "dogs", type: "Person[]"),
                ])
        ])
    }

    @Test(arguments: nests) func `the deepest nesting runs on a thread of 512 KB`(_ nest: Nest) async throws {
        let text = nest.text(PredicateNestingTests.depth(nest)) + (nest.core == "age" ? " == 1" : "")
        await #expect(processExitsWith: .success) { [text = text as String] in
            try onThread(stackSize: 512 << 10) {
                let file = try PredicateNestingTests.file()
                let predicate = try PredicateParser.parse(query: text).predicate
                _ = try PreparedQuery(predicate, on: file.readTable("Person"), in: file.context).keys()
            }
        }
    }

    private static func depth(_ nest: Nest) -> Int {
        nest.before.hasPrefix("(age") ? RealmStore.Predicate.maximumDepth / 2 : RealmStore.Predicate.maximumDepth
    }

    @Test(arguments: nests + refused)
    func `nesting without end is refused on a thread of 512 KB`(_ nest: Nest) async throws {
        await #expect(processExitsWith: .success) {
            [before = nest.before as String, core = nest.core as String, after = nest.after as String] in
            let nest = Nest(before, core, after)
            try onThread(stackSize: 512 << 10) {
                for depth in [100, 1000, 100_000] {
                    let text = String(nest.text(depth + 1).utf8.prefix(1 << 20)) ?? ""
                    #expect(throws: RealmStore.PredicateError.self) { try PredicateParser.parse(query: text) }
                    #expect(throws: RealmStore.PredicateError.self) { try PredicateParser.parse(format: text) }
                }
            }
        }
    }
}
