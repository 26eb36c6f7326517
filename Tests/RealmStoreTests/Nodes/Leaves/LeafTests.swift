import Testing

@testable import RealmStore

@Suite("Leaves") struct LeafTests {
    private let image = NodeImage()

    @Test func `a ref that is unaligned, too small or outside is refused`() {
        let ref = image.node(kind: 0, count: 0)
        let space = image.space
        #expect(throws: Never.self) { try space.node(ref) }
        for wrong in [0, 8, 16, 25, 28, space.end, space.end + 8, -8, Int.max, Int.min] {
            #expect(throws: FormatError.self, "\(wrong)") { try space.node(Ref(wrong)) }
        }
    }

    @Test func `a node that runs past the end is refused`() {
        let ref = image.node(kind: 0x07, count: 2, payload: [UInt8](repeating: 0, count: 8))
        let error = #expect(throws: FormatError.self) { try image.space.node(ref) }
        #expect(error?.code == .badNode)
    }

    @Test func `width scheme three does not exist`() {
        let ref = image.node(kind: 0x18, count: 0)
        #expect(throws: FormatError.self) { try image.space.node(ref) }
    }

    @Test(arguments: UInt8(0)...7) func `the first optional integer stands for null`(_ widthCode: UInt8) throws {
        let width = (1 << Int(widthCode)) >> 1
        guard widthCode < 5 else { return try wideOptionals(width / 8) }
        let stored: [[UInt8]] = [[], [0b101], [0b11_0111], [0x0F, 0x03], [0x7F, 5, 0x7F]]
        let expected: [[Int64?]] = [[nil, nil], [0, nil], [1, nil], [0, 3], [5, nil]]
        let ref = image.node(kind: widthCode, count: 3, payload: stored[Int(widthCode)])
        let leaf = try OptionalIntegerArray(image.space.integers(ref, "leaf"), at: ref)
        #expect([leaf[0], leaf[1]] == expected[Int(widthCode)])
        #expect(leaf.hasProperNull)
    }

    private func wideOptionals(_ byteCount: Int) throws {
        let null: Int64 = byteCount == 8 ? 77 : (1 << (8 * byteCount - 1)) - 1
        let payload = [null, -2, null].flatMap { Array(NodeImage.littleEndian($0).prefix(byteCount)) }
        let ref = image.node(kind: byteCount == 2 ? 5 : byteCount == 4 ? 6 : 7, count: 3, payload: payload)
        let leaf = try OptionalIntegerArray(image.space.integers(ref, "leaf"), at: ref)
        #expect([leaf[0], leaf[1]] == [-2, nil])
        #expect(leaf.hasProperNull)
    }

