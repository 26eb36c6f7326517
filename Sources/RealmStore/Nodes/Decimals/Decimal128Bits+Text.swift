extension Decimal128Bits {
    /// The text that users see: `1.5`, `3E-1`, `-Inf`, `NaN`.
    ///
    /// A coefficient of more than 64 bits is written in full, with both signs (`+12345678901234567890123E-4`); any
    /// other like `engineText` without the zeros at the end of its fraction. Reading it back gives an equal number.
    var text: String { text(keepingZeros: false) }

    /// The text of dumps, which keeps the zeros at the end of a fraction and so tells 1.5 from 1.50.
    var engineText: String { text(keepingZeros: true) }

    private func text(keepingZeros: Bool) -> String {
        let minus = sign == .minus ? "-" : ""
        if (lowest113Bits >> 64) != 0 {
            let sign = sign == .minus ? "-" : "+"
            guard isFinite else { return sign + (isNaN ? isSignaling ? "SNaN" : "NaN" : "Inf") }
            return "\(sign)\(coefficient)E\(exponent < 0 ? "" : "+")\(exponent)"
        }
        guard isFinite else { return minus + (isNaN ? "NaN" : "Inf") }
        let digits = Array(String(coefficient))
        // The point moves left until one digit stands before it or the exponent is 0: a positive exponent grows.
        let moved = exponent < 0 ? min(digits.count - 1, -exponent) : exponent > 0 ? digits.count - 1 : 0
        var fraction = digits.suffix(moved)
        if !keepingZeros { while fraction.last == "0" { fraction.removeLast() } }
        let rest = exponent + moved
        return minus + String(digits.dropLast(moved)) + (fraction.isEmpty ? "" : "." + String(fraction))
            + (rest == 0 ? "" : "E\(rest)")
    }

    /// Reads a number such as `-12.50e3`, or `Inf`, `Infinity`, `NaN`, `SNaN` in any case; nil if it is not a number.
    ///
    /// The whole text must be the number; only leading blanks are allowed. Trailing zeros count: `1.50` has the
    /// exponent -2. More than 34 digits are rounded half to even, too large a number is infinity.
    init?(text: String) {
        var reader = DecimalReader(text)
        guard let value = reader.read() else { return nil }
        self = value
    }
}

/// Takes the text of a decimal apart.
private struct DecimalReader {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = text[...].utf8
    }

    mutating func read() -> Decimal128Bits? {
        rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let sign = readSign()
        if let word = readWord(sign) { return word }
        guard let (coefficient, position, hasFraction) = readDigits(), let power = readPower() else { return nil }
        guard rest.isEmpty else { return nil }
        return UnroundedDecimal(
            sign: sign, coefficient: UInt256(low: coefficient), exponent: position + power, hasFraction: hasFraction
        ).rounded()
    }

    private mutating func readSign() -> FloatingPointSign {
        guard let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") else { return .plus }
        rest.removeFirst()
        return first == UInt8(ascii: "-") ? .minus : .plus
    }

    private func readWord(_ sign: FloatingPointSign) -> Decimal128Bits? {
        guard rest.count <= 8 else { return nil }
        let value: Decimal128Bits
        switch Substring(rest).lowercased() {
        case "inf", "infinity": return .infinity(sign)
        case "nan": value = .nan
        case "snan": value = Decimal128Bits(low: 0, high: Decimal128Bits.nan.high | (1 << 57))
        default: return nil
        }
        return sign == .minus ? value.negated : value
    }

    /// The digits around an optional point, the power of ten of the last one, and whether nonzero digits did not fit.
    private mutating func readDigits() -> (coefficient: UInt128, position: Int, hasFraction: Bool)? {
        var (coefficient, position, hasFraction) = (UInt128(0), 0, false)
        var (hasDigits, hasPoint) = (false, false)
        while let byte = rest.first {
            if byte == UInt8(ascii: "."), !hasPoint {
                hasPoint = true
            } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
                hasDigits = true
                if coefficient < PowerOfTen.value(37) {
                    coefficient = coefficient * 10 + UInt128(byte - UInt8(ascii: "0"))
                    position -= hasPoint ? 1 : 0
                } else {
                    hasFraction = hasFraction || byte != UInt8(ascii: "0")
                    position += hasPoint ? 0 : 1
                }
            } else {
                break
            }
            rest.removeFirst()
        }
        return hasDigits ? (coefficient, position, hasFraction) : nil
    }

    /// The power of ten behind `E`, 0 if there is none; saturates beyond the exponents of decimals.
    private mutating func readPower() -> Int? {
        guard let mark = rest.first else { return 0 }
        guard mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") else { return nil }
        rest.removeFirst()
        let sign = readSign()
        guard !rest.isEmpty else { return nil }
        var power = 0
        while let byte = rest.first, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
            power = min(power * 10 + Int(byte - UInt8(ascii: "0")), 1 << 48)
            rest.removeFirst()
        }
        return sign == .minus ? -power : power
    }
}
