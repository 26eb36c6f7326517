import TestSupport
import Testing

@testable import RealmStore

@Suite struct ValuesDecimalBinaryTests {
    @Test(arguments: [
        (0.2, "+200000000000000E-15"), (1.5, "+15E-1"), (0.1, "+100000000000000E-15"), (0, "+0E0"), (-0.0, "-0E0"),
        (0.5, "+5E-1"), (-2.25, "-225E-2"), (1e15, "+100000000000000E1"), (999_999_999_999_999, "+999999999999999E0"),
        (1e22, "+100000000000000E8"), (1.7976931348623157e308, "+179769313486232E294"),
        (.leastNonzeroMagnitude, "+494065645841247E-338"), (2.2250738585072014e-308, "+222507385850720E-322"),
        (9_007_199_254_740_994, "+900719925474099E1"), (0x1p-20, "+95367431640625E-20"),
        (0x1p-22, "+238418579101562E-21"),
        (9_999_999_999_999_996, "+100000000000000E2"), (.infinity, "+inf"), (-.infinity, "-inf"), (.nan, "nan"),
        (1.0000000000000005, "+100000000000000E-14"), (3.141592653589793, "+314159265358979E-14"),
    ])
    func `a decimal takes 15 digits of a double`(_ value: Double, _ parts: String) {
        #expect(Decimal128Bits(value).parts == parts)
    }

    @Test(arguments: [
        (Float(0.1), "+1000000E-7"), (1.5, "+15E-1"), (16_777_216, "+1677722E1"), (3.1415927, "+3141593E-6"),
        (.greatestFiniteMagnitude, "+3402823E32"), (.leastNonzeroMagnitude, "+1401298E-51"), (-.infinity, "-inf"),
    ])
    func `a decimal takes 7 digits of a float`(_ value: Float, _ parts: String) {
        #expect(Decimal128Bits(value).parts == parts)
    }

    /// value = m * 2^e, written out digit by digit.
    private func model(_ value: Double) -> DecimalModel {
        let power = Int(max(value.exponentBitPattern, 1)) - 1075
        let whole = value.significandBitPattern | (value.exponentBitPattern == 0 ? 0 : (1 << 52))
        var result = DecimalModel(Decimal128Bits(whole))
        result.isNegative = value.sign == .minus
        let factor = DecimalModel(isNegative: false, digits: [power < 0 ? 5 : 2], exponent: power < 0 ? -1 : 0)
        for _ in 0..<power.magnitude where !result.digits.isEmpty { result = DecimalModel.product(result, factor) }
        while result.exponent < 0, result.digits.last == 0 {
            result.digits.removeLast()
            result.exponent += 1
        }
        return result
    }

    @Test func `a decimal takes the digits of any double as by hand`() {
        var random = SeededGenerator(for: #function)
        for _ in 0..<40 {
            let value = Double(bitPattern: random.next())
            guard value.isFinite else { continue }
            #expect(Decimal128Bits(value).parts == model(value).rounded(to: 15), "\(value)")
        }
    }

    @Test func `a decimal takes the digits of everyday doubles as by hand`() {
        var random = SeededGenerator(for: #function)
        for _ in 0..<2000 {
            let value =
                Double(Int64.random(in: -1 << 53...1 << 53, using: &random))
                / [1, 2, 4, 10, 100, 1024, 1e5, 1e15].randomElement(using: &random)!
            guard value != 0 else { continue }
            #expect(Decimal128Bits(value).parts == model(value).rounded(to: 15), "\(value)")
        }
    }

    @Test func `a decimal keeps sign and payload of a NaN`() {
        #expect(Decimal128Bits(Double.nan) == .nan)
        #expect(Decimal128Bits(-Double.nan) == Decimal128Bits.nan.negated)
        #expect(Decimal128Bits(Double(bitPattern: 0x7FF8_0000_0000_0001)).lowest113Bits == 1 << 59)
        #expect(Decimal128Bits(Double(bitPattern: 0x7FFF_FFFF_FFFF_FFFF)) == .nan)
    }

    @Test(arguments: [Int64.min, -1, 0, 1, 9_007_199_254_740_993, Int64.max])
    func `a decimal takes integers exactly`(_ value: Int64) {
        #expect(Decimal128Bits(value).parts == (value < 0 ? "" : "+") + "\(value)E0")
        #expect(Decimal128Bits(value).exactInt64 == value)
    }

    @Test func `a decimal takes unsigned integers exactly`() {
        #expect(Decimal128Bits(UInt64.max).text == "18446744073709551615")
    }

    @Test(arguments: [
        ("1E18", 1_000_000_000_000_000_000 as Int64?), ("1E19", nil), ("9223372036854775807", .max),
        ("9223372036854775808", nil),
        ("-9223372036854775808", .min), ("-9223372036854775809", nil), ("5.00", 5), ("5.01", nil), ("0E6111", 0),
        ("0E-6176", 0), ("1E-6176", nil), ("1E6111", nil), ("-0", 0), ("NaN", nil), ("-Inf", nil), ("120E-1", 12),
        ("9223372036854775807.000000000000000", .max),
    ])
    func `a decimal is an integer only when whole`(_ text: String, _ expected: Int64?) throws {
        #expect(try #require(Decimal128Bits(text: text)).exactInt64 == expected)
    }

    @Test(arguments: [
        ("1.5", 1 as Int64?), ("-1.99", -1), ("9223372036854775807.9", .max), ("9223372036854775808", nil),
        ("1E-100", 0),
        ("Inf", nil), ("NaN", nil),
    ])
    func `a decimal cuts its fraction off`(_ text: String, _ expected: Int64?) throws {
        #expect(try #require(Decimal128Bits(text: text)).truncatedInt64 == expected)
    }

    @Test(arguments: [
        ("0.1", 0.1), ("1.5", 1.5), ("-0", -0.0), ("1E400", .infinity), ("-1E400", -.infinity), ("1E-400", 0),
        ("Inf", .infinity), ("9007199254740993", 9_007_199_254_740_992),
        ("9007199254740993.000000001", 9_007_199_254_740_994),
        ("4.9406564584124654E-324", .leastNonzeroMagnitude), ("0E6111", 0),
        (
            "1797693134862315700E290",
            .greatestFiniteMagnitude
        ),
    ])
    func `a decimal gives the nearest double`(_ text: String, _ expected: Double) throws {
        let value = try #require(Decimal128Bits(text: text)).doubleValue
        #expect(value == expected && value.sign == expected.sign)
    }

    @Test func `a decimal gives no double for NaN`() {
        #expect(Decimal128Bits.null.doubleValue.isNaN)
    }

    @Test func `a decimal gives back a double written with 17 digits`() throws {
        var random = SeededGenerator(for: #function)
        for _ in 0..<5000 {
            let value = Double(bitPattern: random.next())
            guard value.isFinite else { continue }
            #expect(try #require(Decimal128Bits(text: "\(value)")).doubleValue == value)
        }
    }
}
