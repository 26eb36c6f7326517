// Conversion from and to the binary number types.

extension Decimal128Bits {
    /// The integer, exactly, with exponent 0.
    init(_ value: Int64) {
        self.init(sign: value < 0 ? .minus : .plus, coefficient: UInt128(value.magnitude), exponent: 0)
    }

    /// The integer, exactly, with exponent 0.
    init(_ value: UInt64) {
        self.init(coefficient: UInt128(value), exponent: 0)
    }

    /// The number to 15 significant digits; a shorter exact one keeps its digits (1.5 is 15E-1).
    init(_ value: Double) {
        self.init(value, digits: 15)
    }

    /// The number to 7 significant digits; a shorter exact one keeps its digits.
    init(_ value: Float) {
        self.init(Double(value), digits: 7)
    }

    /// Rounds twice as the engine does, to 34 digits and then to `digits`, half to even; a NaN keeps its sign and,
    /// where there is room, its payload.
    private init(_ value: Double, digits: Int) {
        if value.isNaN {
            let payload = UInt128(value.bitPattern & 0x7_FFFF_FFFF_FFFF) << 59
            let kept = payload < PowerOfTen.value(33) ? payload : 0
            self.init(
                low: UInt64(truncatingIfNeeded: kept), high: Decimal128Bits.nan.high | UInt64(kept >> 64))
            if value.sign == .minus { self = negated }
        } else if value.isInfinite {
            self = .infinity(value.sign)
        } else {
            let nearest = DecimalExpansion(value).unrounded.rounded()
            self = UnroundedDecimal(
                sign: nearest.sign, coefficient: UInt256(low: nearest.coefficient), exponent: nearest.exponent
            ).rounded(toDigits: digits)
        }
    }

    /// The nearest double; infinity if the number is too large for one.
    var doubleValue: Double {
        if isNaN { return .nan }
        let sign: Double = sign == .minus ? -1 : 1
        if isInfinite { return sign * .infinity }
        // Reading the text rounds once, whatever the number of digits. It cannot fail for digits and an exponent.
        return sign * (Double("\(coefficient)e\(exponent)") ?? .nan)
    }

    /// The number as an integer, if it is one that fits 64 bits.
    var exactInt64: Int64? {
        guard let (value, isExact) = wholePart, isExact else { return nil }
        return value
    }

    /// The number without its fraction, if that fits 64 bits; nil for infinities and NaN.
    var truncatedInt64: Int64? { wholePart?.value }

    private var wholePart: (value: Int64, isExact: Bool)? {
        guard isFinite else { return nil }
        var (whole, isExact) = (coefficient, true)
        if whole != 0, exponent > 0 {
            guard PowerOfTen.digitCount(whole) + exponent <= 19 else { return nil }
            whole *= PowerOfTen.value(exponent)
        } else if whole != 0, exponent < 0 {
            let (quotient, rest) =
                -exponent > PowerOfTen.largest
                ? (0, whole) : whole.quotientAndRemainder(dividingBy: PowerOfTen.value(-exponent))
            (whole, isExact) = (quotient, rest == 0)
        }
        guard let magnitude = UInt64(exactly: whole) else { return nil }
        guard sign == .minus else { return Int64(exactly: magnitude).map { ($0, isExact) } }
        guard magnitude <= Int64.min.magnitude else { return nil }
        return (Int64(truncatingIfNeeded: 0 &- magnitude), isExact)
    }
}
