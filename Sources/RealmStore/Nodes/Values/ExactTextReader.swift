/// Parses single values from their texts in exported documents, bit for bit; nil for any other text.
///
/// The inverse of `TextBuffer`'s exact texts. Documented in docs/export-format.md.
package enum ExactTextReader {
    package static func integer(_ text: [UInt8]) -> Int64? {
        // A plus sign and leading zeros are not valid JSON.
        guard let first = text.first, first != UInt8(ascii: "+") else { return nil }
        return Int64(String(decoding: text, as: UTF8.self))
    }

    package static func bool(_ text: [UInt8]) -> Bool? {
        text.elementsEqual("true".utf8) ? true : text.elementsEqual("false".utf8) ? false : nil
    }

    // MARK: Floating point

    /// Also `NaN`, `NaN:` with the bits of a NaN, `Infinity` and `-Infinity`. Nil for numbers that are too large.
    package static func double(_ text: [UInt8]) -> Double? {
        if let bits: UInt64 = bitsOfNaN(text) {
            let number = Double(bitPattern: bits)
            return number.isNaN ? number : nil
        }
        if let special = special(text) { return special }
        guard isNumber(text), let number = Double(String(decoding: text, as: UTF8.self)), number.isFinite else {
            return nil
        }
        return number
    }

    package static func float(_ text: [UInt8]) -> Float? {
        if let bits: UInt32 = bitsOfNaN(text) {
            let number = Float(bitPattern: bits)
            return number.isNaN ? number : nil
        }
        if let special = special(text) { return Float(special) }
        guard isNumber(text), let number = Float(String(decoding: text, as: UTF8.self)), number.isFinite else {
            return nil
        }
        return number
    }

    private static func special(_ text: [UInt8]) -> Double? {
        switch text.count <= 9 ? String(decoding: text, as: UTF8.self) : "" {
        case "NaN": .nan
        case "Infinity": .infinity
        case "-Infinity": -.infinity
        default: nil
        }
    }

    private static func bitsOfNaN<Bits: FixedWidthInteger & UnsignedInteger>(_ text: [UInt8]) -> Bits? {
        guard text.starts(with: "NaN:".utf8) else { return nil }
        return hex(text[4...])
    }

    /// Other forms that Swift accepts (blanks, hexadecimal digits, words) are not numbers here.
    private static func isNumber(_ text: [UInt8]) -> Bool {
        text.allSatisfy { byte in
            (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")) || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "e")
                || byte == UInt8(ascii: "E")
        }
    }

    // MARK: Decimals

    package static func decimal(_ text: [UInt8]) -> Decimal128Bits? {
        if let colon = text.firstIndex(of: UInt8(ascii: ":")) {
            guard text.count == colon + 33, let high: UInt64 = hex(text[(colon + 1)..<(colon + 17)]),
                let low: UInt64 = hex(text[(colon + 17)...])
            else { return nil }
            return Decimal128Bits(low: low, high: high)
        }
        let sign: FloatingPointSign = text.first == UInt8(ascii: "-") ? .minus : .plus
        let digits = sign == .minus ? text.dropFirst() : text[...]
        if digits.elementsEqual("Infinity".utf8) { return .infinity(sign) }
        if digits.elementsEqual("NaN".utf8) { return sign == .plus ? .nan : nil }
        return finite(sign, digits)
    }

    private static func finite(_ sign: FloatingPointSign, _ text: ArraySlice<UInt8>) -> Decimal128Bits? {
        let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) {
            $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E")
        }
        guard let mantissa = parts.first else { return nil }
        var exponent = 0
        if parts.count == 2 {
            guard let power = Int(String(decoding: parts[1], as: UTF8.self)), abs(power) < 100_000 else { return nil }
            exponent = power
        }
        var (coefficient, hasDigits, hasPoint) = (UInt128(0), false, false)
        for byte in mantissa {
            if byte == UInt8(ascii: "."), !hasPoint {
                hasPoint = true
                continue
            }
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            hasDigits = true
            coefficient = coefficient * 10 + UInt128(byte - UInt8(ascii: "0"))
            guard coefficient <= Decimal128Bits.maxCoefficient else { return nil }
            if hasPoint { exponent -= 1 }
        }
        guard hasDigits else { return nil }
        // The same number with another exponent, if only that can be stored.
        while exponent > Decimal128Bits.exponents.upperBound {
            let (shifted, overflow) = coefficient.multipliedReportingOverflow(by: 10)
            guard !overflow, shifted <= Decimal128Bits.maxCoefficient else { return nil }
            (coefficient, exponent) = (shifted, exponent - 1)
        }
        while exponent < Decimal128Bits.exponents.lowerBound {
            guard coefficient % 10 == 0 else { return nil }
            (coefficient, exponent) = (coefficient / 10, exponent + 1)
        }
        return Decimal128Bits(sign: sign, coefficient: coefficient, exponent: exponent)
    }

    // MARK: Dates

    /// A point in time in ISO 8601, UTC, with up to nine digits of fraction.
    package static func date(_ text: [UInt8]) -> Timestamp? {
        var reader = DateReader(text)
        return reader.read()
    }

    // MARK: Ids and data

    package static func objectId(_ text: [UInt8]) -> ObjectIdBits? {
        guard text.count == 24, let high: UInt64 = hex(text[..<16]), let low: UInt32 = hex(text[16...]) else {
            return nil
        }
        return ObjectIdBits(high: high, low: low)
    }

    package static func uuid(_ text: [UInt8]) -> UUIDBits? {
        let hyphens = [8, 13, 18, 23]
        guard text.count == 36, hyphens.allSatisfy({ text[$0] == UInt8(ascii: "-") }) else { return nil }
        let digits = text.indices.filter { !hyphens.contains($0) }.map { text[$0] }
        guard let high: UInt64 = hex(digits[..<16]), let low: UInt64 = hex(digits[16...]) else { return nil }
        return UUIDBits(high: high, low: low)
    }

    /// Bytes from base64 with padding.
    package static func base64(_ text: [UInt8]) -> [UInt8]? {
        guard text.count % 4 == 0 else { return nil }
        let padding = text.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var (word, bitCount) = (UInt32(0), 0)
        for byte in text.dropLast(padding) {
            guard let sextet = sextet(byte) else { return nil }
            word = (word << 6) | UInt32(sextet)
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(bitCount)))
            }
        }
        // The remaining bits are padding, too, and zero.
        guard word & ((1 << UInt32(bitCount)) - 1) == 0, bitCount < 6 else { return nil }
        return bytes
    }

    private static func sextet(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }

    // MARK: Hexadecimal digits

    /// A number with exactly as many digits as its type has room for.
    private static func hex<Bits: FixedWidthInteger & UnsignedInteger>(_ text: ArraySlice<UInt8>) -> Bits? {
        guard text.count == Bits.bitWidth / 4 else { return nil }
        var bits: Bits = 0
        for byte in text {
            guard let digit = hexDigit(byte) else { return nil }
            bits = (bits << 4) | Bits(digit)
        }
        return bits
    }

    package static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

