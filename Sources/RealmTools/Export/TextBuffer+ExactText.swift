import RealmStore

// The texts of single values in exported documents, each exact: the value can be restored from it, bit for bit.
// Documented in docs/export-format.md.

extension TextBuffer {
    /// The shortest text that reads back as the same number, or `NaN`, `Infinity`, `-Infinity`; a NaN other than the
    /// default one includes its bits: `NaN:7ff8000000000001`.
    mutating func number(_ value: Double) {
        if value.isFinite { return text(value.description) }
        nonFinite(isNaN: value.isNaN, isNegative: value.sign == .minus)
        if value.isNaN, value.bitPattern != Double.nan.bitPattern {
            byte(UInt8(ascii: ":"))
            hex(value.bitPattern)
        }
    }

    /// As for a double; the bits of a NaN have 8 digits.
    mutating func number(_ value: Float) {
        if value.isFinite { return text(value.description) }
        nonFinite(isNaN: value.isNaN, isNegative: value.sign == .minus)
        if value.isNaN, value.bitPattern != Float.nan.bitPattern {
            byte(UInt8(ascii: ":"))
            hex(value.bitPattern)
        }
    }

    private mutating func nonFinite(isNaN: Bool, isNegative: Bool) {
        if isNaN { text("NaN") } else if isNegative { text("-Infinity") } else { text("Infinity") }
    }

    /// The decimal in the form of the General Decimal Arithmetic specification ("to-scientific-string"): it shows
    /// digits and exponent, 1.10 is not 1.1. Bits without such a text follow after a colon.
    mutating func decimal(_ value: Decimal128Bits) {
        var plain: Decimal128Bits
        if value.isNaN {
            text("NaN")
            plain = .nan
        } else if value.isInfinite {
            if value.sign == .minus { byte(UInt8(ascii: "-")) }
            text("Infinity")
            plain = .infinity(value.sign)
        } else {
            if value.sign == .minus { byte(UInt8(ascii: "-")) }
            finite(value.coefficient, value.exponent)
            plain = .zero
            if Decimal128Bits.exponents.contains(value.exponent) {
                plain = Decimal128Bits(sign: value.sign, coefficient: value.coefficient, exponent: value.exponent)
            }
        }
        guard plain != value else { return }
        byte(UInt8(ascii: ":"))
        hex(value.high)
        hex(value.low)
    }

    private mutating func finite(_ coefficient: UInt128, _ exponent: Int) {
        let digits = Array(String(coefficient).utf8)
        let adjusted = exponent + (digits.count - 1)
        if exponent <= 0, adjusted >= -6 {
            let whole = digits.count + exponent
            if whole > 0 { raw(digits[..<whole]) } else { byte(UInt8(ascii: "0")) }
            if exponent < 0 {
                byte(UInt8(ascii: "."))
                for _ in 0..<max(0, -whole) { byte(UInt8(ascii: "0")) }
                raw(digits[max(0, whole)...])
            }
        } else {
            raw(digits[..<1])
            if digits.count > 1 {
                byte(UInt8(ascii: "."))
                raw(digits[1...])
            }
            byte(UInt8(ascii: "E"))
            if adjusted >= 0 { byte(UInt8(ascii: "+")) }
            integer(Int64(adjusted))
        }
    }

    mutating func objectId(_ id: ObjectIdBits) {
        hex(id.high)
        hex(id.low)
    }

    mutating func uuid(_ id: UUIDBits) {
        hex(UInt32(truncatingIfNeeded: id.high >> 32))
        byte(UInt8(ascii: "-"))
        hex(UInt16(truncatingIfNeeded: id.high >> 16))
        byte(UInt8(ascii: "-"))
        hex(UInt16(truncatingIfNeeded: id.high))
        byte(UInt8(ascii: "-"))
        hex(UInt16(truncatingIfNeeded: id.low >> 48))
        byte(UInt8(ascii: "-"))
        hex(UInt32(truncatingIfNeeded: id.low >> 16))
        hex(UInt16(truncatingIfNeeded: id.low))
    }

    /// The point in time in ISO 8601, UTC: `2026-09-21T03:15:00.000000001Z`. Nine digits of fraction or none; years
    /// outside 0000...9999 have a sign and at least six digits, as in ECMAScript.
    ///
    /// - Parameter isShort: whether the fraction has only the digits that it needs.
    /// - Precondition: the timestamp is proper.
    mutating func date(_ value: Timestamp, isShort: Bool = false) {
        precondition(value.isProper, "the parts of a timestamp have one sign")
        let (date, second, nanoseconds) = value.civil
        if (0...9999).contains(date.year) {
            integer(UInt64(date.year), digits: 4)
        } else {
            byte(date.year < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
            integer(date.year.magnitude, digits: 6)
        }
        pair("-", date.month)
        pair("-", date.day)
        pair("T", second / 3600)
        pair(":", second / 60 % 60)
        pair(":", second % 60)
        if nanoseconds > 0 {
            var (fraction, digits) = (nanoseconds, 9)
            while isShort, fraction % 10 == 0 { (fraction, digits) = (fraction / 10, digits - 1) }
            byte(UInt8(ascii: "."))
            integer(fraction, digits: digits)
        }
        byte(UInt8(ascii: "Z"))
    }

    private mutating func pair(_ mark: Unicode.Scalar, _ number: Int) {
        byte(UInt8(ascii: mark))
        byte(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10))
        byte(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }
}

extension Timestamp {
    /// The day in UTC, the second of the day, and what is left over, which is never negative.
    ///
    /// A second is borrowed if nanoseconds are negative, but from the day: all seconds may not have one to lend.
    var civil: (day: CivilDate, second: Int, nanoseconds: UInt64) {
        let (days, second) = CivilDate.floorDivide(seconds, by: 86_400)
        if nanoseconds >= 0 { return (CivilDate(daysSince1970: days), Int(second), UInt64(nanoseconds)) }
        let isFirst = second == 0
        return (
            CivilDate(daysSince1970: isFirst ? days - 1 : days), isFirst ? 86_399 : Int(second) - 1,
            UInt64(1_000_000_000 + Int64(nanoseconds))
        )
    }

    /// Throws unless seconds and nanoseconds have the same sign.
    func checkProper() throws(FormatError) {
        if !isProper {
            throw FormatError(.badValue, at: .none, "a date has seconds and nanoseconds that do not belong together")
        }
    }
}
