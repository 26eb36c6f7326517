import TestSupport
import Testing

@testable import RealmStore

/// Full-text search: the index finds the objects whose texts contain the words.
@Suite struct FullTextQueryTests {
    private static let words = [
        "a", "abc", "abcd", "abcde", "abcdefgh", "abcx", "data", "database", "databases", "dog", "Über", "straße",
    ]

    private static func file(_ generator: inout SeededGenerator) throws -> QueryFile {
        let file = try QueryFile([
            QueryFile.Class(
                name: "T", properties: [QueryFile.Property(name: "text", type: "string?", isFullText: true)])
        ])
        let table = try file.table("T")
        for _ in 0..<300 {
            let key = try file.objects.create(in: table)
            guard !generator.chance(oneIn: 15) else { continue }
            let text = (0..<generator.below(4)).map { _ in generator.pick(words) }.joined(separator: " ")
            try file.objects.set(file.scratch.string(text), of: table.columns[0], of: key, in: table)
        }
        return file
    }

    @Test(arguments: 1...4)
    func `the index names what a scan finds`(_ seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let file = try Self.file(&generator)
        let table = try file.readTable("T")
        for _ in 0..<200 {
            let terms = (0...generator.below(3)).map { _ in
                let word = generator.pick(Self.words + ["missing", "dat", "ab", "d", "databasesX"])
                return generator.pick(["", "", "-"]) + word + generator.pick(["", "", "*"])
            }
            let text = terms.joined(separator: " ")
            guard
                let run = try? PreparedQuery(
                    .compare(.property("text"), .hasWords, .value(.text(text))), on: table, in: file.context)
            else { continue }
            let scan = try PreparedQuery(
                .compare(.property("text"), .hasWords, .value(.text(text))), on: table, in: file.context,
                usesIndexes: false)
            #expect(try run.keys() == scan.keys(), "seed \(seed): \(text)")
            #expect(try run.count() == scan.count(), "seed \(seed): \(text)")
        }
    }

    @Test(arguments: [
        ("database", ["full-text index of 'text'"]),
        ("database dog", ["full-text index of 'text'"]),
        ("abcdef*", ["full-text index of 'text'", "test of words of 'text'"]),
        ("databases -dog", ["full-text index of 'text'", "test of words of 'text'"]),
        ("-dog", ["scan, test of words of 'text'"]),
    ])
    func `whole words are counted by the index alone`(_ text: String, _ steps: [String]) throws {
        var generator = SeededGenerator(seed: 9)
        let file = try Self.file(&generator)
        let predicate = RealmStore.Predicate.compare(.property("text"), .hasWords, .value(.text(text)))
        let run = try PreparedQuery(predicate, on: file.readTable("T"), in: file.context)
        #expect(try run.explanation().map(\.text) == steps)
    }
}
