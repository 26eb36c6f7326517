import Testing

@testable import RealmStore

@Suite("Mixed leaves") struct MixedLeafTests {
    private let image = NodeImage()

    /// A leaf of those codes over the given payload.
    private func leaf(
        _ codes: [Int64], ints: [Int64] = [], pairs: [Int64] = [], nested: [Int64] = [], keys: [Int64] = []
    ) throws -> MixedLeaf {
        let parts = [
            image.integers(codes).element, image.integers(ints).element, image.integers(pairs).element, 0,
            image.refs(nested).element, image.integers(keys).element,
        ]
        return try MixedLeaf(image.refs(parts), in: image.space)
    }

    private func code(_ type: ValueType, slot: Int64, _ payload: Int64) -> Int64 {
        (payload << 8) | (slot << 5) | (Int64(type.rawValue) + 1)
    }

    @Test func `small integers and booleans lie in the code`() throws {
        let leaf = try leaf([code(.int, slot: 0, -5), code(.bool, slot: 0, 1), 0])
        guard case .int(-5) = try leaf.value(0), case .bool(true) = try leaf.value(1), case .null = try leaf.value(2)
        else { return #expect(Bool(false), "other values") }
    }

    @Test func `large integers, floats and doubles lie among the integers`() throws {
        let bits = Int64(bitPattern: (-1.5).bitPattern)
        let leaf = try leaf(
            [code(.int, slot: 1, 0), code(.double, slot: 1, 1), code(.float, slot: 1, 2)],
            ints: [.max, bits, Int64(Float(0.5).bitPattern)])
        guard case .int(.max) = try leaf.value(0), case .double(-1.5) = try leaf.value(1),
            case .float(0.5) = try leaf.value(2)
        else { return #expect(Bool(false), "other values") }
    }

    @Test func `timestamps, decimals and links take a pair`() throws {
        let leaf = try leaf(
            [code(.timestamp, slot: 2, 0), code(.typedLink, slot: 2, 1), code(.decimal, slot: 2, 2)],
            pairs: [7, 8, 3, 44, 15, 0x303E << 48])
        guard case .timestamp(Timestamp(seconds: 7, nanoseconds: 8)) = try leaf.value(0),
            case .link(let table, let key) = try leaf.value(1), case .decimal(let decimal) = try leaf.value(2)
        else { return #expect(Bool(false), "other values") }
        #expect(table == TableKey(3))
        #expect(key == ObjectKey(44))
        #expect(decimal.text == "1.5")
    }

    // An int and a timestamp without payload, an unknown slot, a missing list, a negative index, an unknown type, a
    // string without strings.
    @Test(arguments: [0x21, 0x49, 0x1A1, 0x594, -0xDF, 0x1E, 0x63] as [Int64])
    func `a code that leads nowhere is damage`(_ code: Int64) throws {
        let leaf = try leaf([code])
        #expect(throws: FormatError.self) { try leaf.value(0) }
    }

    @Test func `payload used twice is seen`() throws {
        let leaf = try leaf([code(.int, slot: 1, 0), code(.int, slot: 1, 0)], ints: [1, 2])
        #expect(try leaf.invariantProblem(keyed: false) != nil)
    }

    @Test func `a nested collection without key is seen where keys count`() throws {
        let leaf = try leaf([code(.list, slot: 4, 0)], nested: [0], keys: [0])
        #expect(try leaf.invariantProblem(keyed: true) != nil)
        #expect(try leaf.invariantProblem(keyed: false) == nil)
    }
}
