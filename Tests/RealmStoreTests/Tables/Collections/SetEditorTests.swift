import TestSupport
import Testing

@testable import RealmStore

@Suite("Editing sets") struct SetEditorTests {
    private let area: TreeArea

    init() throws { area = try TreeArea() }

    /// Inserts the values in several orders and expects them in the given one.
    private func expectOrder(_ values: [TreeValue], _ column: Column) throws {
        for seed in 1...5 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            var set = try SetEditor(root: .none, of: column, in: area.arena)
            for value in values.shuffled(using: &random) {
                #expect(try value.with { try set.insert($0).inserted }, "seed \(seed), \(value)")
            }
            #expect(try TreeValue.elements(of: set.root, column, in: area.space) == values, "seed \(seed)")
            for (position, value) in values.enumerated() {
                #expect(try value.with { try set.find($0) } == position, "seed \(seed), \(value)")
            }
        }
    }

    private func double(_ value: Double) -> TreeValue { .double(value.bitPattern) }
    private func float(_ value: Float) -> TreeValue { .float(value.bitPattern) }

    @Test func `mixed values are ordered by group, numbers among them by value`() throws {
        let values: [TreeValue] = [
            .null, .bool(false), .bool(true),
            double(.nan), double(Double(bitPattern: 0x7FF8_0000_0000_0001)),
            double(-.infinity), .int(.min), .int(-5), float(-1.5), double(0), .decimal("0.1"), float(0.5), .int(1),
            .decimal("1.5"), double(2.5), .int(9_007_199_254_740_993), .int(.max), double(0x1p63), .decimal("1E400"),
            double(.infinity),
            .text(""), .text("a"), .text("aa"), .text("b"), .text("\u{E9}"), .string([0xFF]),
            .binary([]), .binary([0]), .binary([0, 0]), .binary([0x80]),
            .timestamp(Timestamp(seconds: -1, nanoseconds: -5)), .timestamp(Timestamp(seconds: -1, nanoseconds: 0)),
            .timestamp(Timestamp(seconds: 0, nanoseconds: 1)),
            .objectId(ObjectIdBits(high: 0, low: 1)), .objectId(ObjectIdBits(high: 1 << 63, low: 0)),
            .uuid(UUIDBits(high: 0, low: 1)), .uuid(UUIDBits(high: 1 << 63, low: 0)),
            .link(TableKey(1), ObjectKey(9)), .link(TableKey(2), ObjectKey(-3)), .link(TableKey(2), ObjectKey(0)),
        ]
        // 1E400 beside an infinite double: the decimal is finite.
        try expectOrder(values, .elements(of: .mixed, nullable: true))
    }

    @Test func `equal numbers of different types are the same element`() throws {
        let one: [TreeValue] = [.int(1), float(1), double(1), .decimal("1"), .decimal("1.00")]
        for first in one {
            var set = try SetEditor(root: .none, of: .elements(of: .mixed, nullable: true), in: area.arena)
            #expect(try first.with { try set.insert($0).inserted })
            for other in one { #expect(try other.with { try set.insert($0) } == (position: 0, inserted: false)) }
            #expect(set.count == 1)
        }
    }

    @Test func `an int and a double that only rounding would make equal differ`() throws {
        var set = try SetEditor(root: .none, of: .elements(of: .mixed, nullable: true), in: area.arena)
        #expect(try set.insert(.int(9_007_199_254_740_993)) == (0, true))
        #expect(try set.insert(.double(9_007_199_254_740_992)) == (0, true))
    }

    @Test func `in a mixed set a NaN equals one of the same bits, of a float too`() throws {
        var set = try SetEditor(root: .none, of: .elements(of: .mixed, nullable: true), in: area.arena)
        #expect(try set.insert(.double(.nan)).inserted)
        #expect(try !set.insert(.double(.nan)).inserted)
        #expect(try !set.insert(.float(.nan)).inserted)
    }

    @Test func `null decimals stand among the NaNs`() throws {
        let nan = Decimal128Bits.nan
        try expectOrder(
            [
                TreeValue(.decimal(nan)), .null, TreeValue(.decimal(Decimal128Bits(low: 0xFFF, high: nan.high))),
                .decimal("-7"), .decimal("0"), .decimal("1.5"),
            ], .elements(of: .decimal, nullable: true))
    }

    @Test func `decimals of equal value are the same element`() throws {
        var set = try SetEditor(root: .none, of: .elements(of: .decimal), in: area.arena)
        #expect(try TreeValue.decimal("1.5").with { try set.insert($0).inserted })
        #expect(try TreeValue.decimal("1.50").with { try set.insert($0) } == (0, false))
    }

    @Test func `a NaN among doubles equals nothing and leaves the numbers in order`() throws {
        let column = Column.elements(of: .double, nullable: true)
        var set = try SetEditor(root: .none, of: column, in: area.arena)
        for value in [3, .nan, 1, 2, .nan, -.infinity, .nan, 0] as [Double] {
            #expect(try set.insert(.double(value)).inserted)
            #expect(try (set.find(.double(value)) == nil) == value.isNaN)
        }
        #expect(try set.insert(.null) == (0, true))
        let elements = try TreeValue.elements(of: set.root, column, in: area.space)
        #expect(elements == [.null] + [.nan, .nan, .nan, -.infinity, 0, 1, 2, 3].map(double))
        #expect(try set.remove(.double(.nan)) == nil)
        #expect(try set.remove(.double(2)) == 7)
    }

    @Test func `unresolved links come first and are told of at the root`() throws {
        let column = Column.elements(of: .link)
        var set = try SetEditor(root: .none, of: column, in: area.arena)
        for key in [4, -7, 0, -2] as [Int64] { _ = try set.insert(.link(TableKey(7), ObjectKey(key))) }
        let elements = try TreeValue.elements(of: set.root, column, in: area.space)
        #expect(elements == [-7, -2, 0, 4].map { .link(TableKey(7), ObjectKey($0)) })
        #expect(try CollectionTree(set.root, of: column, in: area.space).mayHoldUnresolvedLinks)
        try set.remove(at: 0)
        try set.remove(at: 0)
        #expect(try !CollectionTree(set.root, of: column, in: area.space).mayHoldUnresolvedLinks)
    }

    @Test(arguments: 1...3) func `a set of ints holds what a Swift set would hold, in order`(_ seed: UInt64) throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let column = Column.elements(of: .int)
        var set = try SetEditor(root: .none, of: column, in: area.arena)
        var model: Set<Int64> = []
        for step in 1...9000 {
            let value = Int64(random.below(8000)) - 4000
            if random.chance(percent: step < 6000 ? 85 : 20) {
                #expect(try set.insert(.int(value)).inserted == model.insert(value).inserted)
            } else {
                #expect(try (set.remove(.int(value)) != nil) == (model.remove(value) != nil))
            }
            if step % 1500 == 0 {
                let elements = try TreeValue.elements(of: set.root, column, in: area.space)
                #expect(elements == model.sorted().map { .int($0) }, "seed \(seed), step \(step)")
                #expect(try TreeShape.of(set.root, column, in: area.space).count == model.count)
                try area.expectNothingLost(roots: [set.root], "seed \(seed), step \(step)")
                set = try SetEditor(root: area.commit(set.root), of: column, in: area.arena)
            }
        }
        try set.removeAll()
        #expect(set.count == 0)
        try area.expectNothingLost(roots: [set.root])
    }
}
