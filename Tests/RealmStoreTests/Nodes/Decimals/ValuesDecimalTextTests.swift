import TestSupport
import Testing

@testable import RealmStore

@Suite struct ValuesDecimalTextTests {
    /// High word, low word, text in dumps, as Realm Core wrote them.
    private static let fromCore: [(UInt64, UInt64, String)] = [
        (0x3040_0000_0000_0000, 0x1, "1"), (0x3040_0000_0000_0000, 0x20_0000_0000_0000, "9007199254740992"),
        (0x3040_0000_0000_0000, 0x23_86F2_6FC1_0000, "10000000000000000"),
        (0x3040_3CDE_6FFF_9732, 0xDE82_5CD0_7E96_AFF2, "+1234567890123456789012345678901234E+0"),
        (0x0000_0000_0000_0000, 0x1, "1E-6176"),
        (0x5FFF_ED09_BEAD_87C0, 0x378D_8E63_FFFF_FFFF, "+9999999999999999999999999999999999E+6111"),
        (0xDFFF_ED09_BEAD_87C0, 0x378D_8E63_FFFF_FFFF, "-9999999999999999999999999999999999E+6111"),
        (0x7C00_0000_0000_0000, 0x0, "NaN"), (0x7800_0000_0000_0000, 0x0, "Inf"), (0xF800_0000_0000_0000, 0x0, "-Inf"),
        (0xB040_0000_0000_0000, 0x1, "-1"), (0x303E_0000_0000_0000, 0x1, "1E-1"),
        (0x3040_0000_0000_0000, 0x7F_FFFF, "8388607"), (0x303C_0000_0000_0000, 0x64, "1.00"),
        (0x3040_0000_0000_0000, 0x0, "0"), (0x30F4_0000_0000_0000, 0x1, "1E90"), (0x2F8C_0000_0000_0000, 0x1, "1E-90"),
        (0xB040_0000_0000_0000, 0x0, "-0"), (0x303C_0000_0000_0000, 0x0, "0E-2"),
        (0xB02E_0000_0000_0000, 0x7048_860D_DF79, "-123456.789012345"), (0x31D0_0000_0000_0000, 0x1, "1E200"),
        (0x2D5E_0000_0000_0000, 0x1, "1E-369"), (0x303C_0000_0000_0000, 0x7D, "1.25"),
        (0x3040_0000_0000_1A24, 0x9B1F_10A0_6C96_AFF2, "+123456789012345678901234E+0"),
        (0x303A_0000_0000_0000, 0x1_E240, "123.456"),
        (0xB02E_0000_0000_0000, 0x1B6_9B4B_E052_FAB1, "-123456789.987654321"),
        (0x3054_0000_0000_0000, 0x1, "1E10"), (0x302C_0000_0000_0000, 0x1, "1E-10"),
        (0x0042_0000_0000_0000, 0x1, "1E-6143"), (0x303C_0000_0000_0000, 0x32, "5.0E-1"),
        (0x303C_0000_0000_0000, 0x96, "1.50"), (0x303C_0000_0000_0000, 0xF6E, "39.50"),
        (0x303E_0000_0000_0000, 0x23, "3.5"), (0xB040_0000_0000_0000, 0x7, "-7"),
    ]

    @Test(arguments: fromCore)
    func `a decimal writes the text of dumps`(_ high: UInt64, _ low: UInt64, _ text: String) {
        #expect(Decimal128Bits(low: low, high: high).engineText == text)
    }

    @Test(arguments: fromCore)
    func `a decimal reads the text of dumps back to the value`(_ high: UInt64, _ low: UInt64, _ text: String) throws {
        let value = try #require(Decimal128Bits(text: text))
        #expect(Decimal128Bits.compare(value, Decimal128Bits(low: low, high: high)) == 0)
    }

    @Test(arguments: [
        (UInt128(15), -1, "1.5"), (12500, -3, "12.5"), (1, 3, "1E3"), (30, -2, "3E-1"), (75, -2, "7.5E-1"),
        (200_000_000_000_000, -15, "2E-1"), (12, 3, "1.2E4"), (0, -3, "0E-3"), (0, 0, "0"), (100, -2, "1"),
        (100, 0, "100"), (100, 1, "1E3"), (1050, -2, "10.5"), (0, 7, "0E7"),
        (3_333_333_333_333_333_333_333_333_333_333_333, -34, "+3333333333333333333333333333333333E-34"),
        (18_446_744_073_709_551_615, -19, "1.8446744073709551615"),
        (18_446_744_073_709_551_616, -19, "+18446744073709551616E-19"),
    ])
    func `a decimal writes the text for users`(_ coefficient: UInt128, _ exponent: Int, _ text: String) {
        #expect(Decimal128Bits(coefficient: coefficient, exponent: exponent).text == text)
    }

