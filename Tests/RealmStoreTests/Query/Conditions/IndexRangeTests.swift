import TestSupport
import Testing

@testable import RealmStore

/// Comparisons that a search index answers by its order, compared with a scan of all objects.
@Suite struct IndexRangeTests {
    /// Texts that differ late, that end inside chunks, and whose bytes look like those ends.
    private static func text(_ generator: inout SeededGenerator) -> String {
        let letters = ["a", "b", "A", "X", "X", "Y", "\0", "é", "ÿ", "日", "9"]
        let start =
            generator.chance(oneIn: 6)
            ? generator.pick(["abcX", "abcdX", "XXXX", String(repeating: "x", count: 203)]) : ""
        return start
            + (0..<generator.below(generator.chance(oneIn: 4) ? 10 : 5)).map { _ in generator.pick(letters) }.joined()
    }

    private static func file(_ generator: inout SeededGenerator) throws -> QueryFile {
        let types = [("text", "string?"), ("id", "objectId?"), ("uuid", "uuid"), ("number", "int?")]
        let properties = types.map { QueryFile.Property(name: $0.0, type: $0.1, isIndexed: true) }
        let file = try QueryFile([QueryFile.Class(name: "T", properties: properties)])
        let table = try file.table("T")
        for _ in 0..<400 {
            let key = try file.objects.create(in: table)
            let values: [Value] = [
                generator.chance(oneIn: 20) ? .null : file.scratch.string(text(&generator)),
                generator.chance(oneIn: 20) ? .null : .objectId(id(&generator)), .uuid(uuid(&generator)),
                generator.chance(oneIn: 20) ? .null : .int(Int64(generator.below(40)) - 20),
            ]
            for (column, value) in zip(table.columns, values) {
                try file.objects.set(value, of: column, of: key, in: table)
            }
        }
        return file
    }

    private static func id(_ generator: inout SeededGenerator) -> ObjectIdBits {
        let parts = (0..<2).map { _ in generator.pick([0, 1, 0x7FFF_FFFF_FFFF_FFFF, UInt64.max, 0x5800_0000_0000_0000])
        }
        return ObjectIdBits(high: parts[0], low: UInt32(truncatingIfNeeded: parts[1]))
    }

    private static func uuid(_ generator: inout SeededGenerator) -> UUIDBits {
        let parts = (0..<2).map { _ in generator.pick([0, 1, 0x7FFF_FFFF_FFFF_FFFF, UInt64.max, 0x5800_0000_0000_0000])
        }
        return UUIDBits(high: parts[0], low: parts[1])
    }

    private static let orders: [RealmStore.Predicate.Relation] = [.less, .lessOrEqual, .greater, .greaterOrEqual]

