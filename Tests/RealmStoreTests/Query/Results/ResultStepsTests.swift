import TestSupport
import Testing

@testable import RealmStore

/// Limits between other steps: rows that no later step needs may be left out, and no others.
@Suite struct ResultStepsTests {
    private let file: QueryFile
    private let all: [ObjectKey]

    init() throws {
        file = try QueryFile([
            QueryFile.Class(
                name: "T",
                properties: [QueryFile.Property(name: "a", type: "int?"), QueryFile.Property(name: "b", type: "int")])
        ])
        let table = try file.table("T")
        var random = SeededGenerator(for: "result steps")
        for _ in 0..<2000 {
            let key = try file.objects.create(in: table)
            for column in table.columns {
                let isNull = column.name == "a" && random.chance(oneIn: 10)
                try file.objects.set(isNull ? .null : .int(Int64(random.below(99))), of: column, of: key, in: table)
            }
        }
        all = try PreparedQuery(.constant(true), on: file.readTable("T"), in: file.context).keys()
    }

    private func rows(_ keys: [ObjectKey], _ steps: [ResultStep], _ share: RowShare = .all) throws -> [ObjectKey] {
        try ResultSteps(steps, on: file.readTable("T"), in: file.context).apply(to: keys, share)
    }

    private func path(_ name: String) -> PropertyPath { PropertyPath(nil, [.property(name)]) }

    private func order(_ name: String, _ ascending: Bool = true) -> ResultStep {
        .sort([SortOrder(path(name), ascending: ascending)])
    }

    @Test(arguments: [0, 1, 20, 249, 250, 1999, 2000, 5000]) func `a limit leaves the first`(count: Int) throws {
        for first in [order("a"), order("b", false), .distinct([path("a"), path("b")])] {
            let wanted = try rows(all, [first])
            #expect(try rows(all, [first, .limit(count)]) == Array(wanted.prefix(count)))
            #expect(try rows(all, [first, .limit(count), .limit(100)]) == Array(wanted.prefix(min(count, 100))))
            let then = try rows(Array(wanted.prefix(count)), [order("b"), order("a")])
            #expect(try rows(all, [first, .limit(count), order("b"), order("a")]) == then)
            #expect(try rows(all, [first, .limit(count), order("b"), order("a"), .limit(9)]) == Array(then.prefix(9)))
        }
    }

    @Test func `different ones are told from all that were sorted`() throws {
        let wanted = try rows(rows(all, [order("b")]), [.distinct([path("a")])])
        #expect(try rows(all, [order("b"), .distinct([path("a")]), .limit(50)]) == Array(wanted.prefix(50)))
        #expect(wanted.count == 100)
    }

    @Test(arguments: [1, 10, 400]) func `so many as are needed lead`(count: Int) throws {
        let steps = [order("b"), order("a", false)]
        let found = try rows(all, steps, .leading(count))
        #expect(try found.prefix(count) == rows(all, steps).prefix(count))
        #expect(found.count == count || found.count == all.count)
    }

    @Test(arguments: [1, 10, 400]) func `so many as are needed trail`(count: Int) throws {
        for steps in [[order("b"), order("a", false)], [order("a"), order("b", false)]] {
            let found = try rows(all, steps, .trailing(count))
            #expect(try found.suffix(count) == rows(all, steps).suffix(count))
            #expect(found.count == count || found.count == all.count)
            let limited = steps + [.limit(700)]
            #expect(try rows(all, limited, .trailing(count)).suffix(count) == rows(all, limited).suffix(count))
        }
    }
}
