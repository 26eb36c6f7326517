import Foundation
import TestSupport
import Testing

@testable import RealmStore

/// Format strings: cases in which the rules of the SDK's predicates are those of Realm's query language, and others.
@Suite struct SDKPredicateTests {
    private static let document: JSONText? = try? JSONText(Fixture.document("query_cases.json"))

    private static func file(_ dataset: String) throws -> QueryFile {
        try QueryFile(#require(document?["datasets"]?[dataset]))
    }

    /// Primary keys of the objects that a format string finds.
    private static func ids(
        _ text: String, _ arguments: [PredicateArgument] = [], of className: String, in file: QueryFile,
        names: PropertyNames = .columns, folding: QueryContext.Folding? = nil
    ) throws -> [Int64] {
        let predicate = try PredicateParser.parse(format: text, arguments)
        let table = try file.readTable(className)
        let context = QueryContext(file.context.group, names: names, folding: folding)
        let column = try #require(table.primaryKey)
        let objects = try table.objects()
        return try PreparedQuery(predicate, on: table, in: context).keys().map { key in
            let position = try #require(try objects.find(key))
            guard case .int(let id) = try table.value(of: column, at: position) else { return -1 }
            return id
        }
    }

    /// Cases whose text is a format string, too, and which the SDK does not answer differently.
    @Test(arguments: ["scalars", "people", "coll", "mixed", "strings"])
    func `a format string finds what the query language finds`(_ dataset: String) throws {
        let document = try #require(Self.document)
        let file = try Self.file(dataset)
        var compared = 0
        for item in document["cases"]?.items ?? [] {
            let text = item["query"]?.text ?? ""
            let foreign = [
                "$", "T1", "T-", "@links", "@type", "oid(", "uuid(", "binary", "obj(", "''", "null", "{}", "B64", "nan",
                "NaN",
            ]
            guard item["dataset"]?.text == dataset, item["aggregate"] == nil, item["args"] == nil,
                item["area"]?.text != "quirk", let ids = item["expect"]?["ids"]?.items,
                !foreign.contains(where: text.contains),
                let parsed = try? PredicateParser.parse(format: text),
                let table = try? file.readTable(item["class"]?.text ?? ""),
                let run = try? PreparedQuery(parsed, on: table, in: file.context), let column = table.primaryKey
            else { continue }
            let objects = try table.objects()
            let found = try run.keys().map { key -> String in
                switch try table.value(of: column, at: #require(try objects.find(key))) {
                case .int(let id): return "\(id)"
                case .string(let bytes): return String(decoding: bytes, as: UTF8.self)
                default: return "?"
                }
            }
            if SDKPredicateTests.differing.contains(text) { continue }
            #expect(found == ids.map { $0.digits ?? $0.text ?? "" }, "\(text)")
            compared += 1
        }
        #expect(compared > 15)
    }

    /// The SDK compares a number with a double as double; a string with mixed also finds data.
    private static let differing: Set<String> = [
        "d IN {1.5, 0}", "f == 16777217", "d == 9007199254740993", "v ==[c] 'abc'",
    ]

    @Test func `an empty text is found nowhere`() throws {
        let file = try Self.file("scalars")
        for relation in ["BEGINSWITH", "ENDSWITH", "CONTAINS", "BEGINSWITH[c]"] {
            #expect(try Self.ids("so \(relation) ''", of: "Row", in: file) == [], "\(relation)")
            #expect(try Self.ids("so \(relation) nil", of: "Row", in: file) == [], "\(relation)")
        }
        #expect(try Self.ids("so LIKE ''", of: "Row", in: file) == [3])
    }

    @Test func `null is below every text`() throws {
        let file = try Self.file("scalars")
        let others = try Self.ids("so != nil", of: "Row", in: file)
        let all = try Self.ids("TRUEPREDICATE", of: "Row", in: file)
        #expect(try Self.ids("so < 'z'", of: "Row", in: file) == [1, 2, 3, 5, 7, 9])
        #expect(try Self.ids("so < nil", of: "Row", in: file) == [])
        #expect(try Self.ids("so <= nil", of: "Row", in: file) == [2])
        #expect(try Self.ids("so > nil", of: "Row", in: file) == others)
        #expect(try Self.ids("so >= nil", of: "Row", in: file) == all)
    }

    @Test func `null is in no order with numbers`() throws {
        let file = try Self.file("scalars")
        #expect(try Self.ids("io < nil", of: "Row", in: file) == [])
        #expect(try Self.ids("io > nil", of: "Row", in: file) == [])
        #expect(try Self.ids("io != 5", of: "Row", in: file) == [2, 3, 4, 5, 7, 8, 9])
    }

    @Test func `a collection needs a quantifier`() throws {
        let file = try Self.file("people")
        #expect(throws: QueryError.self) { try Self.ids("dogs.age > 3", of: "Person", in: file) }
        #expect(try Self.ids("ANY dogs.age > 3", of: "Person", in: file) == [1, 2])
        #expect(try Self.ids("NONE dogs.age > 3", of: "Person", in: file) == [3, 4, 5])
        #expect(try Self.ids("dogs.@count == 2", of: "Person", in: file) == [1, 5])
        #expect(throws: RealmStore.PredicateError.self) { try Self.ids("ALL dogs.age > 3", of: "Person", in: file) }
    }

    @Test func `keys and values of dictionaries and elements of mixed values need no quantifier`() throws {
        let people = try Self.file("people")
        #expect(try Self.ids("score.@allKeys == 'art'", of: "Person", in: people) == [1, 4])
        #expect(try Self.ids("score.@allValues == 5", of: "Person", in: people) == [1, 5])
        #expect(try Self.ids("score['math'] == 5", of: "Person", in: people) == [1, 5])
        let mixed = try Self.file("mixed")
        #expect(try Self.ids("v[#any] == 2", of: "M", in: mixed) == [31])
        #expect(try Self.ids("v[%K] == 2", [.keyPath("#any")], of: "M", in: mixed) == [31])
        #expect(try Self.ids("v[%@][%d] == YES", [.value(.text("b")), .value(.int(0))], of: "M", in: mixed) == [32])
    }

    @Test func `an element between two limits is one element`() throws {
        let file = try Self.file("coll")
        #expect(try Self.ids("ANY ints BETWEEN {2, 4}", of: "Coll", in: file) == [1])
        #expect(try Self.ids("ANY ints BETWEEN %@", [.list([.int(2), .int(9)])], of: "Coll", in: file) == [1, 3])
        #expect(try Self.ids("NONE ints BETWEEN {2, 4}", of: "Coll", in: file) == [2, 3, 4])
    }

    @Test func `numbers take the type of the property, if that is exact`() throws {
        let file = try Self.file("scalars")
        #expect(try Self.ids("d == 0", of: "Row", in: file) == [3, 9])
        #expect(try Self.ids("d < 0", of: "Row", in: file) == [2, 6])
        #expect(try Self.ids("b == 1", of: "Row", in: file) == [1, 3, 5, 6, 9])
        #expect(try Self.ids("b == YES", of: "Row", in: file) == [1, 3, 5, 6, 9])
        #expect(throws: QueryError.self) { try Self.ids("i == 1.5", of: "Row", in: file) }
    }

    @Test func `an object is found by its key, and by itself`() throws {
        let file = try Self.file("people")
        let dogs = try file.readTable("Dog")
        let rex = try #require(try dogs.find(primaryKey: .int(1))).key
        let argument = PredicateArgument.value(.link(dogs.key, rex))
        #expect(try Self.ids("dog == %@", [argument], of: "Person", in: file) == [1])
        #expect(try Self.ids("ANY dogs == %@", [argument], of: "Person", in: file) == [1, 5])
        #expect(try Self.ids("%@ IN dogs", [argument], of: "Person", in: file) == [1, 5])
        #expect(try Self.ids("SELF == %@", [argument], of: "Dog", in: file) == [1])
        #expect(try Self.ids("dog IN %@", [.list([.link(dogs.key, rex)])], of: "Person", in: file) == [1])
        #expect(throws: QueryError.self) { try Self.ids("best == %@", [argument], of: "Person", in: file) }
    }

    @Test func `dates have a smallest and a largest`() throws {
        let file = try Self.file("coll")
        let date = QueryValue.timestamp(Timestamp(seconds: 2, nanoseconds: 5))
        #expect(try Self.ids("dates.@max == %@", [.value(date)], of: "Coll", in: file) == [1, 4])
        #expect(throws: QueryError.self) { try Self.ids("dates.@sum == 1", of: "Coll", in: file) }
    }

    @Test(arguments: ["i > d", "d == f", "dec < i", "s == bin"])
    func `properties of unlike types are not compared`(_ text: String) throws {
        let file = try Self.file("scalars")
        #expect(throws: QueryError.self) { try Self.ids(text, of: "Row", in: file) }
        #expect(try !Self.ids("i >= io", of: "Row", in: file).isEmpty)
    }

    @Test(arguments: ["ANY strs BETWEEN {1, 2}", "ANY ints BETWEEN {1.5, 2}", "ANY ints BETWEEN {'a', 'b'}"])
    func `the limits of elements are of their type`(_ text: String) throws {
        let file = try Self.file("coll")
        #expect(throws: QueryError.self) { try Self.ids(text, of: "Coll", in: file) }
        #expect(try Self.ids("ANY ints BETWEEN {3, 3}", of: "Coll", in: file).contains(1))
    }

    @Test func `properties are found by the names that a program gives them`() throws {
        let file = try Self.file("people")
        let names = PropertyNames(
            column: { property, className in className == "Dog" && property == "title" ? "name" : nil },
            linkingObjects: { property, className in
                className == "Dog" && property == "owners" ? ("Person", "dogs") : nil
            })
        #expect(try Self.ids("dog.title == 'Rex'", of: "Person", in: file, names: names) == [1])
        #expect(try Self.ids("ANY owners.name == 'Anna'", of: "Dog", in: file, names: names) == [1, 2])
        #expect(try Self.ids("owners.@count == 3", of: "Dog", in: file, names: names) == [2])
    }

    @Test func `accents are ignored by the rules that the caller gives`() throws {
        let file = try Self.file("strings")
        #expect(throws: QueryError.self) { try Self.ids("s CONTAINS[d] 'e'", of: "S", in: file) }
        let fold: QueryContext.Folding = { text, options in
            text.folding(
                options: options.contains(.caseInsensitive)
                    ? [.diacriticInsensitive, .caseInsensitive] : .diacriticInsensitive, locale: nil)
        }
        #expect(try Self.ids("s ==[d] 'ete'", of: "S", in: file, folding: fold) == [16])
        #expect(try Self.ids("s ==[cd] 'ETE'", of: "S", in: file, folding: fold) == [16, 17])
        #expect(try Self.ids("s BEGINSWITH[cd] 'et'", of: "S", in: file, folding: fold).contains(17))
    }

    @Test func `an unknown property is named, with those that are near`() throws {
        let file = try Self.file("people")
        do {
            _ = try Self.ids("nane == 'x'", of: "Person", in: file)
            Issue.record("no error")
        } catch QueryError.predicate(let error) {
            #expect(error.offset == 0)
            #expect(error.suggestions == ["name"])
            #expect("\(error)" == "'Person' has no property 'nane' (at offset 0); did you mean 'name'?")
        }
    }
}
