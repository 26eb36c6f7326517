import Testing

@testable import RealmStore

/// The chunks of values in a search index. Examples: file format, search indexes, "Chunks" and "Nodes".
struct IndexDataTests {
    /// The keys of the first levels for the UTF-8 bytes of `text`.
    private func chunks(_ text: String, levels: Int) -> [UInt32] {
        Array(text.utf8).withUnsafeBytes { bytes in chunks(.string(bytes), levels: levels) }
    }

    private func chunks(_ value: Value, levels: Int) -> [UInt32] {
        guard let data = IndexData(value) else { return [] }
        return (0..<levels).map { UInt32(bitPattern: data.chunk(at: $0 * IndexData.chunkByteCount)) }
    }

    @Test(
        arguments: [
            ("", [0x5800_0000, 0, 0]),
            ("a", [0x6158_0000, 0, 0]),
            ("ab", [0x6162_5800, 0, 0]),
            ("abc", [0x6162_6358, 0, 0]),
            ("abcX", [0x6162_6358, 0x5800_0000, 0]),
            ("abcd", [0x6162_6364, 0x5800_0000, 0]),
            ("abcde", [0x6162_6364, 0x6558_0000, 0]),
            ("\0\0\0\0", [0, 0x5800_0000, 0]),
        ] as [(String, [UInt32])])
    func `a string ends in an X and zeros`(text: String, expected: [UInt32]) {
        #expect(chunks(text, levels: 3) == expected)
    }

    @Test func `null is zeros`() {
        #expect(chunks(.null, levels: 3) == [0, 0, 0])
    }

    @Test func `chunks that begin with a high byte are negative keys`() {
        let first = Array("é".utf8).withUnsafeBytes { IndexData(.string($0))?.chunk(at: 0) }
        #expect(first.map { $0 < 0 } == true)
    }

    @Test(
        arguments: [
            (1, [0x0100_0000, 0, 0x5800_0000, 0]),
            (258, [0x0201_0000, 0, 0x5800_0000, 0]),
            (-1, [0xFFFF_FFFF, 0xFFFF_FFFF, 0x5800_0000, 0]),
            (4_294_967_297, [0x0100_0000, 0x0100_0000, 0x5800_0000, 0]),
            (0, [0, 0, 0x5800_0000, 0]),
        ] as [(Int64, [UInt32])])
    func `an int is its eight bytes, the lowest first`(value: Int64, expected: [UInt32]) {
        #expect(chunks(.int(value), levels: 4) == expected)
    }

    @Test func `a date is its seconds and its nanoseconds, the lowest byte first`() {
        let value = Timestamp(seconds: 1, nanoseconds: 258)
        #expect(chunks(.timestamp(value), levels: 5) == [0x0100_0000, 0, 0x0201_0000, 0x5800_0000, 0])
    }

    @Test func `an object id is its bytes as printed`() {
        let value = ObjectIdBits(high: 0x0001_0203_0405_0607, low: 0x0809_0A0B)
        #expect(chunks(.objectId(value), levels: 5) == [0x0001_0203, 0x0405_0607, 0x0809_0A0B, 0x5800_0000, 0])
    }

    @Test func `a UUID is its bytes as printed`() {
        let value = UUIDBits(high: 0x0001_0203_0405_0607, low: 0x0809_0A0B_0C0D_0E0F)
        #expect(
            chunks(.uuid(value), levels: 6)
                == [0x0001_0203, 0x0405_0607, 0x0809_0A0B, 0x0C0D_0E0F, 0x5800_0000, 0])
    }

    @Test func `values whose index bytes do not decide equality have none`() {
        #expect(chunks(.double(1), levels: 1).isEmpty)
    }
}
