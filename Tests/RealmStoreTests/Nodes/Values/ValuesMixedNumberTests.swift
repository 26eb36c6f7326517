import TestSupport
import Testing

@testable import RealmStore

@Suite struct ValuesMixedNumberTests {
    private static func decimal(_ text: String) -> MixedNumber { .decimal(Decimal128Bits(text: text) ?? .null) }

    @Test(arguments: [
        (MixedNumber.int(1), MixedNumber.double(1)), (.int(1), .float(1)), (.float(1.5), .double(1.5)),
        (.int(5), decimal("5.00")), (.double(0.1), decimal("0.1")), (.float(0.1), decimal("0.1")),
        (.double(0), .double(-0.0)), (.int(0), decimal("-0E5")), (.int(.min), .double(-0x1p63)),
        (.double(.nan), .double(.nan)), (.float(.nan), .double(.nan)), (.double(.nan), decimal("NaN")),
        (.double(.infinity), decimal("Inf")), (.int(.max), decimal("9223372036854775807")),
    ])
    func `equal numbers compare equal`(_ a: MixedNumber, _ b: MixedNumber) {
        #expect(MixedNumber.compare(a, b) == 0)
        #expect(MixedNumber.compare(b, a) == 0)
    }

    // With its type beside it: inferred in the macro's arguments, it took the compiler ten seconds.
    private static let ascending: [(MixedNumber, MixedNumber)] = [
        (.double(9_007_199_254_740_992), .int(9_007_199_254_740_993)),
        (.int(9_007_199_254_740_991), .double(9_007_199_254_740_992)), (.int(.max), .double(0x1p63)),
        (.double(-0x1.0000000000001p63), .int(.min)), (.int(1), .double(1.5)), (.double(-1.5), .int(-1)),
        (.int(-2), .double(-1.5)), (.int(.max), .double(.infinity)), (.double(-.infinity), .int(.min)),
        (.double(.nan), .int(.min)), (.double(.nan), .double(-.infinity)), (.float(.nan), decimal("-Inf")),
        (decimal("NaN"), .double(-.infinity)), (decimal("NaN"), .int(.min)), (.int(5), .double(5.0000000000000009)),
        (.float(0.1), .double(0.1 + 1e-8)), (.double(0.1), .float(0.1)), (.double(0.1), decimal("0.1000000000000001")),
        (.int(9_223_372_036_854_775_806), decimal("9223372036854775806.5")), (.float(1), .float(2)), (.int(1), .int(2)),
        (.double(.nan), .double(-.nan)), (.double(1), decimal("1E400")),
    ]

    @Test(arguments: ascending)
    func `the lower number compares lower`(_ a: MixedNumber, _ b: MixedNumber) {
        #expect(MixedNumber.compare(a, b) == -1)
        #expect(MixedNumber.compare(b, a) == 1)
    }

    @Test func `an integer compares with doubles around it as 128-bit integers do`() {
        var random = SeededGenerator(for: #function)
        for _ in 0..<20_000 {
            let integer = Int64(bitPattern: random.next()) >> Int64.random(in: 0...63, using: &random)
            let double = Double(integer) + Double(Int.random(in: -2...2, using: &random))
            let whole = Int128(double)
            let expected = Int128(integer) < whole ? -1 : Int128(integer) > whole ? 1 : 0
            #expect(MixedNumber.compare(integer, double) == expected, "\(integer) \(double)")
        }
    }

    @Test func `the comparison is a total order of integers, floats and doubles`() {
        var random = SeededGenerator(for: #function)
        func number() -> MixedNumber {
            let integer = Int64(bitPattern: random.next()) >> Int64.random(in: 0...63, using: &random)
            return switch Int.random(in: 0...6, using: &random) {
            case 0: .double(Double(bitPattern: random.next()))
            case 1: .float(Float(bitPattern: UInt32(truncatingIfNeeded: random.next())))
            case 2: .float(Float(integer))
            case 3, 4: .double(Double(integer))
            default: .int(integer)
            }
        }
        for _ in 0..<20_000 {
            let (a, b, c) = (number(), number(), number())
            #expect(MixedNumber.compare(a, b) == -MixedNumber.compare(b, a), "\(a) \(b)")
            if MixedNumber.compare(a, b) <= 0, MixedNumber.compare(b, c) <= 0 {
                #expect(MixedNumber.compare(a, c) <= 0, "\(a) \(b) \(c)")
            }
        }
    }
}