    @Test func `an optional leaf without the number for null is damage`() {
        let ref = image.integers([])
        #expect(throws: FormatError.self) {
            try OptionalIntegerArray(image.space.integers(ref, "leaf"), at: ref)
        }
    }

    @Test func `short strings count their unused bytes`() throws {
        let slots: [[UInt8]] = [[97, 98, 99, 0], [97, 98, 0, 1], [0, 0, 0, 3], [0, 0, 0, 4]]
        let ref = image.node(kind: 0x08 | 3, count: 4, payload: slots.flatMap { $0 })
        let leaf = try StringLeaf(ref, in: image.space)
        #expect(try texts(leaf) == ["abc", "ab", "", nil])
    }

    @Test func `a short string with more unused bytes than it has is damage`() throws {
        let ref = image.node(kind: 0x08 | 3, count: 1, payload: [0, 0, 0, 5])
        let leaf = try StringLeaf(ref, in: image.space)
        #expect(throws: FormatError.self) { try leaf.bytes(0) }
    }

    @Test func `medium strings end where their offsets say, less a zero byte`() throws {
        let ref = medium(ends: [3, 4, 5], bytes: Array("hi\0\0\0".utf8), nulls: [0, 0, 1])
        #expect(try texts(StringLeaf(ref, in: image.space)) == ["hi", "", nil])
    }

    @Test(arguments: [[3, 2], [9, 9], [-1, 4]]) func `offsets that descend or leave the bytes are damage`(
        _ ends: [Int64]
    ) {
        let ref = medium(ends: ends, bytes: Array("abcd".utf8), nulls: [0, 0])
        #expect(throws: FormatError.self) {
            let leaf = try BlobLeaf(ref, in: image.space)
            for index in 0..<leaf.count { _ = try leaf.bytes(index) }
        }
    }

    private func medium(ends: [Int64], bytes: [UInt8], nulls: [Int64]) -> Ref {
        let parts = [image.integers(ends), image.blob(bytes), image.integers(nulls)]
        return image.refs(parts.map(\.element))
    }

    @Test func `long strings have a node each, and none for null`() throws {
        let ref = image.refs([image.blob(Array("long\0".utf8)).element, 0], kind: 0x60)
        #expect(try texts(StringLeaf(ref, in: image.space)) == ["long", nil])
    }

    @Test func `a long string without its final zero byte is damage`() throws {
        let ref = image.refs([image.blob(Array("long".utf8)).element], kind: 0x60)
        let leaf = try StringLeaf(ref, in: image.space)
        #expect(throws: FormatError.self) { try leaf.bytes(0) }
    }

    @Test func `a blob in parts reads as null and tells its size`() throws {
        let parts = image.refs([image.blob([1, 2, 3]).element, image.blob([4]).element], kind: 0x60)
        let leaf = try BlobLeaf(image.refs([parts.element], kind: 0x60), in: image.space)
        #expect(try leaf.bytes(0) == nil)
        #expect(try leaf.partsByteCount(0) == 4)
    }

    @Test func `an enumerated string beyond the values is damage`() throws {
        let keys = image.node(kind: 0x08 | 2, count: 2, payload: [97, 0, 98, 0])
        let ref = image.node(kind: 4, count: 3, payload: [1, 0, 2])
        let space = image.space
        // A leaf does not keep the values of its column alive.
        let values = try EnumeratedStrings(keys, in: space)
        try withExtendedLifetime(values) {
            let leaf = try StringLeaf(ref, keys: values, in: space)
            #expect(try leaf.bytes(0).map { Array($0) } == [98])
            #expect(throws: FormatError.self) { try leaf.bytes(2) }
        }
    }

    @Test func `ids stand in blocks of eight behind their null bits`() throws {
        let values = (0..<9).map { index in [UInt8](repeating: UInt8(index), count: 12) }
        let payload = [0b0000_0100] + values[..<8].flatMap { $0 } + [0] + values[8]
        let leaf = try FixedBytesLeaf(
            image.node(kind: 0x08 | 1, count: payload.count, payload: payload), length: 12, in: image.space)
        #expect(leaf.count == 9)
        #expect(leaf[2] == nil)
        #expect(leaf[8].map { ObjectIdBits($0).bytes } == values[8])
    }

    @Test(arguments: [1, 12, 14, 97 + 1]) func `ids whose bytes do not come out even are damage`(_ byteCount: Int) {
        let ref = image.node(kind: 0x08 | 1, count: byteCount, payload: [UInt8](repeating: 0, count: byteCount))
        #expect(throws: FormatError.self) { try FixedBytesLeaf(ref, length: 12, in: image.space) }
    }

    @Test func `one bit pattern of a float is null, other NaNs are values`() throws {
        let bits: [UInt32] = [0x7FC0_00AA, 0x7FC0_0000, 0x3F80_0000]
        let leaf = try FloatLeaf(
            image.node(kind: 0x08 | 3, count: 3, payload: bits.flatMap { NodeImage.littleEndian($0) }), in: image.space)
        #expect(leaf[0] == nil)
        #expect(leaf[1]?.isNaN == true)
        #expect(leaf[2] == 1)
    }

    @Test func `timestamps keep the sign of both parts`() throws {
        let seconds = image.integers([99, 0, -1, 99])
        let nanoseconds = image.integers([-500_000_000, -100_000_000, 0])
        let leaf = try TimestampLeaf(image.refs([seconds.element, nanoseconds.element]), in: image.space)
        #expect(leaf[0] == Timestamp(seconds: 0, nanoseconds: -500_000_000))
        #expect(leaf[1] == Timestamp(seconds: -1, nanoseconds: -100_000_000))
        #expect(leaf[2] == nil)
    }

    private func texts(_ leaf: StringLeaf) throws -> [String?] {
        try (0..<leaf.count).map { try leaf.bytes($0).map { String(decoding: $0, as: UTF8.self) } }
    }
}
