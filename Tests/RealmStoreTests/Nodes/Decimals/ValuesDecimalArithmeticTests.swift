import TestSupport
import Testing

@testable import RealmStore

@Suite struct ValuesDecimalArithmeticTests {
    private let rounds = 3000

    /// Two numbers whose exponents may be near, so that digits overlap, or far apart.
    private func pair(_ random: inout SeededGenerator) -> (Decimal128Bits, Decimal128Bits) {
        let base = random.finite(exponents: -6176...6111)
        switch Int.random(in: 0...3, using: &random) {
        case 0: return (base, random.finite(exponents: -6176...6111))
        case 1: return (random.finite(exponents: -3000...(-2800)), random.finite(exponents: -3400...(-3000)))
        default:
            let range = max(base.exponent - 80, -6176)...min(base.exponent + 80, 6111)
            return (base, random.finite(exponents: range))
        }
    }

    @Test func `decimals are added as by hand`() {
        var random = SeededGenerator(for: #function)
        for _ in 0..<rounds {
            let (a, b) = pair(&random)
            guard abs(a.exponent - b.exponent) < 500 else { continue }
            let expected = DecimalModel.sum(DecimalModel(a), DecimalModel(b)).rounded()
            #expect((a + b).parts == expected, "\(a.parts) + \(b.parts)")
        }
    }

    @Test func `decimals are subtracted as by hand`() {
        var random = SeededGenerator(for: #function)
        for _ in 0..<rounds {
            let (a, b) = pair(&random)
            guard abs(a.exponent - b.exponent) < 500 else { continue }
            let expected = DecimalModel.sum(DecimalModel(a), DecimalModel(b.negated)).rounded()
            #expect((a - b).parts == expected, "\(a.parts) - \(b.parts)")
        }
    }

    @Test func `decimals are multiplied as by hand`() {
        var random = SeededGenerator(for: #function)
        for _ in 0..<rounds {
            let (a, b) = pair(&random)
            let expected = DecimalModel.product(DecimalModel(a), DecimalModel(b)).rounded()
            #expect((a * b).parts == expected, "\(a.parts) * \(b.parts)")
        }
    }

    @Test func `decimals are divided as by hand`() {
        var random = SeededGenerator(for: #function)
        for _ in 0..<rounds {
            let (a, b) = pair(&random)
            guard !b.isZero else { continue }
            let expected = DecimalModel.quotient(DecimalModel(a), DecimalModel(b)).rounded()
            #expect((a / b).parts == expected, "\(a.parts) / \(b.parts)")
        }
    }

    @Test func `subtraction undoes addition, up to the digits that were rounded off`() {
        var random = SeededGenerator(for: #function)
        for _ in 0..<rounds {
            let (a, b) = (random.finite(exponents: -40...40), random.finite(exponents: -40...40))
            let sum = a + b
            let back = sum - b
            // One unit of the sum's last digit, and one of the result's.
            let lost =
                Decimal128Bits(coefficient: 1, exponent: sum.exponent)
                + Decimal128Bits(coefficient: 1, exponent: back.exponent)
            #expect(Decimal128Bits.compare((back - a).magnitude, lost) <= 0, "\(a.parts) + \(b.parts)")
        }
    }

    @Test(arguments: [
        ("0.10", "0.2", "+30E-2"), ("1.50", "1.5", "+300E-2"), ("1E3", "1", "+1001E0"),
        ("9999999999999999999999999999999999", "0.5", "+1000000000000000000000000000000000E1"),
        ("9999999999999999999999999999999998", "0.5", "+9999999999999999999999999999999998E0"),
        ("1E6111", "1E-6176", "+1000000000000000000000000000000000E6078"),
        ("5E40", "0", "+5000000000000000000000000000000000E7"),
        ("0E5", "0E-3", "+0E-3"), ("-0", "0", "+0E0"), ("-0", "-0E2", "-0E0"), ("1", "-1.00", "+0E-2"),
        ("9999999999999999999999999999999999E6111", "5E6110", "+inf"),
        ("Inf", "1", "+inf"), ("1", "-Inf", "-inf"), ("Inf", "Inf", "+inf"), ("Inf", "-Inf", "nan"),
    ])
    func `decimals are added`(_ a: String, _ b: String, _ expected: String) throws {
        let (x, y) = (try #require(Decimal128Bits(text: a)), try #require(Decimal128Bits(text: b)))
        #expect((x + y).parts == expected)
        #expect((y + x).parts == expected)
    }

    @Test(arguments: [
        ("0.10", "3", "+30E-2"), ("1.50", "2.0", "+3000E-3"), ("-2", "0", "-0E0"), ("0E6000", "0E6000", "+0E6111"),
        ("1E-6000", "1E-6000", "+0E-6176"), ("1E6000", "-1E6000", "-inf"), ("Inf", "-2", "-inf"), ("0", "Inf", "nan"),
        ("1E4000", "1E2140", "+100000000000000000000000000000E6111"),
        ("5E-4000", "1E-2177", "+0E-6176"), ("15E-4000", "1E-2177", "+2E-6176"),
    ])
    func `decimals are multiplied`(_ a: String, _ b: String, _ expected: String) throws {
        let (x, y) = (try #require(Decimal128Bits(text: a)), try #require(Decimal128Bits(text: b)))
        #expect((x * y).parts == expected)
    }

    @Test(arguments: [
        ("1", "3", "+3333333333333333333333333333333333E-34"), ("2", "3", "+6666666666666666666666666666666667E-34"),
        ("10", "2", "+5E0"), ("1.00", "2", "+50E-2"), ("1", "8", "+125E-3"), ("100", "1E-2", "+100E2"),
        ("1", "0", "+inf"), ("-1", "0", "-inf"), ("1", "-0", "-inf"), ("0", "0", "nan"), ("0", "-5E3", "-0E-3"),
        ("Inf", "2", "+inf"), ("2", "-Inf", "-0E-6176"), ("Inf", "Inf", "nan"), ("1E6111", "1E-6176", "+inf"),
        ("1E-6176", "2", "+0E-6176"), ("3E-6176", "2", "+2E-6176"),
    ])
    func `decimals are divided`(_ a: String, _ b: String, _ expected: String) throws {
        let (x, y) = (try #require(Decimal128Bits(text: a)), try #require(Decimal128Bits(text: b)))
        #expect((x / y).parts == expected)
    }

    @Test(arguments: [
        (Decimal128Bits.null, Decimal128Bits.nan, Decimal128Bits.null),
        (.zero, .null, .null), (.nan, .zero, .nan),
        (
            Decimal128Bits(low: 7, high: 0xFE00_0000_0000_0000),
            .zero, Decimal128Bits(low: 7, high: 0xFC00_0000_0000_0000)
        ),
    ])
    func `the first NaN is returned, quieted`(_ a: Decimal128Bits, _ b: Decimal128Bits, _ expected: Decimal128Bits) {
        for result in [a + b, a - b, a * b, a / b] { #expect(result == expected) }
    }
}
