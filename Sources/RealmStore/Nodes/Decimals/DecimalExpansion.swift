/// All decimal digits of a finite double: every double is a whole number times a power of ten.
struct DecimalExpansion {
    private let sign: FloatingPointSign
    /// Groups of 18 digits, the lowest first; the last one is not zero, unless it is the only one.
    private var groups: [UInt64]
    /// The power of ten of the last digit: 0, or minus the number of digits after the point.
    private let exponent: Int

    private static let base: UInt64 = 1_000_000_000_000_000_000
    private static let digitsPerGroup = 18

    /// - Precondition: the value is finite.
    /// - Complexity: quadratic in the number of digits, which is at most 767.
    init(_ value: Double) {
        precondition(value.isFinite, "only a finite number has digits")
        sign = value.sign
        guard value != 0 else {
            (groups, exponent) = ([0], 0)
            return
        }
        // value = odd * 2^power, and 2^-n = 5^n * 10^-n.
        let fraction = value.isNormal ? value.significandBitPattern | (1 << 52) : value.significandBitPattern
        let zeros = fraction.trailingZeroBitCount
        let odd = fraction >> UInt64(zeros)
        let power = Int(max(value.exponentBitPattern, 1)) - 1075 + zeros
        groups = [odd]
        exponent = min(power, 0)
        let (factor, largestStep): (UInt64, Int) = power < 0 ? (5, 25) : (2, 59)
        var remaining = Int(power.magnitude)
        while remaining > 0 {
            let step = min(remaining, largestStep)
            multiply(by: (0..<step).reduce(1) { product, _ in product * factor })
            remaining -= step
        }
    }

    /// The leading 37 digits or more, and whether more digits follow.
    var unrounded: UnroundedDecimal {
        let leading = Array(groups.suffix(3).reversed())
        let rest = groups.dropLast(3)
        let unit = UInt128(DecimalExpansion.base)
        let upper = leading.dropLast().reduce(UInt128(0)) { $0 * unit + UInt128($1) }
        return UnroundedDecimal(
            sign: sign, coefficient: UInt256(upper, times: unit) + UInt128(leading[leading.count - 1]),
            exponent: exponent + rest.count * DecimalExpansion.digitsPerGroup,
            hasFraction: rest.contains { $0 != 0 })
    }

    /// - Precondition: the factor is below 10^18.
    private mutating func multiply(by factor: UInt64) {
        var carry: UInt64 = 0
        for index in groups.indices {
            var product = groups[index].multipliedFullWidth(by: factor)
            let (low, overflow) = product.low.addingReportingOverflow(carry)
            product = (product.high + (overflow ? 1 : 0), low)
            (carry, groups[index]) = DecimalExpansion.base.dividingFullWidth(product)
        }
        if carry > 0 { groups.append(carry) }
    }
}
