/// Single values. Nil for one that is not of the usual form: it is read again, by another reader.
extension TextCursor {
    @inline(__always)
    mutating func value(_ property: RowLayout.Property, _ scratch: ValueScratch) -> Value? {
        guard let target = property.target else { return value(property.form, scratch) }
        return link(target, scratch)
    }

    /// An element of a collection.
    mutating func element(_ elements: RowLayout.Elements, _ scratch: ValueScratch) -> Value? {
        if at.pointee == UInt8(ascii: "n") { return elements.mayBeNull && word("null") ? .null : nil }
        guard let target = elements.target else { return value(elements.form, scratch) }
        return link(target, scratch)
    }

    @inline(__always)
    private mutating func value(_ form: RowLayout.Form, _ scratch: ValueScratch) -> Value? {
        switch form {
        case .int: integer()
        case .bool: bool()
        case .float: float()
        case .double: double()
        case .string: string(scratch)
        case .binary: wrapped("$data") { cursor in cursor.binary(scratch) }
        case .timestamp: wrapped("$date") { cursor in cursor.timestamp() }
        case .decimal: wrapped("$decimal") { cursor in cursor.decimal() }
        case .objectId: wrapped("$objectId") { cursor in cursor.objectId() }
        case .uuid: wrapped("$uuid") { cursor in cursor.uuid() }
        case .mixed: mixed(scratch)
        case .link, .other: nil
        }
    }

    /// The key of an object, or class and key of a typed link.
    private mutating func link(_ target: RowLayout.Target, _ scratch: ValueScratch) -> Value? {
        let start = at
        if skip("{") {
            skipBlanks()
            if word("\"$link\"") {
                skipBlanks()
                guard skip(":") else { return nil }
                skipBlanks()
                guard skip("[") else { return nil }
                skipBlanks()
                guard case .string(let name) = string(scratch), name.elementsEqual(target.className) else { return nil }
                skipBlanks()
                guard skip(",") else { return nil }
                skipBlanks()
                guard let key = value(target.key, scratch) else { return nil }
                skipBlanks()
                guard skip("]") else { return nil }
                skipBlanks()
                return skip("}") ? key : nil
            }
            at = start
        }
        return value(target.key, scratch)
    }

    /// A value, or the only member of that name of an object.
    @inline(__always)
    mutating func wrapped(_ name: StaticString, _ value: (inout TextCursor) -> Value?) -> Value? {
        guard skip("{") else { return value(&self) }
        skipBlanks()
        guard skip("\""), word(name), skip("\"") else { return nil }
        skipBlanks()
        guard skip(":") else { return nil }
        skipBlanks()
        guard let found = value(&self) else { return nil }
        skipBlanks()
        return skip("}") ? found : nil
    }

    private mutating func mixed(_ scratch: ValueScratch) -> Value? {
        switch at.pointee {
        case UInt8(ascii: "\""): return string(scratch)
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return bool()
        case UInt8(ascii: "n"): return word("null") ? .null : nil
        default:
            let start = at
            if let number = integer() { return number }
            guard isFollowedByFraction else { return nil }
            at = start
            return double()
        }
    }

    mutating func bool() -> Value? { word("true") ? .bool(true) : word("false") ? .bool(false) : nil }

    // MARK: Numbers

    @inline(__always)
    mutating func integer() -> Value? {
        let isNegative = skip("-")
        guard let (digits, _) = digits(), !isFollowedByFraction else { return nil }
        // Zeros may not lead.
        guard let number = Int64(exactly: digits) else { return nil }
        return .int(isNegative ? -number : number)
    }

    private var isFollowedByFraction: Bool {
        at.pointee == UInt8(ascii: ".") || at.pointee == UInt8(ascii: "e") || at.pointee == UInt8(ascii: "E")
    }

    /// The number of 1 to 19 digits, which has no zero in front, and how many they are.
    @inline(__always)
    private mutating func digits() -> (number: UInt64, count: Int)? {
        let start = at
        var number: UInt64 = 0
        while true {
            let digit = at.pointee &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            number = number &* 10 &+ UInt64(digit)
            at += 1
        }
        let count = at - start
        guard count > 0, count <= 19, count == 1 || start.pointee != UInt8(ascii: "0") else { return nil }
        return (number, count)
    }

    mutating func double() -> Value? {
        if at.pointee == UInt8(ascii: "{") { return nil }
        let start = at
        let isNegative = at.pointee == UInt8(ascii: "-")
        guard let (mantissa, exponent) = decimalParts() else { return nil }
        if mantissa <= 1 << 53, exponent.magnitude < TextCursor.powers.count {
            // Both factors are exact, so that the result is rounded once.
            let power = TextCursor.powers[Int(exponent.magnitude)]
            let number = exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
            return .double(isNegative ? -number : number)
        }
        guard let number = Double(text(from: start)), number.isFinite else { return nil }
        return .double(number)
    }

    mutating func float() -> Value? {
        if at.pointee == UInt8(ascii: "{") { return nil }
        let start = at
        guard decimalParts() != nil, let number = Float(text(from: start)), number.isFinite else { return nil }
        return .float(number)
    }

