import Foundation

/// The base class of ``Decimal128``, with the members known from Objective-C.
///
/// Every instance that the library creates is a ``Decimal128``.
///
/// Source: SDK `RLMDecimal128`.
public class RLMDecimal128: NSObject, NSCopying {
    internal fileprivate(set) var bits: Decimal128Bits

    init(bits: Decimal128Bits) {
        self.bits = bits
        super.init()
    }

    /// Zero.
    public required override convenience init() {
        self.init(bits: .zero)
    }

    /// The decimal nearest to a boxed number, or the decimal of a text.
    ///
    /// Accepts every integer and floating point type, `Bool`, `NSNumber`, `Decimal`, `String` and decimals. Floating
    /// point numbers are rounded to 15 significant digits, longer integers and texts to 34. Text that is not a number
    /// gives NaN, as `NSNull` does. Traps on any other type.
    public required init(value: Any) {
        guard let bits = value is NSNull ? .nan : Decimal128Bits(boxed: value) else {
            preconditionFailure("Cannot convert value '\(value)' of type '\(type(of: value))' to decimal128")
        }
        self.bits = bits
        super.init()
    }

    /// The decimal nearest to a number: exact for integers, 15 significant digits for floating point.
    public required init(number: NSNumber) {
        bits = Decimal128Bits(number: number)
        super.init()
    }

    /// Creates the decimal of a text, such as `-12.5`, `1E-3`, `Inf` or `NaN`, rounded to 34 digits.
    ///
    /// Text that is not a number gives NaN.
    ///
    /// - Throws: nothing; declared for source compatibility with the SDK.
    public required init(string: String) throws {
        bits = Decimal128Bits(text: string) ?? .nan
        super.init()
    }

    /// A decimal made from a number. Equal to ``init(number:)``.
    public class func decimal(with number: NSNumber) -> Self {
        self.init(number: number)
    }

    /// A new instance of the same value: ``negate()`` on one does not change the other.
    public func copy(with zone: NSZone? = nil) -> Any {
        Decimal128(bits: bits)
    }

    // MARK: Value

    /// True for "not a number".
    public var isNaN: Bool { bits.isNaN }

    /// The nearest `Double`; infinity if the number is too large for one.
    public var doubleValue: Double { bits.doubleValue }

    /// The number as Foundation's `Decimal`; NaN for NaN, infinities and numbers too large for it. Digits below its
    /// range are rounded off.
    public var decimalValue: Decimal { bits.foundationDecimal }

    /// The number as text, such as `1.5`, `3E-1`, `-Inf`; a coefficient of more than 64 bits with all its digits, a
    /// sign and an exponent.
    public var stringValue: String { bits.text }

    /// Equal to ``stringValue``.
    public override var description: String { stringValue }

    /// Changes the sign of this instance, exactly; all its holders see the change.
    public func negate() {
        bits = bits.negated
    }

    // MARK: Equality

    /// True for a decimal of the same numeric value, and for a number whose decimal (``init(number:)``) is equal.
    ///
    /// NaN equals NaN; 1.0 equals 1.00.
    public override func isEqual(_ object: Any?) -> Bool {
        switch object {
        case let other as RLMDecimal128: Decimal128Bits.compare(bits, other.bits) == 0
        case let number as NSNumber: Decimal128Bits.compare(bits, Decimal128Bits(number: number)) == 0
        default: false
        }
    }

    /// The hash of ``doubleValue`` as a boxed number.
    public override var hash: Int { NSNumber(value: doubleValue).hash }

    /// True if this is above the other; NaN is below every number. nil is below every number, too.
    public func isGreaterThan(_ decimalNumber: RLMDecimal128?) -> Bool { order(decimalNumber) > 0 }

    /// True if this is above the other or equal.
    public func isGreaterThanOrEqual(to decimalNumber: RLMDecimal128?) -> Bool { order(decimalNumber) >= 0 }

    /// True if this is below the other.
    public func isLessThan(_ decimalNumber: RLMDecimal128?) -> Bool { order(decimalNumber) < 0 }

    /// True if this is below the other or equal.
    public func isLessThanOrEqual(to decimalNumber: RLMDecimal128?) -> Bool { order(decimalNumber) <= 0 }

    private func order(_ other: RLMDecimal128?) -> Int {
        Decimal128Bits.compare(bits, other?.bits ?? .null)
    }

    // MARK: Arithmetic

    /// The sum, rounded to 34 digits.
    public func decimalNumber(byAdding decimalNumber: RLMDecimal128) -> RLMDecimal128 {
        Decimal128(bits: bits + decimalNumber.bits)
    }

    /// The difference, rounded to 34 digits.
    public func decimalNumber(bySubtracting decimalNumber: RLMDecimal128) -> RLMDecimal128 {
        Decimal128(bits: bits - decimalNumber.bits)
    }

    /// The product, rounded to 34 digits.
    public func decimalNumberByMultiplying(by decimalNumber: RLMDecimal128) -> RLMDecimal128 {
        Decimal128(bits: bits * decimalNumber.bits)
    }

    /// The quotient, rounded to 34 digits; infinity or NaN when dividing by zero.
    public func decimalNumberByDividing(by decimalNumber: RLMDecimal128) -> RLMDecimal128 {
        Decimal128(bits: bits / decimalNumber.bits)
    }
}
