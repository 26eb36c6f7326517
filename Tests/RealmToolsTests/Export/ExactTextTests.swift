import TestSupport
import Testing

@testable import RealmStore
@testable import RealmTools

/// The texts of single values, which must be exact.
@Suite("Export texts") struct ExactTextTests {
    private func text(_ write: (inout TextBuffer) -> Void) -> String {
        var buffer = TextBuffer()
        write(&buffer)
        return String(decoding: buffer.bytes, as: UTF8.self)
    }

    @Test(
        arguments: [
            (0, 0, "1970-01-01T00:00:00Z"), (1_790_046_900, 1, "2026-09-22T03:15:00.000000001Z"),
            (-1, 0, "1969-12-31T23:59:59Z"), (0, -1, "1969-12-31T23:59:59.999999999Z"),
            (-1, -500_000_000, "1969-12-31T23:59:58.500000000Z"), (951_782_400, 0, "2000-02-29T00:00:00Z"),
            (253_402_300_799, 999_999_999, "9999-12-31T23:59:59.999999999Z"),
            (253_402_300_800, 0, "+010000-01-01T00:00:00Z"),
            (-62_167_219_200, 0, "0000-01-01T00:00:00Z"), (-62_167_219_201, 0, "-000001-12-31T23:59:59Z"),
            (Int64.max, 999_999_999, "+292277026596-12-04T15:30:07.999999999Z"),
            (Int64.min, 0, "-292277022657-01-27T08:29:52Z"), (Int64.min, -1, "-292277022657-01-27T08:29:51.999999999Z"),
        ] as [(Int64, Int32, String)])
    func `a date is exact over the whole range`(_ seconds: Int64, _ nanoseconds: Int32, _ expected: String) {
        let found = text { $0.date(Timestamp(seconds: seconds, nanoseconds: nanoseconds)) }
        #expect(found == expected)
    }

    @Test func `dates of all lengths read back as they were`() {
        let reader = ExportReader(dump: .null)
        var generator = SeededGenerator(for: #function)
        for shift in 0..<64 {
            let seconds = Int64(bitPattern: generator.next() as UInt64) >> Int64(shift)
            let sign: Int32 = seconds < 0 ? -1 : 1
            let nanoseconds = sign * Int32.random(in: 0..<1_000_000_000, using: &generator)
            let date = text { $0.date(Timestamp(seconds: seconds, nanoseconds: nanoseconds)) }
            let dumped = reader.dumped(.object([.init(name: "$date", value: .string(date))]), "date")
            #expect(dumped == .array([.string("\(seconds)"), .number("\(nanoseconds)")]), "\(seconds) \(nanoseconds)")
        }
    }

    @Test(
        arguments: [
            (false, 110, -2, "1.10"), (true, 0, 0, "-0"), (false, 0, -6, "0.000000"), (false, 0, -7, "0E-7"),
            (false, 1, 2, "1E+2"), (false, 12, 6111, "1.2E+6112"), (false, 1, -6176, "1E-6176"),
            (false, 123, -5, "0.00123"),
            (true, 5, -7, "-5E-7"), (false, 100, 0, "100"),
        ] as [(Bool, UInt128, Int, String)])
    func `a decimal keeps its digits, exponent and sign`(
        _ isNegative: Bool, _ coefficient: UInt128, _ exponent: Int, _ expected: String
    ) {
        let bits = Decimal128Bits(sign: isNegative ? .minus : .plus, coefficient: coefficient, exponent: exponent)
        let found = text { $0.decimal(bits) }
        #expect(found == expected)
    }

    @Test func `every pattern of bits of a decimal reads back`() {
        let reader = ExportReader(dump: .null)
        var generator = SeededGenerator(for: #function)
        var special: [Decimal128Bits] = [.nan, .null, .zero.negated, .nan.negated, .infinity(.plus), .infinity(.minus)]
        special.append(Decimal128Bits(low: 1, high: 0x7800_0000_0000_0000))
        for _ in 0..<2000 { special.append(Decimal128Bits(low: generator.next(), high: generator.next())) }
        for bits in special {
            let decimal = text { $0.decimal(bits) }
            let hex = text {
                $0.hex(bits.high); $0.hex(bits.low)
            }
            let dumped = reader.dumped(.object([.init(name: "$decimal", value: .string(decimal))]), "decimal128")
            #expect(dumped?["bits"]?.text == hex, "\(decimal)")
        }
    }

    @Test(
        arguments: [
            (0.1, "0.1"), (-0.0, "-0.0"), (1, "1.0"), (.leastNonzeroMagnitude, "5e-324"), (1e300, "1e+300"),
            (.infinity, "Infinity"),
            (-.infinity, "-Infinity"), (.nan, "NaN"),
            (Double(bitPattern: 0x7FF8_0000_0000_0001), "NaN:7ff8000000000001"),
            (Double(bitPattern: 0xFFF8_0000_0000_0000), "NaN:fff8000000000000"),
        ] as [(Double, String)])
    func `a double is the shortest text, a NaN keeps its bits`(_ number: Double, _ expected: String) {
        let found = text { $0.number(number) }
        #expect(found == expected)
    }

    @Test func `a float has its own shortest text`() {
        let found = [Float(0.1), Float(bitPattern: 0x7FC0_0001)].map { number in text { $0.number(number) } }
        #expect(found == ["0.1", "NaN:7fc00001"])
    }

    @Test(arguments: [Int64.min, -1, 0, 7, 10, 1_000_000, .max])
    func `integers are exact`(_ number: Int64) {
        let found = text { $0.integer(number) }
        #expect(found == "\(number)")
    }

    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("\u{3FF}?", "z78/"),
    ])
    func `base64 has its padding`(_ content: String, _ expected: String) {
        let found = text { $0.base64(Array(content.utf8)) }
        #expect(found == expected)
    }

    @Test func `JSON text escapes what it must`() throws {
        let all = String(String.UnicodeScalarView((0..<0x300).compactMap(Unicode.Scalar.init))) + "\u{2028}🎂\u{FFFF}"
        let json = text { $0.json(all) }
        #expect(try JSONText(Array(json.utf8)).text == all)
        #expect(!json.utf8.contains { $0 < 0x20 })
    }

    @Test(
        arguments: [
            [0x80], [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
            [0xF4, 0x90, 0x80, 0x80],
            [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82], [0x41, 0xFF],
        ] as [[UInt8]])
    func `bytes that are not UTF-8 are refused`(_ bytes: [UInt8]) {
        var buffer = TextBuffer()
        let isText = [buffer.json(bytes), buffer.csv(bytes)]
        #expect(isText == [false, false])
    }
}