    /// The powers of ten that doubles have exactly.
    private static let powers: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    /// A number in the grammar of JSON as magnitude and power of ten; the magnitude is the greatest number if it has
    /// more than 19 digits.
    private mutating func decimalParts() -> (mantissa: UInt64, exponent: Int)? {
        _ = skip("-")
        guard let (whole, wholeCount) = digits() else { return nil }
        var mantissa = whole
        var exponent = 0
        var isExact = true
        if skip(".") {
            let start = at
            while true {
                let digit = at.pointee &- UInt8(ascii: "0")
                guard digit < 10 else { break }
                mantissa = mantissa &* 10 &+ UInt64(digit)
                at += 1
            }
            exponent = start - at
            guard exponent < 0 else { return nil }
            isExact = wholeCount - exponent <= 19
        }
        if skip("e") || skip("E") {
            let isNegative = at.pointee == UInt8(ascii: "-")
            if !skip("+") { _ = skip("-") }
            let start = at
            var power = 0
            while true {
                let digit = at.pointee &- UInt8(ascii: "0")
                guard digit < 10, power < 100_000 else { break }
                power = power * 10 + Int(digit)
                at += 1
            }
            guard at > start, at.pointee &- UInt8(ascii: "0") >= 10 else { return nil }
            exponent += isNegative ? -power : power
        }
        return (isExact ? mantissa : .max, exponent)
    }

    private func text(from start: UnsafePointer<UInt8>) -> String {
        String(decoding: UnsafeBufferPointer(start: start, count: at - start), as: UTF8.self)
    }

    mutating func decimal() -> Value? {
        if at.pointee == UInt8(ascii: "\"") {
            guard let text = plainText() else { return nil }
            return ExactTextReader.decimal(Array(text)).map(Value.decimal)
        }
        let start = at
        guard decimalParts() != nil else { return nil }
        return ExactTextReader.decimal(Array(UnsafeBufferPointer(start: start, count: at - start))).map(Value.decimal)
    }

    // MARK: Texts

    /// A string, in the text itself if it has no escapes.
    @inline(__always)
    mutating func string(_ scratch: ValueScratch) -> Value? {
        guard skip("\"") else { return nil }
        let start = at
        var isASCII = true
        while true {
            skipPlain()
            let byte = at.pointee
            if byte == UInt8(ascii: "\"") { break }
            if byte == UInt8(ascii: "\\") { return escapedString(from: start, scratch) }
            guard byte >= 0x80 else { return nil }
            isASCII = false
            at += 1
        }
        let text = UnsafeRawBufferPointer(start: start, count: at - start)
        guard isASCII || text.isUTF8, text.count < BlobEditor.maximumByteCount else { return nil }
        at += 1
        return .string(text)
    }

    /// Skips bytes up to a quote, a backslash, a control character or one that is not ASCII, eight at a time.
    @inline(__always)
    private mutating func skipPlain() {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops: UInt64 = 0x8080_8080_8080_8080
        while true {
            let word = UInt64(littleEndian: UnsafeRawPointer(at).loadUnaligned(as: UInt64.self))
            let quotes = word ^ (ones &* 0x22)
            let backslashes = word ^ (ones &* 0x5C)
            let found =
                ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
                | ((word &- (ones &* 0x20)) & ~word) | word
            let marks = found & tops
            guard marks == 0 else {
                at += marks.trailingZeroBitCount &>> 3
                return
            }
            at += 8
        }
    }

    /// The bytes of a string without escapes, whatever they are.
    private mutating func plainText() -> UnsafeRawBufferPointer? {
        guard skip("\"") else { return nil }
        let start = at
        skipPlain()
        guard at.pointee == UInt8(ascii: "\"") else { return nil }
        defer { at += 1 }
        return UnsafeRawBufferPointer(start: start, count: at - start)
    }

    mutating func binary(_ scratch: ValueScratch) -> Value? {
        guard let text = plainText(), let bytes = ExactTextReader.base64(Array(text)),
            bytes.count <= BlobEditor.maximumByteCount
        else { return nil }
        return scratch.binary(bytes)
    }

    mutating func objectId() -> Value? { plainText().flatMap(TextCursor.objectId) }

    static func objectId(_ text: UnsafeRawBufferPointer) -> Value? {
        guard text.count == 24, let high: UInt64 = hex(text[..<16]), let low: UInt32 = hex(text[16...]) else {
            return nil
        }
        return .objectId(ObjectIdBits(high: high, low: low))
    }

    mutating func uuid() -> Value? { plainText().flatMap(TextCursor.uuid) }

    static func uuid(_ text: UnsafeRawBufferPointer) -> Value? {
        guard text.count == 36 else { return nil }
        for hyphen in [8, 13, 18, 23] where text[hyphen] != UInt8(ascii: "-") { return nil }
        guard let first: UInt32 = hex(text[..<8]), let second: UInt16 = hex(text[9..<13]),
            let third: UInt16 = hex(text[14..<18]), let fourth: UInt16 = hex(text[19..<23]),
            let head: UInt16 = hex(text[24..<28]), let tail: UInt32 = hex(text[28...])
        else { return nil }
        return .uuid(
            UUIDBits(
                high: (UInt64(first) << 32) | (UInt64(second) << 16) | UInt64(third),
                low: (UInt64(fourth) << 48) | (UInt64(head) << 32) | UInt64(tail)))
    }

    private static func hex<Bits: FixedWidthInteger & UnsignedInteger>(_ text: Slice<UnsafeRawBufferPointer>) -> Bits? {
        var bits: Bits = 0
        for byte in text {
            guard let digit = ExactTextReader.hexDigit(byte) else { return nil }
            bits = (bits << 4) | Bits(digit)
        }
        return bits
    }
}
