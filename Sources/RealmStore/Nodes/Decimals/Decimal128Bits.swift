/// A decimal floating point number as it is stored: IEEE 754-2008 decimal128 in the binary integer encoding.
///
///     bit 127: sign | 126..113: exponent + 6176 | 112..0: coefficient
///
/// The value is (-1)^sign * coefficient * 10^exponent. The same number may have several encodings (1.5 and 1.50):
/// `==` and `hashValue` tell them apart, `compare` does not. Source: file-format/leaves.md, "Decimal128".
package struct Decimal128Bits: Hashable, Sendable {
    package var low: UInt64
    package var high: UInt64

    init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    /// The decimal of these parts, digit for digit.
    ///
    /// - Precondition: the coefficient has at most 34 digits and the exponent is in `exponents`.
    package init(sign: FloatingPointSign = .plus, coefficient: UInt128, exponent: Int) {
        precondition(coefficient <= Decimal128Bits.maxCoefficient, "a decimal has at most 34 digits")
        precondition(Decimal128Bits.exponents.contains(exponent), "decimal exponent out of range")
        low = UInt64(truncatingIfNeeded: coefficient)
        high = UInt64(coefficient >> 64) | (UInt64(exponent + Decimal128Bits.bias) << 49)
        if sign == .minus { high |= Decimal128Bits.signBit }
    }

    // MARK: Limits and special values

    static let maxDigits = 34
    static let maxCoefficient: UInt128 = 9_999_999_999_999_999_999_999_999_999_999_999
    package static let exponents = -6176...6111
    private static let bias = 6176
    private static let signBit: UInt64 = 1 << 63

    /// The pattern that stands for null in a column of decimals: a NaN with payload 0xAA.
    static let null = Decimal128Bits(low: 0xAA, high: 0x7C00_0000_0000_0000)
    package static let zero = Decimal128Bits(coefficient: 0, exponent: 0)
    package static let nan = Decimal128Bits(low: 0, high: 0x7C00_0000_0000_0000)

    package static func infinity(_ sign: FloatingPointSign) -> Decimal128Bits {
        Decimal128Bits(low: 0, high: sign == .minus ? 0xF800_0000_0000_0000 : 0x7800_0000_0000_0000)
    }

    // MARK: Parts

    package var sign: FloatingPointSign { high & Decimal128Bits.signBit == 0 ? .plus : .minus }

    var isNull: Bool { self == .null }
    /// True for every NaN, null included.
    package var isNaN: Bool { (high >> 58) & 0x1F == 0x1F }
    var isSignaling: Bool { (high >> 57) & 0x3F == 0x3F }
    package var isInfinite: Bool { (high >> 58) & 0x1F == 0x1E }
    var isFinite: Bool { (high >> 59) & 0xF != 0xF }
    /// True for zero of either sign and any exponent.
    var isZero: Bool { isFinite && coefficient == 0 }

    /// The digits as a whole number; 0 for non-finite values and non-canonical encodings.
    package var coefficient: UInt128 {
        guard isFinite, !isLongForm else { return 0 }
        let digits = lowest113Bits
        return digits <= Decimal128Bits.maxCoefficient ? digits : 0
    }

    /// The power of ten of the coefficient's last digit; meaningless for non-finite values.
    package var exponent: Int { Int((high >> (isLongForm ? 47 : 49)) & 0x3FFF) - Decimal128Bits.bias }

    /// The coefficient's field, or the payload of a NaN.
    var lowest113Bits: UInt128 { (UInt128(high & 0x1_FFFF_FFFF_FFFF) << 64) | UInt128(low) }

    /// The encoding's second form, for coefficients of 2^113 and up: more than 34 digits, so always zero.
    private var isLongForm: Bool { (high >> 61) & 3 == 3 }

    var negated: Decimal128Bits { Decimal128Bits(low: low, high: high ^ Decimal128Bits.signBit) }

    var magnitude: Decimal128Bits { Decimal128Bits(low: low, high: high & ~Decimal128Bits.signBit) }
}

// MARK: - Narrow forms in leaves

extension Decimal128Bits {
    /// The fields of a narrow form: sign, exponent and coefficient, from the top down.
    private struct Narrow {
        let bitWidth: Int
        let coefficientBits: Int
        let exponentBits: Int
        let bias: Int
        /// Exponents from -limit to limit are written in this form.
        let exponentLimit: Int

        static let decimal32 = Narrow(
            bitWidth: 32, coefficientBits: 23, exponentBits: 8, bias: 101, exponentLimit: 90)
        static let decimal64 = Narrow(
            bitWidth: 64, coefficientBits: 53, exponentBits: 10, bias: 398, exponentLimit: 369)

        /// A NaN with payload 0xAA.
        var null: UInt64 { (0x7C << UInt64(bitWidth - 8)) | 0xAA }

        func holds(_ value: Decimal128Bits) -> Bool {
            value.isNull
                || (value.isFinite && (value.coefficient >> coefficientBits) == 0
                    && value.exponent.magnitude <= exponentLimit)
        }

        func widened(_ bits: UInt64) -> Decimal128Bits? {
            guard bits != null else { return .null }
            let exponentField = (bits >> UInt64(coefficientBits)) & ((1 << UInt64(exponentBits)) - 1)
            guard (exponentField >> UInt64(exponentBits - 2)) != 3 else { return nil }
            return Decimal128Bits(
                sign: (bits >> UInt64(bitWidth - 1)) == 0 ? .plus : .minus,
                coefficient: UInt128(bits & ((1 << UInt64(coefficientBits)) - 1)),
                exponent: Int(exponentField) - bias)
        }

        func narrowed(_ value: Decimal128Bits) -> UInt64 {
            precondition(holds(value), "the decimal needs a wider form")
            guard !value.isNull else { return null }
            let sign: UInt64 = value.sign == .minus ? 1 : 0
            return (sign << UInt64(bitWidth - 1)) | (UInt64(value.exponent + bias) << UInt64(coefficientBits))
                | UInt64(value.coefficient)
        }
    }

    /// Widens a stored decimal32, keeping sign, coefficient and exponent; nil for bits that are never written.
    init?(decimal32 bits: UInt32) {
        guard let value = Narrow.decimal32.widened(UInt64(bits)) else { return nil }
        self = value
    }

    /// Widens a stored decimal64, keeping sign, coefficient and exponent; nil for bits that are never written.
    init?(decimal64 bits: UInt64) {
        guard let value = Narrow.decimal64.widened(bits) else { return nil }
        self = value
    }

    /// The bytes that a leaf needs for exactly this encoding: 4, 8 or 16.
    var storedWidth: Int {
        if Narrow.decimal32.holds(self) { return 4 }
        return Narrow.decimal64.holds(self) ? 8 : 16
    }

    /// The form of 4 bytes; traps if `storedWidth` is larger.
    var decimal32: UInt32 { UInt32(Narrow.decimal32.narrowed(self)) }

    /// The form of 8 bytes; traps if `storedWidth` is larger.
    var decimal64: UInt64 { Narrow.decimal64.narrowed(self) }
}
