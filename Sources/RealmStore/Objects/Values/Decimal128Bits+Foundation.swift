import Foundation

extension Decimal128Bits {
    /// The decimal of a boxed number or text; nil if the value is of another type.
    ///
    /// Floating point numbers are rounded to 15 digits, text that is not a number gives NaN. Source: SDK, values
    /// accepted for a decimal property.
    init?(boxed value: Any) {
        switch value {
        case let decimal as RLMDecimal128: self = decimal.bits
        case let text as String: self = Decimal128Bits(text: text) ?? .nan
        case let text as NSString: self = Decimal128Bits(text: text as String) ?? .nan
        // Matches the standard library's numbers and Decimal as well, by bridging.
        case let number as NSNumber: self.init(number: number)
        case let integer as any BinaryInteger: self = Decimal128Bits(text: String(integer)) ?? .nan
        default: return nil
        }
    }

    /// The decimal of a boxed number: integers exactly, floating point rounded to 15 digits.
    init(number: NSNumber) {
        if let decimal = number as? NSDecimalNumber {
            self.init(decimal.decimalValue)
            return
        }
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): self.init(number.doubleValue)
        case UInt8(ascii: "Q"), UInt8(ascii: "L"), UInt8(ascii: "I"): self.init(number.uint64Value)
        default: self.init(number.int64Value)
        }
    }

    /// The decimal nearest to Foundation's, which has up to 38 digits.
    init(_ decimal: Decimal) {
        self = Decimal128Bits(text: decimal.description) ?? .nan
    }

    /// Foundation's decimal nearest to this one: NaN where its exponent, at most 127, does not suffice.
    var foundationDecimal: Decimal {
        guard isFinite else { return .nan }
        var (digits, exponent) = (coefficient, exponent)
        if exponent < Decimal128Bits.foundationExponents.lowerBound {
            // Rounds off the lost digits like those of a decimal equally far below the lowest exponent.
            let lost = Decimal128Bits.foundationExponents.lowerBound - exponent
            let shifted = UnroundedDecimal(
                sign: .plus, coefficient: UInt256(low: digits), exponent: Decimal128Bits.exponents.lowerBound - lost
            ).rounded()
            (digits, exponent) = (shifted.coefficient, Decimal128Bits.foundationExponents.lowerBound)
        } else if exponent > Decimal128Bits.foundationExponents.upperBound, digits != 0 {
            let surplus = exponent - Decimal128Bits.foundationExponents.upperBound
            guard surplus + PowerOfTen.digitCount(digits) <= PowerOfTen.largest else { return .nan }
            digits *= PowerOfTen.value(surplus)
            exponent = Decimal128Bits.foundationExponents.upperBound
        }
        guard digits != 0 else { return .zero }
        // From text, because Decimal(sign:exponent:significand:) gives NaN for 1000 * 10^127.
        return Decimal(string: "\(sign == .minus ? "-" : "")\(digits)e\(exponent)") ?? .nan
    }

    private static let foundationExponents = -128...127
}
