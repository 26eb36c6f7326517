/// The bytes that represent a value in a search index; null has none.
///
/// Source: file-format/search-indexes.md, "From value to bytes".
struct IndexData {
    private enum Form {
        case null
        /// Up to 16 bytes, in the order of memory.
        case short(low: UInt64, high: UInt64, count: Int)
        case bytes(UnsafeRawBufferPointer)
    }

    private let form: Form

    /// Bytes of the value that one level of an index covers.
    static let chunkByteCount = 4
    /// The greatest offset at which a level of an index begins: 51 levels cover 204 bytes.
    static let maximumOffset = 200

    /// Nil for a value whose index bytes do not decide equality (a number in a mixed column is indexed in several
    /// forms) or that no index contains.
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

    /// The bytes under which a value is found in the index of a mixed column, numbers included: whole ones as integers.
    init(mixed value: Value) {
        switch value {
        case .float(let number): self.init(number: Double(number), bits: UInt64(number.bitPattern), count: 4)
        case .double(let number): self.init(number: number, bits: number.bitPattern, count: 8)
        case .decimal(let decimal):
            if let whole = decimal.truncatedInt64 {
                self.init(.short(low: UInt64(bitPattern: whole), high: 0, count: 8))
            } else {
                self.init(.short(low: decimal.low, high: decimal.high, count: 16))
            }
        case .binary(let bytes): self.init(.bytes(bytes))
        case .link(let table, let key):
            let key = UInt64(bitPattern: key.value)
            self.init(.short(low: UInt64(table.value) | (key << 32), high: key >> 32, count: 12))
        case .list: self.init("__List__")
        case .dictionary: self.init("__Dictionary__")
        default: self.init(IndexData(value)?.form ?? .null)
        }
    }

    private init(_ form: Form) { self.form = form }

    private init(number: Double, bits: UInt64, count: Int) {
        if let whole = Int32(exactly: number) {
            self.init(.short(low: UInt64(bitPattern: Int64(whole)), high: 0, count: 8))
        } else {
            self.init(.short(low: bits, high: 0, count: count))
        }
    }

    private init(_ text: StaticString) {
        self.init(.bytes(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)))
    }

    /// Number of bytes, 0 for null.
    var byteCount: Int {
        switch form {
        case .null: 0
        case .short(_, _, let count): count
        case .bytes(let bytes): bytes.count
        }
    }

    /// - Parameter bytes: those of a value; nil for null.
    init(bytes: UnsafeRawBufferPointer?) { self.init(bytes.map(Form.bytes) ?? .null) }

    /// Appends the bytes; none for null.
    func append(to target: inout [UInt8]) {
        switch form {
        case .null: break
        case .bytes(let bytes): target.append(contentsOf: bytes)
        case .short(let low, let high, let count):
            withUnsafeBytes(of: (low.littleEndian, high.littleEndian)) { target.append(contentsOf: $0.prefix(count)) }
        }
    }

    /// The bytes themselves; none for null.
    var bytes: [UInt8] {
        if case .bytes(let bytes) = form { return Array(bytes) }
        return stride(from: 0, to: byteCount, by: IndexData.chunkByteCount).flatMap { offset in
            withUnsafeBytes(of: chunk(at: offset).bigEndian) { Array($0) }
        }
    }

    var isNull: Bool { if case .null = form { true } else { false } }

    /// The key of the level that looks at the bytes from `offset` on: four bytes, the first most significant. At the
    /// end of the bytes it is filled up with an `X` and zeros; beyond the end it is 0.
    func chunk(at offset: Int) -> Int32 {
        switch form {
        case .null: return 0
        case .short(let low, let high, let count):
            guard offset <= count else { return 0 }
            guard offset < count else { return IndexData.terminator }
            // Counts are multiples of 4, so a chunk that begins inside is whole.
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

    /// The chunk after `chunk` for bytes that end in it or with it.
    static func chunk(after chunk: Int32) -> Int32 { hasVisibleEnd(chunk) ? 0 : terminator }

    /// True for a chunk in which the bytes end, filled up with an `X` and zeros, or that looks like one; also for the 0
    /// of null.
    static func hasVisibleEnd(_ chunk: Int32) -> Bool {
        if chunk == 0 { return true }
        let bytes = UInt32(bitPattern: chunk)
        return UInt8(truncatingIfNeeded: bytes >> UInt32(bytes.trailingZeroBitCount & ~7)) == UInt8(ascii: "X")
    }

    /// Bytes of a chunk with a visible end that belong to the value: 0 to 3; -1 if the value ended before.
    static func byteCount(ofEnded chunk: Int32) -> Int {
        chunk == 0 ? -1 : chunkByteCount - 1 - (chunk.trailingZeroBitCount >> 3)
    }

    private static let terminator = Int32(bitPattern: UInt32(UInt8(ascii: "X")) << 24)
}

extension IndexData: Equatable {
    /// True for equal bytes, whatever the types of the values.
    static func == (lhs: IndexData, rhs: IndexData) -> Bool {
        guard lhs.isNull == rhs.isNull, lhs.byteCount == rhs.byteCount else { return false }
        if case .bytes(let lhs) = lhs.form, case .bytes(let rhs) = rhs.form { return ByteOrder.equal(lhs, rhs) }
        return stride(from: 0, to: lhs.byteCount, by: chunkByteCount).allSatisfy {
            lhs.chunk(at: $0) == rhs.chunk(at: $0)
        }
    }
}
