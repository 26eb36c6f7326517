/// The bytes that stand for a value in a search index; null has none.
///
/// Source: file format, search indexes, "From value to bytes".
struct IndexData {
    private enum Form {
        case null
        /// Up to 16 bytes, in the order of memory.
        case short(low: UInt64, high: UInt64, count: Int)
        case bytes(UnsafeRawBufferPointer)
    }

    private let form: Form

    /// Bytes of the value that one level of an index looks at.
    static let chunkByteCount = 4

    /// Nil for a value whose index bytes do not decide equality (a number in a mixed column is indexed in several
    /// forms) or that no index holds.
    init?(_ value: Value) {
        switch value {
        case .null: form = .null
        case .int(let value): form = .short(low: UInt64(bitPattern: value), high: 0, count: 8)
        case .bool(let value): form = .short(low: value ? 1 : 0, high: 0, count: 8)
        case .string(let bytes): form = .bytes(bytes)
        case .timestamp(let value):
            form = .short(
                low: UInt64(bitPattern: value.seconds), high: UInt64(UInt32(bitPattern: value.nanoseconds)), count: 12)
        case .objectId(let value):
            form = .short(low: value.high.byteSwapped, high: UInt64(value.low.byteSwapped), count: 12)
        case .uuid(let value): form = .short(low: value.high.byteSwapped, high: value.low.byteSwapped, count: 16)
        default: return nil
        }
    }

    /// The key of the level that looks at the bytes from `offset` on: four bytes, the first most significant. What is
    /// missing at the end is an `X` and zeros; beyond it 0.
    func chunk(at offset: Int) -> Int32 {
        switch form {
        case .null: return 0
        case .short(let low, let high, let count):
            guard offset <= count else { return 0 }
            guard offset < count else { return IndexData.terminator }
            // Counts are 8, 12 or 16, so a chunk that begins inside is whole.
            let word = offset < 8 ? low : high
            return Int32(bitPattern: UInt32(truncatingIfNeeded: word >> UInt64(8 * (offset & 7))).byteSwapped)
        case .bytes(let bytes):
            guard offset <= bytes.count else { return 0 }
            if offset + 4 <= bytes.count {
                return Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))
            }
            var key: UInt32 = 0
            for index in 0..<IndexData.chunkByteCount {
                let position = offset + index
                let byte = position < bytes.count ? bytes[position] : position == bytes.count ? UInt8(ascii: "X") : 0
                key = (key << 8) | UInt32(byte)
            }
            return Int32(bitPattern: key)
        }
    }

    private static let terminator = Int32(bitPattern: UInt32(UInt8(ascii: "X")) << 24)
}
