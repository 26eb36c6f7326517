import RealmStore

/// A buffer of UTF-8 text for a document: numbers and text are appended in place, nothing is allocated per value.
struct TextBuffer {
    private(set) var bytes: [UInt8] = []

    var count: Int { bytes.count }

    mutating func reserve(_ byteCount: Int) { bytes.reserveCapacity(byteCount) }

    /// Empties the buffer and keeps its memory.
    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Drops everything after the first `count` bytes.
    mutating func truncate(to count: Int) { bytes.removeLast(bytes.count - count) }

    // MARK: Plain text

    mutating func byte(_ byte: UInt8) { bytes.append(byte) }

    mutating func text(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func text(_ text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func raw(_ raw: some Collection<UInt8>) { bytes.append(contentsOf: raw) }

    // MARK: Numbers

    mutating func integer(_ value: Int64) {
        if value < 0 { byte(UInt8(ascii: "-")) }
        integer(value.magnitude, digits: 1)
    }

    /// `value` in decimal, padded with zeros to at least `digits`.
    mutating func integer(_ value: UInt64, digits: Int) {
        var (count, rest) = (1, value / 10)
        while rest > 0 { (count, rest) = (count + 1, rest / 10) }
        bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: max(count, digits)))
        var position = bytes.count
        rest = value
        while rest > 0 {
            position -= 1
            bytes[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    /// `value` as hexadecimal digits, two for each of its bytes.
    mutating func hex<Word: FixedWidthInteger & UnsignedInteger>(_ value: Word) {
        for shift in stride(from: Word.bitWidth - 4, through: 0, by: -4) {
            let digit = UInt8(truncatingIfNeeded: value >> Word(shift)) & 15
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + (digit - 10))
        }
    }

    // MARK: Escaping

    private static let specialInJSON = SpecialBytes(
        below: 0x20, [UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F, 0x7F])
    private static let specialInCSV = SpecialBytes(
        [UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\r")])

    /// Whether `text` is UTF-8, and whether it has bytes that a format escapes.
    private static func scan(
        _ text: some RandomAccessCollection<UInt8>, for special: SpecialBytes
    ) -> (isUTF8: Bool, isSpecial: Bool) {
        text.withContiguousStorageIfAvailable(special.scan) ?? Array(text).withUnsafeBufferPointer(special.scan)
    }

    /// `text` between quotes, escaped for JSON; false, with an unusable buffer, if it is not UTF-8.
    mutating func json(_ text: some RandomAccessCollection<UInt8>) -> Bool {
        let (isUTF8, isSpecial) = TextBuffer.scan(text, for: TextBuffer.specialInJSON)
        guard isUTF8 else { return false }
        byte(UInt8(ascii: "\""))
        if isSpecial { escape(text) } else { bytes.append(contentsOf: text) }
        byte(UInt8(ascii: "\""))
        return true
    }

    private mutating func escape(_ text: some RandomAccessCollection<UInt8>) {
        var plain = text.startIndex
        for index in text.indices {
            let byte = text[index]
            guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F else {
                continue
            }
            bytes.append(contentsOf: text[plain..<index])
            escape(byte)
            plain = text.index(after: index)
        }
        bytes.append(contentsOf: text[plain...])
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): text("\\\"")
        case UInt8(ascii: "\\"): text("\\\\")
        case UInt8(ascii: "\n"): text("\\n")
        case UInt8(ascii: "\r"): text("\\r")
        case UInt8(ascii: "\t"): text("\\t")
        default:
            text("\\u")
            hex(UInt16(byte))
        }
    }

    mutating func json(_ text: String) {
        // A String is UTF-8.
        _ = json(Array(text.utf8))
    }

    /// `text` as one field of RFC 4180, quoted if necessary and if it is empty: an unquoted empty field means null.
    /// False, with an unusable buffer, if it is not UTF-8.
    mutating func csv(_ text: some RandomAccessCollection<UInt8>) -> Bool {
        let (isUTF8, isSpecial) = TextBuffer.scan(text, for: TextBuffer.specialInCSV)
        guard isUTF8 else { return false }
        guard isSpecial || text.isEmpty else {
            bytes.append(contentsOf: text)
            return true
        }
        byte(UInt8(ascii: "\""))
        for byte in text {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        byte(UInt8(ascii: "\""))
        return true
    }

    mutating func csv(_ text: String) {
        // A String is UTF-8.
        _ = csv(Array(text.utf8))
    }

    // MARK: Base64

    /// `data` in base64, with padding.
    mutating func base64(_ data: some RandomAccessCollection<UInt8>) {
        bytes.reserveCapacity(bytes.count + (data.count + 2) / 3 * 4)
        var iterator = data.makeIterator()
        while let first = iterator.next() {
            let second = iterator.next()
            let third = iterator.next()
            sextet(first >> 2)
            sextet(((first & 3) << 4) | ((second ?? 0) >> 4))
            if let second { sextet(((second & 15) << 2) | ((third ?? 0) >> 6)) } else { byte(UInt8(ascii: "=")) }
            if let third { sextet(third & 63) } else { byte(UInt8(ascii: "=")) }
        }
    }

    private mutating func sextet(_ value: UInt8) {
        let digit: UInt8 =
            switch value {
            case 0..<26: UInt8(ascii: "A") + value
            case 26..<52: UInt8(ascii: "a") + (value - 26)
            case 52..<62: UInt8(ascii: "0") + (value - 52)
            case 62: UInt8(ascii: "+")
            default: UInt8(ascii: "/")
            }
        bytes.append(digit)
    }
}