    @Test func `the minus sign is in front`() {
        #expect(Decimal128Bits(sign: .minus, coefficient: 5, exponent: 0).text == "-5")
    }

    @Test(arguments: [
        (Decimal128Bits.nan, "NaN"), (.null, "NaN"), (.infinity(.plus), "Inf"), (.infinity(.minus), "-Inf"),
        (Decimal128Bits(low: 0, high: 0x7C00_0000_0000_0001), "+NaN"),
        (Decimal128Bits(low: 0, high: 0xFE00_0000_0000_0001), "-SNaN"),
    ])
    func `a value that is not a number is written`(_ value: Decimal128Bits, _ text: String) {
        #expect(value.text == text)
    }

    @Test(arguments: [
        ("1.50", "+150E-2"), ("+1.50e+3", "+150E1"), ("-.5", "-5E-1"), ("5.", "+5E0"), ("  \t7", "+7E0"),
        ("000.00", "+0E-2"),
        ("0E9999", "+0E6111"), ("-0", "-0E0"), ("1E-00007", "+1E-7"), ("inf", "+inf"), ("-INFINITY", "-inf"),
        ("nAn", "nan"),
        ("1e99999999999999999999999", "+inf"), ("1e-99999999999999999999999", "+0E-6176"),
        ("1234567890123456789012345678901234567890", "+1234567890123456789012345678901235E6"),
        ("12345678901234567890123456789012345", "+1234567890123456789012345678901234E1"),
        ("12345678901234567890123456789012345.00000000000001", "+1234567890123456789012345678901235E1"),
        ("99999999999999999999999999999999995", "+1000000000000000000000000000000000E2"),
        ("1.0000000000000000000000000000000000000000", "+1000000000000000000000000000000000E-33"),
    ])
    func `a decimal is read from text`(_ text: String, _ parts: String) throws {
        #expect(try #require(Decimal128Bits(text: text)).parts == parts)
    }

    @Test(arguments: [
        "", " ", "+", ".", "e5", "1e", "1e+", "1.2.3", "1 ", "--1", "0x10", "1,5", "infinite", "nanx", "１", "1\0",
        "12a",
        "1e5.0", "NULL",
    ])
    func `a decimal refuses text that is not a number`(_ text: String) {
        #expect(Decimal128Bits(text: text) == nil)
    }

    @Test func `a decimal keeps the zeros of a fraction that was read`() {
        #expect(Decimal128Bits(text: "1.50")?.engineText == "1.50")
    }

    @Test func `a decimal reads its own text back to an equal number`() throws {
        var random = SeededGenerator(for: #function)
        for _ in 0..<5000 {
            let value = random.finite(exponents: Decimal128Bits.exponents)
            let back = try #require(Decimal128Bits(text: value.text))
            #expect(Decimal128Bits.compare(back, value) == 0, "\(value.parts)")
        }
    }

    @Test func `a decimal reads the text of dumps back with each digit`() throws {
        var random = SeededGenerator(for: #function)
        for _ in 0..<5000 {
            // Long coefficients are written in full, short ones with a fraction only below exponent 0.
            let value = random.finite(exponents: -6176...0)
            #expect(try #require(Decimal128Bits(text: value.engineText)) == value, "\(value.parts)")
        }
    }

    @Test func `the reader does not crash on any bytes`() {
        var random = SeededGenerator(for: #function)
        let alphabet = Array("0123456789.eE+-infaNs \u{0}x".utf8)
        for _ in 0..<20_000 {
            let length = Int.random(in: 0...60, using: &random)
            let bytes = (0..<length).map { _ in alphabet.randomElement(using: &random) ?? 0 }
            let text = String(decoding: bytes, as: UTF8.self)
            if let value = Decimal128Bits(text: text) {
                #expect(Decimal128Bits(text: value.text) != nil, "\(text)")
            }
        }
    }
}
