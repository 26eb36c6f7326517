import TestSupport
import Testing

@testable import RealmStore

/// Sorting by a text with a search index, compared with sorting by the same text without one.
@Suite struct IndexedOrderTests {
    private static let texts: [String?] = [
        nil, "", "X", "a", "ab", "abX", "abA", "abcd", "abcdX", "abcdefgh", "é", "日本", "Zoë", "\0", "ab\0",
        String(repeating: "long ", count: 60),
    ]

    private func file(_ texts: [String?], count: Int) throws -> QueryFile {
        let file = try QueryFile([
            QueryFile.Class(
                name: "T",
                properties: [
                    QueryFile.Property(name: "with", type: "string?", isIndexed: true),
                    QueryFile.Property(name: "without", type: "string?"),
                ])
        ])
        let table = try file.table("T")
        var generator = SeededGenerator(for: #function)
        for _ in 0..<count {
            let key = try file.objects.create(in: table)
            let text = texts.randomElement(using: &generator)!
            for column in table.columns {
                try file.objects.set(
                    text.map { file.scratch.string($0) } ?? .null, of: column, of: key, in: table)
            }
        }
        return file
    }

    private func sorted(_ file: QueryFile, by name: String, ascending: Bool, _ keys: [ObjectKey]) throws -> [ObjectKey]
    {
        let order = SortOrder(PropertyPath(nil, [.property(name)]), ascending: ascending)
        return try ResultSteps([.sort([order])], on: file.readTable("T"), in: file.context).apply(to: keys)
    }

    @Test(arguments: [true, false])
    func `an index gives the order that the texts have`(_ ascending: Bool) throws {
        for texts in [IndexedOrderTests.texts, IndexedOrderTests.texts.dropLast()] {
            let file = try file(texts, count: 600)
            let keys = try PreparedQuery(.constant(true), on: file.readTable("T"), in: file.context).keys()
            let some = keys.filter { $0.value % 3 != 0 }
            for keys in [keys, some, keys.reversed(), keys + keys] {
                let wanted = try sorted(file, by: "without", ascending: ascending, keys)
                #expect(try sorted(file, by: "with", ascending: ascending, keys) == wanted)
            }
        }
    }

    @Test(arguments: [true, false])
    func `an index gives the first ones without the others`(_ ascending: Bool) throws {
        let file = try file(Array(IndexedOrderTests.texts.dropLast()), count: 600)
        let table = try file.readTable("T")
        let keys = try PreparedQuery(.constant(true), on: table, in: file.context).keys()
        let wanted = try sorted(file, by: "without", ascending: ascending, keys)
        func steps(_ name: String) throws -> ResultSteps {
            let order = SortOrder(PropertyPath(nil, [.property(name)]), ascending: ascending)
            return try ResultSteps([.sort([order])], on: table, in: file.context)
        }
        for count in [0, 1, 7, 128, 599, 600, 1000] {
            #expect(try steps("with").ofClass(.leading(count)) == Array(wanted.prefix(count)))
        }
        #expect(try steps("without").ofClass(.leading(7)) == nil)
    }

    @Test(arguments: [true, false], 1...5)
    func `texts that look like ends of others keep their places`(_ ascending: Bool, _ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let starts = [
            "", "", "abc", "abcX", "abcdefgX", "XX" + "X", "\0\0\0\0", "ab\0\0", String(repeating: "y", count: 190),
        ]
        let texts: [String?] = (0..<300).map { _ in
            let letters = (0..<random.below(6)).map { _ in random.pick(["a", "X", "X", "W", "Y", "\0", "é", "!"]) }
            return random.chance(oneIn: 30) ? nil : random.pick(starts) + letters.joined()
        }
        let file = try file(texts, count: 700)
        let keys = try PreparedQuery(.constant(true), on: file.readTable("T"), in: file.context).keys()
        let wanted = try sorted(file, by: "without", ascending: ascending, keys)
        #expect(try sorted(file, by: "with", ascending: ascending, keys) == wanted, "seed \(seed)")
        let table = try file.readTable("T")
        let column = try #require(table.column(named: "with"))
        #expect(try IndexOrder(column, of: table, ascending: ascending)?.keys == wanted, "seed \(seed)")
    }

    @Test func `texts that differ behind 204 bytes are read`() throws {
        let start = String(repeating: "z", count: 210)
        let file = try file([start + "b", start + "a", "c", start], count: 100)
        let table = try file.readTable("T")
        let column = try #require(table.column(named: "with"))
        #expect(try IndexOrder(column, of: table, ascending: true) == nil)
        let keys = try PreparedQuery(.constant(true), on: table, in: file.context).keys()
        let wanted = try sorted(file, by: "without", ascending: true, keys)
        #expect(try sorted(file, by: "with", ascending: true, keys) == wanted)
    }
}