/// Takes the text of a date apart.
private struct DateReader {
    private var rest: ArraySlice<UInt8>

    init(_ text: [UInt8]) { rest = text[...] }

    mutating func read() -> Timestamp? {
        guard let year = readYear(), let month = read("-", 1...12),
            let day = read("-", 1...CivilDate.dayCount(year: year, month: Int(month))), let hour = read("T", 0...23),
            let minute = read(":", 0...59), let second = read(":", 0...59), let nanoseconds = readFraction(),
            rest.elementsEqual("Z".utf8)
        else { return nil }
        let days = CivilDate.daysSince1970(year: year, month: Int(month), day: Int(day))
        var seconds = Int128(days) * 86_400 + Int128(hour * 3600 + minute * 60 + second)
        var rest = Int32(nanoseconds)
        if seconds < 0, rest > 0 {
            seconds += 1
            rest -= 1_000_000_000
        }
        guard let exact = Int64(exactly: seconds) else { return nil }
        return Timestamp(seconds: exact, nanoseconds: rest)
    }

    /// Four digits, or a sign and six to twelve.
    private mutating func readYear() -> Int64? {
        guard let first = rest.first else { return nil }
        let isSigned = first == UInt8(ascii: "+") || first == UInt8(ascii: "-")
        if isSigned { rest = rest.dropFirst() }
        let digits = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        guard isSigned ? (6...12).contains(digits.count) : digits.count == 4 else { return nil }
        rest = rest.dropFirst(digits.count)
        let year = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
        return first == UInt8(ascii: "-") ? -year : year
    }

    private mutating func read(_ mark: Character, _ range: ClosedRange<Int64>) -> Int64? {
        guard rest.first == mark.asciiValue else { return nil }
        let digits = rest.dropFirst().prefix(2)
        rest = rest.dropFirst(3)
        guard digits.count == 2, digits.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) else {
            return nil
        }
        let number = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
        return range.contains(number) ? number : nil
    }

    /// Nanoseconds; 0 without a fraction.
    private mutating func readFraction() -> Int64? {
        guard rest.first == UInt8(ascii: ".") else { return 0 }
        let digits = rest.dropFirst().prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        rest = rest.dropFirst(1 + digits.count)
        guard (1...9).contains(digits.count) else { return nil }
        let number = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
        return (digits.count..<9).reduce(number) { number, _ in number * 10 }
    }
}
