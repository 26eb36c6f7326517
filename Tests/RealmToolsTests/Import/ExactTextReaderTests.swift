import TestSupport
import Testing

@testable import RealmStore
@testable import RealmTools

/// The exact texts of single values, read back.
@Suite("Import texts") struct ExactTextReaderTests {
    private func text(_ write: (inout TextBuffer) -> Void) -> [UInt8] {
        var buffer = TextBuffer()
        write(&buffer)
        return buffer.bytes
    }

    @Test func `every date reads back`() {
        var generator = SeededGenerator(for: #function)
        for shift in 0..<64 {
            for _ in 0..<50 {
                let seconds = Int64(bitPattern: generator.next() as UInt64) >> Int64(shift)
                let sign: Int32 = seconds < 0 ? -1 : 1
                let date = Timestamp(
                    seconds: seconds, nanoseconds: sign * Int32.random(in: 0..<1_000_000_000, using: &generator))
                #expect(ExactTextReader.date(text { $0.date(date) }) == date)
            }
        }
        for date in [Timestamp(seconds: .min, nanoseconds: -999_999_999), Timestamp(seconds: .max, nanoseconds: 1)] {
            #expect(ExactTextReader.date(text { $0.date(date) }) == date)
        }
    }

    @Test func `every pattern of bits of a decimal reads back`() {
        var generator = SeededGenerator(for: #function)
        var all: [Decimal128Bits] = [.nan, .null, .zero.negated, .nan.negated, .infinity(.plus), .infinity(.minus)]
        for _ in 0..<2000 { all.append(Decimal128Bits(low: generator.next(), high: generator.next())) }
        for _ in 0..<2000 {
            all.append(
                Decimal128Bits(
                    coefficient: UInt128(generator.next() as UInt64) * 1_000_000_007,
                    exponent: Int.random(in: Decimal128Bits.exponents, using: &generator)))
        }
        for bits in all { #expect(ExactTextReader.decimal(text { $0.decimal(bits) }) == bits) }
    }

    @Test func `every float and double reads back`() {
        var generator = SeededGenerator(for: #function)
        for _ in 0..<5000 {
            let double = Double(bitPattern: generator.next())
            #expect(ExactTextReader.double(text { $0.number(double) })?.bitPattern == double.bitPattern)
            let float = Float(bitPattern: UInt32(truncatingIfNeeded: generator.next() as UInt64))
            #expect(ExactTextReader.float(text { $0.number(float) })?.bitPattern == float.bitPattern)
        }
        for number in [0, -0.0, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, .greatestFiniteMagnitude] {
            #expect(ExactTextReader.double(text { $0.number(number) })?.bitPattern == number.bitPattern)
        }
    }

    @Test func `data and ids read back`() {
        var generator = SeededGenerator(for: #function)
        for count in 0..<40 {
            let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            #expect(ExactTextReader.base64(text { $0.base64(bytes) }) == bytes)
            let uuid = UUIDBits(high: generator.next(), low: generator.next())
            #expect(ExactTextReader.uuid(text { $0.uuid(uuid) }) == uuid)
            let id = ObjectIdBits(high: generator.next(), low: UInt32(truncatingIfNeeded: generator.next() as UInt64))
            #expect(ExactTextReader.objectId(text { $0.objectId(id) }) == id)
        }
    }

    @Test(arguments: [
        "", "2026-09-21", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-01-01T24:00:00Z",
        "2026-01-01T00:00:60Z",
        "2026-01-01T00:00:00", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00.0000000000Z", "26-01-01T00:00:00Z",
        "+292277026596-12-04T15:30:08Z", "-999999999999-01-01T00:00:00Z", "2026-01-01T00:00:00Z ",
    ])
    func `a malformed date is refused`(text: String) {
        #expect(ExactTextReader.date(Array(text.utf8)) == nil)
    }

    @Test(arguments: [
        "", "-", ".", "1e", "1.2.3", "0x10", " 1", "1 ", "12345678901234567890123456789012345", "1E+99999", "NaN:12",
        "-NaN", "1e1000000000000000000000",
    ])
    func `a malformed decimal is refused`(text: String) {
        #expect(ExactTextReader.decimal(Array(text.utf8)) == nil)
    }

    @Test(arguments: ["", "nan", "inf", "0x1p3", " 1", "1e999", "NaN:", "NaN:0000000000000000", "1,5"])
    func `a malformed double is refused`(text: String) {
        #expect(ExactTextReader.double(Array(text.utf8)) == nil)
    }

    @Test(arguments: ["A", "AA", "AAA", "AA=A", "====", "AB==", "AAB=", "A\u{E4}A="])
    func `malformed base64 is refused`(text: String) {
        #expect(ExactTextReader.base64(Array(text.utf8)) == nil)
    }
}
