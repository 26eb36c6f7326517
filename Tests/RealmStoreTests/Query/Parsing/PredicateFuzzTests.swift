import Foundation
import TestSupport
import Testing

@testable import RealmStore

/// Mutated and random texts: every one is a query or an error, and every query runs.
///
/// `REALMSTORE_PREDICATE_TEXTS`: the number; `REALMSTORE_PREDICATE_SEED`: the seed.
@Suite struct PredicateFuzzTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["REALMSTORE_PREDICATE_TEXTS"].flatMap { Int($0) } ?? 20_000
    private static let seed = environment["REALMSTORE_PREDICATE_SEED"].flatMap { UInt64($0) } ?? 1

    private static let pieces = [
        "(", ")", "AND", "OR", "NOT ", "ANY ", "ALL ", "NONE ", "dogs", ".", "name", "age", "'x'", "$0", "%@", "%K",
        "{",
        "}", ",", "@count", "@links", "[", "]", "==", "<", "IN", "BETWEEN", "LIKE", "TEXT", "GEOWITHIN", "geoBox(",
        "geoCircle(", "geoPolygon(", "SUBQUERY(", "$x", "null",
        "1.5", "-7", "T1:0", "oid(", "B64\"", "\\", "\"", "[c]", "[cd]", "SORT(", "LIMIT(1)", "é", "+", "*", "@sum",
        "score['math']", "v[0]", "obj('Dog', 1)", "TRUEPREDICATE", "2000-01-01@00:00:00",
    ]

    /// The queries of the cases, and the classes that they are about.
    private static func queries() throws -> (texts: [(String, String)], file: QueryFile) {
        let document = try JSONText(Fixture.document("query_cases.json"))
        let cases = document["cases"]?.items ?? []
        let texts = cases.filter { $0["dataset"]?.text == "people" }
            .map { ($0["class"]?.text ?? "", $0["query"]?.text ?? "") }
        let others = cases.filter { $0["dataset"]?.text != "people" }.map { ("Person", $0["query"]?.text ?? "") }
        return (texts + others, try QueryFile(#require(document["datasets"]?["people"])))
    }

    private static func mutate(
        _ text: String, _ generator: inout SeededGenerator, _ texts: [(String, String)]
    ) -> String {
        if generator.chance(oneIn: 2) { return exchangeWord(text, &generator, texts) }
        var bytes = Array(text.utf8)
        for _ in 0..<(1 + generator.below(4)) {
            let place = generator.below(bytes.count + 1)
            switch generator.below(6) {
            case 0: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
            case 1 where place < bytes.count: bytes.remove(at: place)
            case 2: bytes.insert(contentsOf: generator.pick(pieces).utf8, at: place)
            case 3 where place < bytes.count: bytes.removeSubrange(place..<min(bytes.count, place + generator.below(9)))
            case 4: bytes.insert(contentsOf: generator.pick(texts).1.utf8, at: place)
            default: bytes += Array((" " + generator.pick(pieces) + " ").utf8)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text with a word of another in place of one of its own.
    private static func exchangeWord(
        _ text: String, _ generator: inout SeededGenerator, _ texts: [(String, String)]
    ) -> String {
        var words = text.split(separator: " ")
        let others = generator.pick(texts).1.split(separator: " ")
        guard !words.isEmpty, !others.isEmpty else { return text }
        words[generator.below(words.count)] = generator.pick(others)
        return words.joined(separator: " ")
    }

    @Test func `no text crashes the parsers, and what they accept runs or is refused`() throws {
        var generator = SeededGenerator(seed: PredicateFuzzTests.seed)
        let (texts, file) = try PredicateFuzzTests.queries()
        let context = file.context
        let arguments: [PredicateArgument] = [.value(.int(1)), .value(.text("a")), .keyPath("name"), .list([.null])]
        var runs = 0
        for _ in 0..<PredicateFuzzTests.count {
            let (className, query) = generator.pick(texts)
            let text =
                generator.chance(oneIn: 8)
                ? (0..<generator.below(12)).map { _ in generator.pick(PredicateFuzzTests.pieces) }.joined(
                    separator: " ")
                : PredicateFuzzTests.mutate(query, &generator, texts)
            let table = try file.readTable(className)
            do {
                let parsed = try PredicateParser.parse(query: text, arguments)
                runs += try PredicateFuzzTests.run(parsed.predicate, parsed.steps, on: table, in: context)
            } catch is RealmStore.PredicateError {}
            for count in 0...1 {
                do {
                    let given = Array(arguments.prefix(count))
                    let predicate = try PredicateParser.parse(format: text, given)
                    #expect(try PredicateParser.parse(format: text, given) == predicate, "read again: \(text)")
                    guard generator.chance(oneIn: 4) else { continue }
                    runs += try PredicateFuzzTests.run(predicate, [], on: table, in: context)
                } catch is RealmStore.PredicateError {}
            }
        }
        #expect(runs > PredicateFuzzTests.count / 200, "seed \(PredicateFuzzTests.seed): too few texts are queries")
    }

    /// 1 if the query could be run, 0 if it was refused.
    private static func run(
        _ predicate: RealmStore.Predicate, _ steps: [ResultStep], on table: Table, in context: QueryContext
    ) throws -> Int {
        do {
            let keys = try PreparedQuery(predicate, on: table, in: context).keys()
            _ = try ResultSteps(steps, on: table, in: context).apply(to: keys)
            return 1
        } catch QueryError.predicate {
            return 0
        }
    }
}
