import TestSupport

@testable import RealmStore

extension SeededGenerator {
    /// A coefficient of 0 to 34 digits, all lengths equally likely, often with zeros or nines at the end.
    mutating func coefficient() -> UInt128 {
        let length = Int.random(in: 0...34, using: &self)
        let plain = (0..<length).reduce(UInt128(0)) { number, _ in
            number * 10
                + UInt128.random(
                    in: 0...9,
                    using: &self)
        }
        let tail = PowerOfTen.value(Int.random(in: 0...length, using: &self))
        switch Int.random(in: 0...3, using: &self) {
        case 0: return plain / tail * tail
        case 1: return plain / tail * tail + (tail - 1)
        default: return plain
        }
    }

    mutating func finite(exponents: ClosedRange<Int>) -> Decimal128Bits {
        Decimal128Bits(
            sign: Bool.random(using: &self) ? .plus : .minus, coefficient: coefficient(),
            exponent: Int.random(in: exponents, using: &self))
    }

    /// Mostly numbers of about the same size, some at the limits, some infinities, NaNs and nulls.
    mutating func decimal() -> Decimal128Bits {
        switch Int.random(in: 0...15, using: &self) {
        case 0: .infinity(Bool.random(using: &self) ? .plus : .minus)
        case 1: Decimal128Bits(low: UInt64.random(in: 0...2, using: &self), high: 0x7C00_0000_0000_0000)
        case 2: .null
        case 3: Decimal128Bits(low: 0, high: 0xFE00_0000_0000_0000)
        case 4: finite(exponents: Decimal128Bits.exponents)
        case 5: finite(exponents: 6070...6111)
        case 6: finite(exponents: -6176...(-6130))
        default: finite(exponents: -40...40)
        }
    }
}
