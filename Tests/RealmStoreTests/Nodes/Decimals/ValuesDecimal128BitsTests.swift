import TestSupport
import Testing

@testable import RealmStore

@Suite struct ValuesDecimal128BitsTests {
    @Test func `a decimal takes 16 bytes, the low word first`() {
        #expect(MemoryLayout<Decimal128Bits>.size == 16)
        #expect(MemoryLayout<Decimal128Bits>.offset(of: \.low) == 0)
    }

    @Test(arguments: [
        (Decimal128Bits.zero, UInt64(0x3040_0000_0000_0000), UInt64(0)),
        (.null, 0x7C00_0000_0000_0000, 0xAA), (.nan, 0x7C00_0000_0000_0000, 0),
        (.infinity(.plus), 0x7800_0000_0000_0000, 0), (.infinity(.minus), 0xF800_0000_0000_0000, 0),
        (Decimal128Bits(sign: .minus, coefficient: 7, exponent: 0), 0xB040_0000_0000_0000, 7),
        (Decimal128Bits(coefficient: 1, exponent: -6176), 0, 1),
        (
            Decimal128Bits(coefficient: Decimal128Bits.maxCoefficient, exponent: 6111),
            0x5FFF_ED09_BEAD_87C0, 0x378D_8E63_FFFF_FFFF
        ),
    ])
    func `a decimal has the bits of the format`(_ value: Decimal128Bits, _ high: UInt64, _ low: UInt64) {
        #expect(value == Decimal128Bits(low: low, high: high))
    }

