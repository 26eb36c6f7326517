/// Strings with escapes, and dates.
extension TextCursor {
    // MARK: Escapes

    /// The string whose first bytes, up to `at`, have no escapes.
    mutating func escapedString(from start: UnsafePointer<UInt8>, _ scratch: ValueScratch) -> Value? {
        var text = Array(UnsafeBufferPointer(start: start, count: at - start))
        while true {
            let byte = at.pointee
            guard byte >= 0x20 else { return nil }
            at += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard text.count < BlobEditor.maximumByteCount else { return nil }
                return text.withUnsafeBytes { $0.isUTF8 ? scratch.copy(.string($0)) : nil }
            case UInt8(ascii: "\\"): guard unescape(into: &text) else { return nil }
            default: text.append(byte)
            }
        }
    }

    private mutating func unescape(into text: inout [UInt8]) -> Bool {
        let byte = at.pointee
        at += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            guard let scalar = escapedScalar() else { return false }
            text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        default:
            at -= 1
            return false
        }
        return true
    }

    /// The character of `\uXXXX`, or of a pair of them.
    private mutating func escapedScalar() -> Unicode.Scalar? {
        guard let first = hexDigits() else { return nil }
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, word("\\u"), let second = hexDigits(), (0xDC00...0xDFFF).contains(second) else {
            return nil
        }
        return Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
    }

    private mutating func hexDigits() -> UInt32? {
        var number: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = ExactTextReader.hexDigit(at.pointee) else { return nil }
            number = (number << 4) | UInt32(digit)
            at += 1
        }
        return number
    }

    // MARK: Dates

    mutating func timestamp() -> Value? {
        guard skip("\""), let date = date() else { return nil }
        return skip("\"") ? date : nil
    }

    /// A date of a year from 0 to 9999 in ISO 8601, UTC.
    mutating func date() -> Value? {
        guard let century = twoDigits(), let year = twoDigits(), skip("-"), let month = twoDigits(),
            skip("-"), let day = twoDigits(), skip("T"), let hour = twoDigits(), skip(":"), let minute = twoDigits(),
            skip(":"), let second = twoDigits()
        else { return nil }
        var nanoseconds: Int32 = 0
        if skip(".") {
            var unit: Int32 = 100_000_000
            let start = at
            while unit > 0 {
                let digit = at.pointee &- UInt8(ascii: "0")
                guard digit < 10 else { break }
                nanoseconds &+= Int32(digit) &* unit
                unit /= 10
                at += 1
            }
            guard at > start else { return nil }
        }
        let fullYear = Int64(century * 100 + year)
        guard skip("Z"), 1...12 ~= month,
            1...CivilDate.dayCount(year: fullYear, month: month) ~= Int64(day), hour < 24, minute < 60, second < 60
        else { return nil }
        let days = CivilDate.daysSince1970(year: fullYear, month: month, day: day)
        let seconds = days * 86_400 + Int64(hour * 3600 + minute * 60 + second)
        if seconds < 0, nanoseconds > 0 {
            return .timestamp(Timestamp(seconds: seconds + 1, nanoseconds: nanoseconds - 1_000_000_000))
        }
        return .timestamp(Timestamp(seconds: seconds, nanoseconds: nanoseconds))
    }

    @inline(__always)
    private mutating func twoDigits() -> Int? {
        let first = at[0] &- UInt8(ascii: "0")
        guard first < 10 else { return nil }
        let second = at[1] &- UInt8(ascii: "0")
        guard second < 10 else { return nil }
        at += 2
        return Int(first) &* 10 &+ Int(second)
    }
}
