import TestSupport
import Testing

@testable import RealmStore

@Suite struct ValuesDecimalOrderTests {
    @Test func `the order puts NaN below all numbers, by bits, null among them`() {
        let ascending = [
            Decimal128Bits.nan, Decimal128Bits(low: 0xA9, high: Decimal128Bits.nan.high), .null,
            Decimal128Bits(low: 0xAB, high: Decimal128Bits.nan.high),
            Decimal128Bits(
                low: 0,
                high: 0x7E00_0000_0000_0000),
            Decimal128Bits(low: 0, high: 0xFC00_0000_0000_0000), .infinity(.minus), .zero, .infinity(.plus),
        ]
        for (i, a) in ascending.enumerated() {
            for (j, b) in ascending.enumerated() {
                #expect(Decimal128Bits.compare(a, b) == (i - j).signum(), "\(i) \(j)")
            }
        }
    }

    @Test(arguments: [
        ("1.5", "1.50"), ("0", "-0"), ("0E5", "0E-5"), ("-3E3", "-3000"), ("Inf", "Infinity"),
        ("1000000000000000000000000000000000E10", "1E43"),
    ])
    func `equal values compare equal`(_ a: String, _ b: String) throws {
        let (x, y) = (try #require(Decimal128Bits(text: a)), try #require(Decimal128Bits(text: b)))
        #expect(Decimal128Bits.compare(x, y) == 0)
    }

    @Test(arguments: [
        ("-Inf", "-1E6144"), ("-2", "-1.5"), ("-1E-6176", "0"), ("0", "1E-6176"),
        ("1", "1.000000000000000000000000000000001"),
        ("9E10", "1E11"), ("1E-6176", "1E-6175"), ("9.999E6144", "Inf"),
        ("9999999999999999999999999999999999", "1E34"),
    ])
    func `the lower value compares lower`(_ a: String, _ b: String) throws {
        let (x, y) = (try #require(Decimal128Bits(text: a)), try #require(Decimal128Bits(text: b)))
        #expect(Decimal128Bits.compare(x, y) == -1)
    }

    @Test func `the order agrees with subtraction by hand`() {
        var random = SeededGenerator(for: #function)
        for _ in 0..<3000 {
            let (a, b) = (random.finite(exponents: -40...40), random.finite(exponents: -40...40))
            let expected = DecimalModel.compare(DecimalModel(a), DecimalModel(b))
            #expect(Decimal128Bits.compare(a, b) == expected, "\(a.parts) \(b.parts)")
        }
    }

    @Test func `the order is antisymmetric`() {
        var random = SeededGenerator(for: #function)
        for _ in 0..<20_000 {
            let (a, b) = (random.decimal(), random.decimal())
            #expect(Decimal128Bits.compare(a, b) == -Decimal128Bits.compare(b, a), "\(a) \(b)")
        }
    }

    @Test func `the order is transitive`() {
        var random = SeededGenerator(for: #function)
        for _ in 0..<20_000 {
            var triple = [random.decimal(), random.decimal(), random.decimal()]
            // Equal neighbours are the hard case of an order: one value twice, written differently.
            if Bool.random(using: &random), triple[0].isFinite, triple[0].coefficient < PowerOfTen.value(33),
                triple[0].exponent > -6176
            {
                triple[1] = Decimal128Bits(
                    sign: triple[0].sign, coefficient: triple[0].coefficient * 10, exponent: triple[0].exponent - 1)
            }
            let order = { Decimal128Bits.compare(triple[$0], triple[$1]) }
            for (a, b, c) in [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
            where order(a, b) <= 0 && order(b, c) <= 0 {
                let isStrict = order(a, b) < 0 || order(b, c) < 0
                #expect(order(a, c) == (isStrict ? -1 : 0), "\(triple)")
            }
        }
    }
}
