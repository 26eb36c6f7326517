import Foundation
import RealmStore
import Testing

@Suite struct ValuesDecimal128Tests {
    @Test func `a decimal is zero by default`() {
        #expect(Decimal128().stringValue == "0")
        #expect(RLMDecimal128().stringValue == "0")
    }

    @Test(arguments: [
        (5 as any Sendable, "5"), (UInt64.max, "18446744073709551615"), (Int8(-3), "-3"), (1.5, "1.5"), (0.2, "2E-1"),
        (Float(0.5), "5E-1"), (true, "1"), ("1.50", "1.5"), (Decimal(string: "12.5"), "12.5"), ("x", "NaN"),
        (Int64.max, "9223372036854775807"), (Decimal128("1E3"), "1E3"),
        (Int128.max, "+1701411834604692317316873037158841E+5"),
    ])
    func `a decimal takes boxed values`(_ value: any Sendable, _ text: String) {
        #expect(Decimal128(value: value).stringValue == text)
    }

    @Test func `a decimal takes Foundation's boxes`() {
        #expect(Decimal128(value: NSString(string: "2.5")).stringValue == "2.5")
        #expect(Decimal128(number: NSDecimalNumber(string: "0.10")).stringValue == "1E-1")
        #expect(Decimal128(number: NSNumber(value: Int64.max)).stringValue == "9223372036854775807")
        #expect(Decimal128(number: NSNumber(value: UInt64.max)).stringValue == "18446744073709551615")
        #expect(Decimal128(number: NSNumber(value: 0.1)).stringValue == "1E-1")
    }

    @Test func `a decimal traps on a value that is not a number`() async {
        await #expect(processExitsWith: .failure) { _ = Decimal128(value: Date()) }
    }

    @Test(arguments: [
        ("NaN", "NaN"), ("-Inf", "-Inf"), ("abc", "NaN"), ("", "NaN"), ("-1.20e3", "-1.2E3"), ("0.10", "1E-1"),
    ])
    func `a decimal takes text and never throws`(_ text: String, _ expected: String) throws {
        #expect(try Decimal128(string: text).stringValue == expected)
    }

    @Test func `a decimal takes literals`() {
        let (integer, float, text, wrong): (Decimal128, Decimal128, Decimal128, Decimal128) = (-7, 0.2, "0.10", "ten")
        #expect([integer, float, text, wrong].map(\.stringValue) == ["-7", "2E-1", "1E-1", "NaN"])
    }

    @Test func `a decimal describes itself by its text`() {
        #expect("\(Decimal128("12.5"))" == "12.5")
    }

    @Test func `a decimal has the limits of the format`() {
        #expect(Decimal128.max.stringValue == "+9999999999999999999999999999999999E+6111")
        #expect(Decimal128.min.stringValue == "-9999999999999999999999999999999999E+6111")
    }

    // MARK: Equality and order

    @Test func `a decimal compares numerically`() {
        let one: Decimal128 = "1.0"
        #expect(one == "1.00")
        #expect(one != "1.01")
        #expect(one < 2 && one <= 1 && one >= 1 && one > "-Inf")
    }

    @Test func `NaN equals itself and is below every number`() {
        let nan: Decimal128 = "NaN"
        #expect(nan == "NaN" && nan < "-Inf" && nan <= nan && !(nan > 0))
    }

    @Test func `a decimal is equal to a number of the same value`() {
        let value: Decimal128 = "1.50"
        #expect(value.isEqual(NSNumber(value: 1.5)))
        #expect(value.isEqual(1.5))
        #expect(!value.isEqual(NSNumber(value: 1.25)))
        #expect(!value.isEqual("1.5"))
        #expect(!value.isEqual(nil))
    }

    @Test func `equal decimals hash alike`() {
        #expect(Set<Decimal128>(["1.5", "1.50", "15E-1", "0", "-0", "0E3", "NaN", "NaN"]).count == 3)
        #expect(Decimal128("1.5").hash == NSNumber(value: 1.5).hash)
    }

    @Test func `nil compares below every number`() {
        #expect(Decimal128("-Inf").isGreaterThan(nil))
        #expect(!Decimal128(0).isLessThanOrEqual(to: nil))
        #expect(Decimal128(1).isLessThan(Decimal128(2)) && Decimal128(2).isGreaterThanOrEqual(to: Decimal128(2)))
    }

    // MARK: Arithmetic

    @Test func `decimals are calculated with`() {
        let price: Decimal128 = "0.10"
        #expect((price + 0.2).stringValue == "3E-1")
        #expect((price - 1).stringValue == "-9E-1")
        #expect(price * 3 == "0.3")
        #expect((1 / Decimal128(3)).stringValue == "+3333333333333333333333333333333333E-34")
        #expect((1 / Decimal128(0)).stringValue == "Inf")
        #expect((Decimal128(0) / 0).isNaN)
    }