    @Test func `a decimal gives back its parts`() {
        var random = SeededGenerator(for: #function)
        for _ in 0..<5000 {
            let coefficient = random.coefficient()
            let exponent = Int.random(in: Decimal128Bits.exponents, using: &random)
            let sign: FloatingPointSign = Bool.random(using: &random) ? .plus : .minus
            let value = Decimal128Bits(sign: sign, coefficient: coefficient, exponent: exponent)
            #expect((value.sign, value.coefficient, value.exponent) == (sign, coefficient, exponent))
        }
    }

    @Test func `a decimal knows null as a NaN of its own`() {
        #expect(Decimal128Bits.null.isNull)
        #expect(Decimal128Bits.null.isNaN)
        #expect(!Decimal128Bits.nan.isNull)
        #expect(!Decimal128Bits(low: 0xAA, high: 0xFC00_0000_0000_0000).isNull)
    }

    @Test func `a decimal tells quiet, signalling and infinite apart`() {
        let signalling = Decimal128Bits(low: 0, high: 0x7E00_0000_0000_0000)
        #expect(signalling.isSignaling && signalling.isNaN && !signalling.isInfinite && !signalling.isFinite)
        #expect(!Decimal128Bits.nan.isSignaling && Decimal128Bits.nan.isNaN)
        let infinity = Decimal128Bits.infinity(.minus)
        #expect(infinity.isInfinite && !infinity.isNaN && !infinity.isFinite && !infinity.isZero)
    }

    @Test(arguments: [
        Decimal128Bits(low: 0x378D_8E64_0000_0000, high: 0x3041_ED09_BEAD_87C0),
        Decimal128Bits(low: .max, high: 0x3041_FFFF_FFFF_FFFF), Decimal128Bits(low: 5, high: 0x6C10_0000_0000_0000),
    ])
    func `a decimal reads an encoding that no number needs as zero`(_ value: Decimal128Bits) {
        #expect(value.isZero)
        #expect(Decimal128Bits.compare(value, .zero) == 0)
        #expect((value + Decimal128Bits(Int64(1))).text == "1")
    }

    @Test func `a decimal never traps on arbitrary bits`() {
        var random = SeededGenerator(for: #function)
        for _ in 0..<20_000 {
            let a = Decimal128Bits(low: random.next(), high: random.next())
            let b = Decimal128Bits(low: random.next(), high: random.next())
            for value in [a, a.negated, a.magnitude, a + b, a - b, a * b, a / b] {
                #expect(!value.text.isEmpty)
                _ = (value.doubleValue, value.exactInt64, value.storedWidth)
            }
            #expect(abs(Decimal128Bits.compare(a, b)) <= 1)
        }
    }

    // MARK: Narrow forms

    @Test(arguments: [
        (UInt32(0x3280_0001), "+1E0"), (0xB280_0001, "-1E0"), (0x0000_0000, "+0E-101"), (0x327F_FFFF, "+8388607E-1"),
        (0x5F7F_FFFF, "+8388607E89"), (0x2D00_0000, "+0E-11"),
    ])
    func `a decimal widens a decimal32`(_ bits: UInt32, _ parts: String) {
        #expect(Decimal128Bits(decimal32: bits)?.parts == parts)
    }

    @Test(arguments: [
        (UInt64(0x31C0_0000_0000_0001), "+1E0"), (0xB1C0_0000_0000_0001, "-1E0"), (0, "+0E-398"),
        (0x5FFF_FFFF_FFFF_FFFF, "+9007199254740991E369"),
    ])
    func `a decimal widens a decimal64`(_ bits: UInt64, _ parts: String) {
        #expect(Decimal128Bits(decimal64: bits)?.parts == parts)
    }

    @Test func `a decimal widens the narrow nulls to null`() {
        #expect(Decimal128Bits(decimal32: 0x7C00_00AA) == .null)
        #expect(Decimal128Bits(decimal64: 0x7C00_0000_0000_00AA) == .null)
    }

    @Test(arguments: [UInt32(0x6000_0000), 0x7C00_0000, 0x7800_0000, 0xFC00_00AA, .max])
    func `a decimal refuses a decimal32 that is never written`(_ bits: UInt32) {
        #expect(Decimal128Bits(decimal32: bits) == nil)
    }

    @Test(arguments: [UInt64(0x6000_0000_0000_0000), 0x7C00_0000_0000_0000, 0x7800_0000_0000_0000, .max])
    func `a decimal refuses a decimal64 that is never written`(_ bits: UInt64) {
        #expect(Decimal128Bits(decimal64: bits) == nil)
    }

    @Test(arguments: [
        ("0", 4), ("1", 4), ("-0", 4), ("8388607", 4), ("8388608", 8), ("1E90", 4), ("1E91", 8), ("1E-90", 4),
        ("1E-91", 8),
        ("9007199254740991", 8), ("9007199254740992", 16), ("1E369", 8), ("1E370", 16), ("1E-369", 8), ("1E-370", 16),
        ("Inf", 16), ("NaN", 16), ("1E6111", 16),
    ])
    func `a decimal needs the width of the format`(_ text: String, _ width: Int) throws {
        #expect(try #require(Decimal128Bits(text: text)).storedWidth == width)
    }

    @Test func `a decimal needs 4 bytes for null`() {
        #expect(Decimal128Bits.null.storedWidth == 4)
        #expect(Decimal128Bits.null.decimal32 == 0x7C00_00AA)
        #expect(Decimal128Bits.null.decimal64 == 0x7C00_0000_0000_00AA)
    }

    @Test func `a decimal widens what it narrowed`() {
        var random = SeededGenerator(for: #function)
        for _ in 0..<5000 {
            let value = Decimal128Bits(
                sign: Bool.random(using: &random) ? .plus : .minus,
                coefficient: UInt128.random(in: 0..<1 << UInt128.random(in: 1...53, using: &random), using: &random),
                exponent: Int.random(in: -369...369, using: &random))
            #expect(Decimal128Bits(decimal64: value.decimal64) == value)
            if value.storedWidth == 4 { #expect(Decimal128Bits(decimal32: value.decimal32) == value) }
        }
    }

    @Test func `a decimal traps when narrowed too far`() async {
        await #expect(processExitsWith: .failure) {
            _ = Decimal128Bits(coefficient: 1 << 53, exponent: 0).decimal64
        }
    }

    @Test func `a decimal traps on 35 digits`() async {
        await #expect(processExitsWith: .failure) {
            _ = Decimal128Bits(coefficient: Decimal128Bits.maxCoefficient + 1, exponent: 0)
        }
    }
}
