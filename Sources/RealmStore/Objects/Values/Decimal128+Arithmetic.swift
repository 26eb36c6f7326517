import Foundation

extension Decimal128: Numeric {
    /// The integer, if at most 34 digits can express it exactly; else nil.
    ///
    /// - Complexity: linear in the number of digits.
    public convenience init?<T>(exactly source: T) where T: BinaryInteger {
        let digits = String(source.magnitude)
        let zeros = digits.reversed().prefix { $0 == "0" }.count
        guard digits.count - zeros <= Decimal128Bits.maxDigits,
            let bits = Decimal128Bits(text: (source < 0 ? "-" : "") + digits), bits.isFinite
        else { return nil }
        self.init(bits: bits)
    }

    /// A type that can hold the absolute value: this type.
    public typealias Magnitude = Decimal128

    /// The absolute value, exactly.
    public var magnitude: Magnitude { Decimal128(bits: bits.magnitude) }

    /// The sum, rounded to 34 digits; an exact one has the lower of the two exponents.
    public static func + (lhs: Decimal128, rhs: Decimal128) -> Decimal128 {
        Decimal128(bits: lhs.bits + rhs.bits)
    }

    /// The difference, rounded to 34 digits; an exact one has the lower of the two exponents.
    public static func - (lhs: Decimal128, rhs: Decimal128) -> Decimal128 {
        Decimal128(bits: lhs.bits - rhs.bits)
    }

    /// The product, rounded to 34 digits; an exact one has the sum of the two exponents.
    public static func * (lhs: Decimal128, rhs: Decimal128) -> Decimal128 {
        Decimal128(bits: lhs.bits * rhs.bits)
    }

    /// Replaces the first number by the product, a new instance; other references to the old one see no change.
    public static func *= (lhs: inout Decimal128, rhs: Decimal128) {
        lhs = lhs * rhs
    }

    /// The quotient, rounded to 34 digits. A number divided by zero is infinite, zero by zero is NaN.
    public static func / (lhs: Decimal128, rhs: Decimal128) -> Decimal128 {
        Decimal128(bits: lhs.bits / rhs.bits)
    }
}

extension Decimal128 {
    /// A type that can hold the distance of two decimals: this type.
    public typealias Stride = Decimal128

    /// `other` minus this number.
    public func distance(to other: Decimal128) -> Decimal128 { other - self }

    /// This number plus `n`.
    public func advanced(by n: Decimal128) -> Decimal128 { self + n }

    /// Equal to ``RLMDecimal128/isNaN``, as in the SDK.
    public var isSignaling: Bool { isNaN }

    /// Equal to ``RLMDecimal128/isNaN``, as in the SDK.
    public var isSignalingNaN: Bool { isNaN }
}