    @Test func `assignment operators replace a decimal instead of changing it`() {
        var value: Decimal128 = 6
        let before = value
        value *= 7
        value += 1
        value -= 3
        #expect(value == 40 && before == 6)
    }

    @Test func `a decimal is a Numeric`() {
        func total<T: Numeric>(_ values: [T]) -> T { values.reduce(.zero, +) }
        #expect(total(["0.1", "0.2", "0.3"] as [Decimal128]) == "0.6")
    }

    @Test func `a decimal keeps each digit in its magnitude`() {
        let value: Decimal128 = "-1234567890.123456789012345678901234"
        #expect(value.magnitude == "1234567890.123456789012345678901234")
    }

    @Test(arguments: [
        (Int128(5), "5"), (-(Int128(1) << 100), "-1267650600228229401496703205376"),
        (Int128(10_000_000_000_000_000_000) * 10_000_000_000_000_000_000, "+1000000000000000000000000000000000E+5"),
    ])
    func `a decimal takes an integer exactly`(_ value: Int128, _ text: String) throws {
        let decimal = try #require(Decimal128(exactly: value))
        #expect(decimal == (try Decimal128(string: text)))
    }

    @Test func `an integer that needs 35 digits is refused`() {
        #expect(Decimal128(exactly: Int128.max) == nil)
    }

    @Test func `distances are measured`() {
        #expect(Decimal128(3).distance(to: 5) == 2 && Decimal128(3).advanced(by: "0.5") == 3.5)
    }

    @Test func `every NaN is reported as signalling`() {
        #expect(Decimal128("NaN").isSignaling && Decimal128("NaN").isSignalingNaN && !Decimal128(1).isSignaling)
    }

    @Test func `decimals are calculated with through the names of the base class`() {
        let (six, four): (RLMDecimal128, RLMDecimal128) = (Decimal128(6), Decimal128(4))
        let results = [
            six.decimalNumber(byAdding: four), six.decimalNumber(bySubtracting: four),
            six.decimalNumberByMultiplying(by: four), six.decimalNumberByDividing(by: four),
            RLMDecimal128.decimal(with: 2.5),
        ]
        #expect(results.map(\.stringValue) == ["10", "2", "24", "1.5", "2.5"])
        #expect(Decimal128.decimal(with: 1) == 1)
    }

    // MARK: Negation and copies

    @Test func `a decimal negates itself exactly`() {
        let value: Decimal128 = "1234567890.123456789012345678901234"
        value.negate()
        #expect(value == "-1234567890.123456789012345678901234")
    }

    @Test func `a decimal copies into an instance of its own`() throws {
        let value: Decimal128 = 5
        let copy = try #require(value.copy() as? Decimal128)
        value.negate()
        #expect(copy == 5)
    }

    // MARK: Conversion

    @Test func `a decimal gives the nearest double`() {
        #expect(Decimal128("0.1").doubleValue == 0.1)
        #expect(Decimal128("1E400").doubleValue == .infinity)
    }

    @Test(arguments: [
        ("12.5", "12.5"), ("-1234567890123456789012345678901234", "-1234567890123456789012345678901234"), ("0E5", "0"),
        ("15E-129", "2e-128"), ("25E-129", "2e-128"), ("1E-130", "0"), ("-1E-130", "0"), ("-0", "0"),
        ("0E6111", "0"), ("1E-6176", "0"), ("1E130", "1000e127"), ("-7E127", "-7e127"),
        ("NaN", "NaN"), ("Inf", "NaN"), ("1E165", "NaN"), ("9E6111", "NaN"),
    ])
    func `a decimal gives Foundation's decimal`(_ text: String, _ expected: String) throws {
        let decimal = try Decimal128(string: text).decimalValue
        let other = expected == "NaN" ? Decimal.nan : try #require(Decimal(string: expected))
        #expect(decimal == other || decimal.isNaN && other.isNaN)
    }

    // MARK: Coding

    @Test func `a decimal writes itself as text`() throws {
        let data = try JSONEncoder().encode(["v": Decimal128("0.10")])
        #expect(String(decoding: data, as: UTF8.self) == #"{"v":"1E-1"}"#)
    }

    @Test(arguments: [(#""1.5""#, "1.5"), ("9007199254740993", "9007199254740993"), ("0.1", "1E-1"), (#""x""#, "NaN")])
    func `a decimal reads itself from text and numbers`(_ json: String, _ text: String) throws {
        let values = try JSONDecoder().decode([Decimal128].self, from: Data("[\(json)]".utf8))
        #expect(values.map(\.stringValue) == [text])
    }

    @Test(arguments: ["null", "{}", "[1]", "true"])
    func `a decimal refuses other values`(_ json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Decimal128].self, from: Data("[\(json)]".utf8))
        }
    }
}
