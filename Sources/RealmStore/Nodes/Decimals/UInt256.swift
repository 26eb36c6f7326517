/// An unsigned number of 256 bits: room for the exact product of two decimal coefficients.
struct UInt256: Hashable, Sendable {
    var high: UInt128
    var low: UInt128

    init(high: UInt128 = 0, low: UInt128) {
        self.high = high
        self.low = low
    }

    /// The exact product of two numbers.
    init(_ a: UInt128, times b: UInt128) {
        let product = a.multipliedFullWidth(by: b)
        self.init(high: product.high, low: product.low)
    }

    /// `number` * 10^`exponent`.
    ///
    /// - Precondition: the exponent is in 0...72, and the product has at most 72 digits.
    init(_ number: UInt128, scaledBy exponent: Int) {
        let second = min(exponent, 34)
        self.init(number * PowerOfTen.value(exponent - second), times: PowerOfTen.value(second))
    }

    var isZero: Bool { high == 0 && low == 0 }

    /// The number of decimal digits; 1 for zero.
    ///
    /// - Precondition: at most 72.
    var digitCount: Int {
        guard high != 0 else { return PowerOfTen.digitCount(low) }
        return 34 + PowerOfTen.digitCount(divided(by: PowerOfTen.value(34)).quotient)
    }

    /// Quotient and remainder; traps if the quotient needs more than 128 bits or the divisor is zero.
    func divided(by divisor: UInt128) -> (quotient: UInt128, remainder: UInt128) {
        guard high != 0 else { return low.quotientAndRemainder(dividingBy: divisor) }
        return divisor.dividingFullWidth((high, low))
    }

    static func + (a: UInt256, b: UInt128) -> UInt256 {
        let (low, carry) = a.low.addingReportingOverflow(b)
        return UInt256(high: a.high + (carry ? 1 : 0), low: low)
    }

    static func - (a: UInt256, b: UInt128) -> UInt256 {
        let (low, borrow) = a.low.subtractingReportingOverflow(b)
        return UInt256(high: a.high - (borrow ? 1 : 0), low: low)
    }
}
