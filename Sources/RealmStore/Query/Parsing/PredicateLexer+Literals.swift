// Numbers, and literals that name their type.

extension PredicateLexer {
    // MARK: Numbers

    /// A number with its sign, hexadecimal digits, `inf` or `nan`; nil if there is none here.
    mutating func number() throws(PredicateError) -> QueryValue? {
        let start = position
        let isSigned = peek() == UInt8(ascii: "-") || peek() == UInt8(ascii: "+")
        if let value = infinityOrNaN(isSigned) { return value }
        if peek() == UInt8(ascii: "0"), peek(1) | 0x20 == UInt8(ascii: "x"), peek(2).isHexDigit { return hexadecimal() }
        var end = position + (isSigned ? 1 : 0)
        let whole = digits(&end)
        var isFraction = false
        var fraction = 0
        if byte(end) == UInt8(ascii: "."), whole > 0 || byte(end + 1).isDigit {
            end += 1
            fraction = digits(&end)
            isFraction = true
        }
        guard whole + fraction > 0 else { return nil }
        isFraction = skipExponent(&end) || isFraction
        let digitsEnd = end
        let isFloat = byte(end) == UInt8(ascii: "f") && dialect == .realm && !isNamePart(byte(end + 1))
        if isFloat { end += 1 }
        position = end
        let text = String(decoding: bytes[start..<digitsEnd], as: UTF8.self)
        if !isFraction, !isFloat {
            return .int(Int64(text) ?? (bytes[start] == UInt8(ascii: "-") ? .min : .max))
        }
        let normal = PredicateLexer.normal(text)
        if isFloat, let float = Float(normal) { return .float(float) }
        guard let double = Double(normal) else { throw PredicateError("'\(text)' is no number", at: start) }
        return .written(double, digits: text)
    }

    /// With a digit on both sides of the point, as in Swift.
    private static func normal(_ text: String) -> String {
        guard let point = text.firstIndex(of: ".") else { return text }
        let before = text[..<point]
        let after = text[text.index(after: point)...]
        let hasWhole = before.last?.isNumber ?? false
        let hasFraction = after.first?.isNumber ?? false
        return before + (hasWhole ? "" : "0") + "." + (hasFraction ? "" : "0") + after
    }

    func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

    func isNamePart(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isDigit || byte == UInt8(ascii: "_") || byte >= 0x80
    }

    func digits(_ end: inout Int) -> Int {
        let start = end
        while byte(end).isDigit { end += 1 }
        return end - start
    }

    private func skipExponent(_ end: inout Int) -> Bool {
        guard byte(end) | 0x20 == UInt8(ascii: "e") else { return false }
        var behind = end + 1
        if byte(behind) == UInt8(ascii: "-") || byte(behind) == UInt8(ascii: "+") { behind += 1 }
        guard digits(&behind) > 0 else { return false }
        end = behind
        return true
    }

    private mutating func hexadecimal() -> QueryValue {
        position += 2
        let start = position
        while peek().isHexDigit { position += 1 }
        return .int(Int64(String(decoding: bytes[start..<position], as: UTF8.self), radix: 16) ?? .max)
    }

    private mutating func infinityOrNaN(_ isSigned: Bool) -> QueryValue? {
        guard dialect == .realm else { return nil }
        let start = position + (isSigned ? 1 : 0)
        var end = start
        while byte(end).isASCIILetter { end += 1 }
        guard end > start, end - start <= 8, !isNamePart(byte(end)), byte(end) != UInt8(ascii: "-") else { return nil }
        let isNegative = peek() == UInt8(ascii: "-")
        let value: Double
        switch String(decoding: bytes[start..<end], as: UTF8.self).lowercased() {
        case "inf", "infinity": value = isNegative ? -Double.infinity : .infinity
        case "nan": value = Double(bitPattern: 0x7FF8_0000_0000_0000)
        default: return nil
        }
        let text = isNegative && !value.isNaN ? "-inf" : value.isNaN ? "nan" : "inf"
        position = end
        return .written(value, digits: text)
    }

    // MARK: Literals of a type

    mutating func literal() throws(PredicateError) -> QueryValue? {
        guard dialect == .realm else { return nil }
        switch peek() {
        case UInt8(ascii: "u"): return identifier("uuid(", length: 36)
        case UInt8(ascii: "o"): return identifier("oid(", length: 24)
        case UInt8(ascii: "B"): return try base64()
        case UInt8(ascii: "T"): return try secondsAndNanoseconds()
        case UInt8(ascii: "O"), UInt8(ascii: "L"): return objectKey()
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return try date()
        default: return nil
        }
    }

    private mutating func identifier(_ prefix: String, length: Int) -> QueryValue? {
        let start = position + prefix.utf8.count
        guard start + length < bytes.count, bytes[position..<start].elementsEqual(prefix.utf8),
            bytes[start + length] == UInt8(ascii: ")")
        else { return nil }
        let text = String(decoding: bytes[start..<(start + length)], as: UTF8.self)
        let value: QueryValue?
        if length == 24 {
            value = ObjectIdBits(hex: text).map { .objectId($0) }
        } else {
            value = UUIDBits(text: text).map { .uuid($0) }
        }
        if value != nil { position = start + length + 1 }
        return value
    }

