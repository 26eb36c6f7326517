/// The exact result of an operation on its way into the digits of a decimal.
///
/// Its value is (`coefficient` + f) * 10^`exponent`, where f is 0, or, if `hasFraction` is set, an unknown number
/// between 0 and 1.
struct UnroundedDecimal {
    var sign: FloatingPointSign
    var coefficient: UInt256
    var exponent: Int
    var hasFraction = false

    /// The nearest decimal with at most `digits` digits, ties to even.
    ///
    /// Keeps the exponent where that is exact, else takes the nearest possible one. Overflow gives infinity; underflow
    /// loses digits, down to zero. Source: IEEE 754-2008, "Attribute specification".
    ///
    /// - Precondition: with a fraction, the coefficient has more than `digits` digits.
    func rounded(toDigits digits: Int = Decimal128Bits.maxDigits) -> Decimal128Bits {
        let excess = coefficient.digitCount - digits
        precondition(!hasFraction || excess > 0, "an inexact coefficient needs a digit to round by")
        let dropped = max(excess, Decimal128Bits.exponents.lowerBound - exponent, 0)
        var kept = coefficientWithout(lastDigits: dropped)
        var exponent = exponent + dropped
        if kept == PowerOfTen.value(digits) {
            kept /= 10
            exponent += 1
        }
        let surplus = exponent - Decimal128Bits.exponents.upperBound
        if surplus > 0 {
            if kept != 0 {
                guard surplus + PowerOfTen.digitCount(kept) <= Decimal128Bits.maxDigits else { return .infinity(sign) }
                kept *= PowerOfTen.value(surplus)
            }
            exponent -= surplus
        }
        return Decimal128Bits(sign: sign, coefficient: kept, exponent: exponent)
    }

    /// coefficient / 10^n, rounded half to even.
    private func coefficientWithout(lastDigits n: Int) -> UInt128 {
        guard n > 0 else { return coefficient.low }
        var (value, count, isInexact) = (coefficient, n, hasFraction)
        while count > PowerOfTen.largest {
            guard !value.isZero else { return 0 }
            let (quotient, remainder) = value.divided(by: PowerOfTen.value(34))
            value = UInt256(low: quotient)
            isInexact = isInexact || remainder != 0
            count -= 34
        }
        let unit = PowerOfTen.value(count)
        let (quotient, remainder) = value.divided(by: unit)
        let roundsUp = remainder > unit / 2 || (remainder == unit / 2 && (isInexact || quotient & 1 == 1))
        return quotient + (roundsUp ? 1 : 0)
    }
}