    @Test(arguments: 1...6, [ComparisonOptions(), .sdkRules])
    func `a range of values has the objects that a scan finds`(_ seed: Int, _ rules: ComparisonOptions) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let file = try Self.file(&generator)
        let table = try file.readTable("T")
        var asked = 0
        for _ in 0..<200 {
            func comparison(_ generator: inout SeededGenerator) -> RealmStore.Predicate {
                let (name, value): (String, QueryValue) =
                    // The SDK's rules know no order of ids.
                    switch rules.contains(.sdkRules) ? 2 + generator.below(3) : generator.below(5) {
                    case 0: ("id", .objectId(Self.id(&generator)))
                    case 1: ("uuid", .uuid(Self.uuid(&generator)))
                    case 2: ("number", .int(Int64(generator.below(44)) - 22))
                    default: ("text", .text(Self.text(&generator)))
                    }
                let relation = name == "text" && generator.chance(oneIn: 2) ? .beginsWith : generator.pick(Self.orders)
                return .compare(.property(name), relation, .value(value), rules)
            }
            let predicate: RealmStore.Predicate =
                generator.chance(oneIn: 2)
                ? .and([comparison(&generator), comparison(&generator)])
                : generator.chance(oneIn: 3)
                    ? .or([comparison(&generator), comparison(&generator)]) : comparison(&generator)
            let run = try PreparedQuery(predicate, on: table, in: file.context)
            let scan = try PreparedQuery(predicate, on: table, in: file.context, usesIndexes: false)
            #expect(try run.keys() == scan.keys(), "seed \(seed): \(predicate)")
            #expect(try run.count() == scan.count(), "seed \(seed): \(predicate)")
            if try !run.explanation().contains(where: { $0.text.hasPrefix("scan") }) { asked += 1 }
        }
        #expect(asked > 20)
    }

    @Test func `a prefix names hardly more objects than have it`() throws {
        var generator = SeededGenerator(seed: 7)
        let file = try Self.file(&generator)
        let table = try file.readTable("T")
        let column = try #require(table.column(named: "text"))
        for prefix in ["a", "ab", "aX", "abcX", "abcXa", "b", "XX", "é"] {
            let predicate = RealmStore.Predicate.compare(.property("text"), .beginsWith, .value(.text(prefix)))
            let found = try PreparedQuery(predicate, on: table, in: file.context, usesIndexes: false).keys()
            let finds = try #require(
                try IndexRange.beginning(with: Array(prefix.utf8)).finds(in: column.indexRoot, table.space, limit: 400))
            #expect(Set(finds.certain).isSubset(of: found), "\(prefix)")
            #expect(Set(finds.asCandidates.doubtful).isSuperset(of: found), "\(prefix)")
            // Texts of which the prefix is a longer form may stand beside those that have it.
            #expect(finds.count <= found.count + 40, "\(prefix): \(finds.count) named, \(found.count) found")
        }
    }

    @Test(arguments: ["item", "item 4", "item 29"])
    func `texts whose way through the index has the whole prefix are not read`(_ prefix: String) throws {
        let file = try QueryFile([
            QueryFile.Class(
                name: "T", properties: [QueryFile.Property(name: "text", type: "string", isIndexed: true)])
        ])
        let table = try file.table("T")
        for number in 0..<300 {
            let key = try file.objects.create(in: table)
            try file.objects.set(
                file.scratch.string("item \(number) of many"), of: table.columns[0], of: key, in: table)
        }
        let committed = try file.readTable("T")
        let finds = try #require(
            try IndexRange.beginning(with: Array(prefix.utf8)).finds(
                in: committed.columns[0].indexRoot, committed.space, limit: 300))
        #expect(finds.doubtful.isEmpty)
        #expect(finds.certain.count == (0..<300).filter { "item \($0) of many".hasPrefix(prefix) }.count)
    }

    @Test func `ranges of one column are asked as one, and the index that names the fewest wins`() throws {
        let file = try QueryFile([
            QueryFile.Class(
                name: "T",
                properties: [
                    QueryFile.Property(name: "common", type: "string", isIndexed: true),
                    QueryFile.Property(name: "rare", type: "string", isIndexed: true),
                    QueryFile.Property(name: "number", type: "int", isIndexed: true),
                ])
        ])
        let table = try file.table("T")
        for number in 0..<3000 {
            let key = try file.objects.create(in: table)
            let values: [Value] = [
                file.scratch.string(number % 20 == 0 ? "some" : "other"), file.scratch.string("item \(number)"),
                .int(Int64(number)),
            ]
            for (column, value) in zip(table.columns, values) {
                try file.objects.set(value, of: column, of: key, in: table)
            }
        }
        func steps(_ text: String) throws -> [String] {
            let predicate = try PredicateParser.parse(query: text).predicate
            return try PreparedQuery(predicate, on: file.readTable("T"), in: file.context).explanation().map(\.text)
        }
        #expect(try steps("common == 'some' AND rare == 'item 40'").first == "index of 'rare', 1 value")
        #expect(try steps("common == 'some' AND rare BEGINSWITH 'item 4'").first == "index of 'common', 1 value")
        #expect(
            try steps("rare BEGINSWITH 'item 299' AND common == 'some'").first == "index of 'rare', a range of values")
        #expect(try steps("rare > 'item 28' AND rare < 'item 29'").first == "index of 'rare', a range of values")
        #expect(try steps("number BETWEEN {5, 9}").first == "index of 'number', a range of values")
        #expect(try steps("number > 5").first?.hasPrefix("scan") == true)
        #expect(
            try steps("rare == 'item 1' OR rare == 'item 2' OR rare IN {'item 3'}") == ["index of 'rare', 3 values"])
        #expect(
            try steps("rare == 'item 1' OR number == 7").first
                == "index of 'number', 1 value and index of 'rare', 1 value")
    }
}