    private mutating func base64() throws(PredicateError) -> QueryValue? {
        guard bytes[position...].starts(with: "B64\"".utf8) else { return nil }
        let start = position + 4
        guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\"")),
            let decoded = Base64.decode(bytes[start..<end])
        else { throw PredicateError("expected base64 and a closing quote behind B64\"", at: position) }
        position = end + 1
        return .string(decoded)
    }

    /// `O5` and `L3:5`: an object by its key.
    private mutating func objectKey() -> QueryValue? {
        var end = position + 1
        guard digits(&end) > 0, let first = Int64(String(decoding: bytes[(position + 1)..<end], as: UTF8.self)) else {
            return nil
        }
        if peek() == UInt8(ascii: "O") {
            guard !isNamePart(byte(end)), byte(end) != UInt8(ascii: "-") else { return nil }
            position = end
            return .objectKey(ObjectKey(first))
        }
        let second = end + 1
        guard byte(end) == UInt8(ascii: ":"), let table = UInt32(exactly: first) else { return nil }
        end = second
        guard digits(&end) > 0, let key = Int64(String(decoding: bytes[second..<end], as: UTF8.self)) else {
            return nil
        }
        position = end
        return .link(TableKey(table), ObjectKey(key))
    }

    // MARK: Points in time

    /// `T100:5`
    private mutating func secondsAndNanoseconds() throws(PredicateError) -> QueryValue? {
        let start = position
        var end = position + 1
        guard let seconds = signedDigits(&end), byte(end) == UInt8(ascii: ":") else { return nil }
        end += 1
        guard let nanoseconds = signedDigits(&end) else { return nil }
        position = end
        let timestamp = Timestamp(seconds: seconds, nanoseconds: Int32(clamping: nanoseconds))
        guard timestamp.isProper else {
            throw PredicateError(
                "Invalid timestamp format: nanoseconds are below 1000000000 and have the sign of the seconds", at: start
            )
        }
        return .timestamp(timestamp)
    }

    private func signedDigits(_ end: inout Int) -> Int64? {
        let start = end
        if byte(end) == UInt8(ascii: "-") || byte(end) == UInt8(ascii: "+") { end += 1 }
        guard digits(&end) > 0 else { return nil }
        return Int64(String(decoding: bytes[start..<end], as: UTF8.self))
            ?? (bytes[start] == UInt8(ascii: "-") ? .min : .max)
    }

    /// `2020-01-31@23:59:59:5`, in UTC; `T` for `@`.
    ///
    /// The seconds are truncated to 32 bits, as in Realm Core: correct from 1901-12-13 to 2038-01-19 only.
    private mutating func date() throws(PredicateError) -> QueryValue? {
        var numbers: [Int64] = []
        var end = position
        for separators in ["-", "-", "@T", ":", ":"] {
            guard let number = plainNumber(&end), separators.utf8.contains(byte(end)) else { return nil }
            numbers.append(number)
            end += 1
        }
        guard let seconds = plainNumber(&end) else { return nil }
        var nanoseconds: Int64 = 0
        if byte(end) == UInt8(ascii: ":"), byte(end + 1).isDigit {
            end += 1
            nanoseconds = plainNumber(&end) ?? 0
        }
        let start = position
        position = end
        guard numbers[0] >= 1900 else {
            throw PredicateError("Conversion of dates before 1900 is not supported.", at: start)
        }
        guard nanoseconds < 1_000_000_000, (1...12).contains(numbers[1]), (1...31).contains(numbers[2]) else {
            throw PredicateError("Invalid timestamp format", at: start)
        }
        let days = PredicateLexer.days(year: numbers[0], month: numbers[1], day: numbers[2])
        let time = numbers[3] &* 3600 &+ numbers[4] &* 60 &+ seconds
        let total = Int64(Int32(truncatingIfNeeded: days &* 86_400 &+ time))
        return .timestamp(
            Timestamp(seconds: total, nanoseconds: Int32(truncatingIfNeeded: total < 0 ? -nanoseconds : nanoseconds)))
    }

    /// Up to nine digits.
    private func plainNumber(_ end: inout Int) -> Int64? {
        let start = end
        let count = digits(&end)
        return (1...9).contains(count) ? Int64(String(decoding: bytes[start..<end], as: UTF8.self)) : nil
    }

    /// Days since 1970-01-01 in the Gregorian calendar.
    static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let monthsFromMarch = (month &+ 9) % 12
        let year = year &+ (month &- 1) / 12 &- (monthsFromMarch >= 10 ? 1 : 0)
        let leapDays = year / 4 &- year / 100 &+ year / 400
        return year &* 365 &+ leapDays &+ (monthsFromMarch &* 153 &+ 2) / 5 &+ day &- 719_469
    }
}
