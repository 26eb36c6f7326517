// Arithmetic of IEEE 754-2008: the exact result rounded to 34 digits, half to even. A NaN operand is the result, the
// first of two; nothing traps.

extension Decimal128Bits {
    static func + (a: Decimal128Bits, b: Decimal128Bits) -> Decimal128Bits {
        if let nan = firstNaN(a, b) { return nan }
        if a.isInfinite || b.isInfinite {
            if a.isInfinite && b.isInfinite && a.sign != b.sign { return .nan }
            return .infinity(a.isInfinite ? a.sign : b.sign)
        }
        return exactSum(a, b).rounded()
    }

    static func - (a: Decimal128Bits, b: Decimal128Bits) -> Decimal128Bits {
        a + (b.isNaN ? b : b.negated)
    }

    static func * (a: Decimal128Bits, b: Decimal128Bits) -> Decimal128Bits {
        if let nan = firstNaN(a, b) { return nan }
        let sign: FloatingPointSign = a.sign == b.sign ? .plus : .minus
        if a.isInfinite || b.isInfinite { return a.isZero || b.isZero ? .nan : .infinity(sign) }
        return UnroundedDecimal(
            sign: sign, coefficient: UInt256(a.coefficient, times: b.coefficient), exponent: a.exponent + b.exponent
        ).rounded()
    }

    static func / (a: Decimal128Bits, b: Decimal128Bits) -> Decimal128Bits {
        if let nan = firstNaN(a, b) { return nan }
        let sign: FloatingPointSign = a.sign == b.sign ? .plus : .minus
        if a.isInfinite { return b.isInfinite ? .nan : .infinity(sign) }
        if b.isInfinite { return Decimal128Bits(sign: sign, coefficient: 0, exponent: exponents.lowerBound) }
        if b.isZero { return a.isZero ? .nan : .infinity(sign) }
        return quotient(a, b, sign).rounded()
    }

    /// The first NaN among the operands, made a quiet NaN.
    private static func firstNaN(_ a: Decimal128Bits, _ b: Decimal128Bits) -> Decimal128Bits? {
        guard a.isNaN || b.isNaN else { return nil }
        let nan = a.isNaN ? a : b
        return Decimal128Bits(low: nan.low, high: nan.high & ~(1 << 57))
    }

    /// The sum of finite decimals, with the lower of their exponents where the digits allow it.
    private static func exactSum(_ a: Decimal128Bits, _ b: Decimal128Bits) -> UnroundedDecimal {
        let (upper, lower) = a.exponent >= b.exponent ? (a, b) : (b, a)
        let (upperDigits, lowerDigits) = (upper.coefficient, lower.coefficient)
        if upperDigits == 0 {
            let sign = lowerDigits == 0 && upper.sign != lower.sign ? .plus : lower.sign
            return UnroundedDecimal(sign: sign, coefficient: UInt256(low: lowerDigits), exponent: lower.exponent)
        }
        // The higher one is padded with zeros to the lower one's exponent, but to at most 68 digits: anything still
        // below ends at least 34 digits under the last digit of the result and counts only as a fraction.
        let distance = upper.exponent - lower.exponent
        let padding = min(distance, 68 - PowerOfTen.digitCount(upperDigits))
        let gap = distance - padding
        let large = UInt256(upperDigits, scaledBy: padding)
        let (small, rest) =
            gap > PowerOfTen.largest
            ? (0, lowerDigits) : lowerDigits.quotientAndRemainder(dividingBy: PowerOfTen.value(gap))
        let exponent = lower.exponent + gap
        if upper.sign == lower.sign {
            return UnroundedDecimal(
                sign: upper.sign, coefficient: large + small, exponent: exponent, hasFraction: rest != 0)
        }
        if large.high == 0 && large.low <= small {
            let sign = large.low == small ? .plus : lower.sign
            return UnroundedDecimal(sign: sign, coefficient: UInt256(low: small - large.low), exponent: exponent)
        }
        return UnroundedDecimal(
            sign: upper.sign, coefficient: large - small - (rest == 0 ? 0 : 1), exponent: exponent,
            hasFraction: rest != 0)
    }

    /// The quotient of finite decimals to at least 35 digits; an exact one with the difference of the exponents, or
    /// as near to it as its digits allow.
    private static func quotient(
        _ a: Decimal128Bits, _ b: Decimal128Bits, _ sign: FloatingPointSign
    ) -> UnroundedDecimal {
        let (dividend, divisor) = (a.coefficient, b.coefficient)
        let ideal = a.exponent - b.exponent
        guard dividend != 0 else {
            return UnroundedDecimal(sign: sign, coefficient: UInt256(low: 0), exponent: ideal)
        }
        let scale = maxDigits + 1 + PowerOfTen.digitCount(divisor) - PowerOfTen.digitCount(dividend)
        var (quotient, remainder) = UInt256(dividend, scaledBy: scale).divided(by: divisor)
        var exponent = ideal - scale
        while remainder == 0, exponent < ideal, quotient % 10 == 0 {
            quotient /= 10
            exponent += 1
        }
        return UnroundedDecimal(
            sign: sign, coefficient: UInt256(low: quotient), exponent: exponent, hasFraction: remainder != 0)
    }
}
