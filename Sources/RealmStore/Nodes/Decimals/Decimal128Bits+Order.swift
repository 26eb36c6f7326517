extension Decimal128Bits {
    /// -1, 0 or 1: the total order of decimals in sets, sorts and comparisons.
    ///
    /// All NaNs come first, by their 128 bits as unsigned numbers (null is the one with payload 0xAA); then numbers by
    /// value, so that 1.5 equals 1.50 and -0 equals 0. Source: file-format/collections.md, "Order of values".
    static func compare(_ a: Decimal128Bits, _ b: Decimal128Bits) -> Int {
        if a.isNaN || b.isNaN {
            guard a.isNaN, b.isNaN else { return a.isNaN ? -1 : 1 }
            return order((a.high, a.low), (b.high, b.low))
        }
        let (aSign, bSign) = (a.signOfValue, b.signOfValue)
        guard aSign == bSign, aSign != 0 else { return order(aSign, bSign) }
        return aSign * compareMagnitudes(a, b)
    }

    /// -1, 0 or 1: below zero, zero, above zero.
    private var signOfValue: Int {
        if isFinite && coefficient == 0 { return 0 }
        return sign == .minus ? -1 : 1
    }

    private static func compareMagnitudes(_ a: Decimal128Bits, _ b: Decimal128Bits) -> Int {
        guard a.isFinite, b.isFinite else { return order(a.isInfinite ? 1 : 0, b.isInfinite ? 1 : 0) }
        let (aDigits, bDigits) = (a.coefficient, b.coefficient)
        let aTop = PowerOfTen.digitCount(aDigits) + a.exponent
        let bTop = PowerOfTen.digitCount(bDigits) + b.exponent
        guard aTop == bTop else { return order(aTop, bTop) }
        // With equal leading positions, the exponents differ by at most 33, and the scaled coefficient has 34 digits.
        let shift = a.exponent - b.exponent
        return shift >= 0
            ? order(aDigits * PowerOfTen.value(shift), bDigits)
            : order(aDigits, bDigits * PowerOfTen.value(-shift))
    }

    private static func order<T: Comparable>(_ a: T, _ b: T) -> Int { a < b ? -1 : a == b ? 0 : 1 }

    private static func order(_ a: (UInt64, UInt64), _ b: (UInt64, UInt64)) -> Int { a < b ? -1 : a == b ? 0 : 1 }
}
