import Foundation

// Unchecked: the one mutable member is the value, and only negate() writes it. As in the SDK, callers of negate() must
// not share the instance with other threads.
/// A decimal floating point number: up to 34 digits, exponents from -6176 to 6111, infinities and NaN.
///
/// Sums, products and so on are those of IEEE 754-2008, rounded to 34 digits, half to even; no operation traps. A class
/// that behaves like a value: only ``RLMDecimal128/negate()`` changes an instance.
///
///     let price: Decimal128 = "0.10"
///     price + 0.2          // 3E-1
///     price * 3 == "0.3"   // true
///
/// Source: SDK `Decimal128`.
public final class Decimal128: RLMDecimal128, Decodable, @unchecked Sendable {
    override init(bits: Decimal128Bits) {
        super.init(bits: bits)
    }

    /// Zero.
    public required convenience init() {
        self.init(bits: .zero)
    }

    /// The decimal nearest to a boxed number, or the decimal of a text.
    ///
    /// Accepts every integer and floating point type, `Bool`, `NSNumber`, `Decimal`, `String` and decimals. Floating
    /// point numbers are rounded to 15 significant digits, longer integers and texts to 34. Text that is not a number
    /// gives NaN. Traps on any other type.
    public required init(value: Any) {
        super.init(value: value)
    }

    /// The decimal nearest to a number: exact for integers, 15 significant digits for floating point.
    public required init(number: NSNumber) {
        super.init(number: number)
    }

    /// Creates the decimal of a text, such as `-12.5`, `1E-3`, `Inf` or `NaN`, rounded to 34 digits.
    ///
    /// Text that is not a number gives NaN.
    ///
    /// - Throws: nothing; declared for source compatibility with the SDK.
    public required init(string: String) throws {
        try super.init(string: string)
    }

    /// Reads a decimal from a text, an integer or a floating point value.
    ///
    /// Text that is not a number gives NaN.
    ///
    /// - Throws: `DecodingError.dataCorrupted` if the value is none of these.
    public required init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            super.init(bits: Decimal128Bits(text: text) ?? .nan)
        } else if let integer = try? container.decode(Int64.self) {
            super.init(bits: Decimal128Bits(integer))
        } else if let number = try? container.decode(Double.self) {
            super.init(bits: Decimal128Bits(number))
        } else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "Cannot convert value to Decimal128")
        }
    }

    /// The lowest finite decimal, -9.999999999999999999999999999999999E6144.
    public static var min: Decimal128 { Decimal128(bits: greatest.negated) }

    /// The highest finite decimal, 9.999999999999999999999999999999999E6144.
    public static var max: Decimal128 { Decimal128(bits: greatest) }

    private static var greatest: Decimal128Bits {
        Decimal128Bits(
            coefficient: Decimal128Bits.maxCoefficient, exponent: Decimal128Bits.exponents.upperBound)
    }
}

extension Decimal128: Encodable {
    /// Writes the decimal as its text.
    ///
    /// - Throws: errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(stringValue)
    }
}

extension Decimal128: ExpressibleByIntegerLiteral {
    /// The integer, exactly.
    public convenience init(integerLiteral value: Int64) {
        self.init(bits: Decimal128Bits(value))
    }
}

extension Decimal128: ExpressibleByFloatLiteral {
    /// The number, rounded to 15 significant digits; write a string literal for more.
    public convenience init(floatLiteral value: Double) {
        self.init(bits: Decimal128Bits(value))
    }
}

extension Decimal128: ExpressibleByStringLiteral {
    /// Creates the decimal of a text; NaN if it is not a number.
    public convenience init(stringLiteral value: String) {
        self.init(bits: Decimal128Bits(text: value) ?? .nan)
    }
}

extension Decimal128: Comparable {
    /// True if both have the same numeric value: 1.0 equals 1.00, NaN equals NaN.
    public static func == (lhs: Decimal128, rhs: Decimal128) -> Bool {
        Decimal128Bits.compare(lhs.bits, rhs.bits) == 0
    }

    /// True if the first is below the second; NaN is below every number.
    public static func < (lhs: Decimal128, rhs: Decimal128) -> Bool {
        Decimal128Bits.compare(lhs.bits, rhs.bits) < 0
    }

    /// True if the first is below the second or equal to it.
    public static func <= (lhs: Decimal128, rhs: Decimal128) -> Bool {
        Decimal128Bits.compare(lhs.bits, rhs.bits) <= 0
    }

    /// True if the first is above the second or equal to it.
    public static func >= (lhs: Decimal128, rhs: Decimal128) -> Bool {
        Decimal128Bits.compare(lhs.bits, rhs.bits) >= 0
    }

    /// True if the first is above the second.
    public static func > (lhs: Decimal128, rhs: Decimal128) -> Bool {
        Decimal128Bits.compare(lhs.bits, rhs.bits) > 0
    }
}
