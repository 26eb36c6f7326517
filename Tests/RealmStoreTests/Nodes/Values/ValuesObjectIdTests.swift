import Foundation
import TestSupport
import Testing

@testable import RealmStore

@Suite struct ValuesObjectIdTests {
    private let text = "507f1f77bcf86cd799439011"

    @Test func `an ObjectId is all zero by default`() {
        #expect(ObjectId().stringValue == "000000000000000000000000")
        #expect(RLMObjectId() == ObjectId())
    }

    @Test(arguments: ["507f1f77bcf86cd799439011", "507F1F77BCF86CD799439011"])
    func `an ObjectId reads hexadecimal digits of any case`(_ text: String) throws {
        #expect(try ObjectId(string: text).stringValue == "507f1f77bcf86cd799439011")
    }

    @Test(arguments: [
        "", "xyz", "507f1f77bcf86cd79943901", "507f1f77bcf86cd7994390111", "507f1f77bcf86cd79943901g",
        "507f1f77bcf86cd79943901\u{e9}", " 07f1f77bcf86cd799439011", "0x7f1f77bcf86cd799439011",
        "+07f1f77bcf86cd799439011",
    ])
    func `an ObjectId refuses other text`(_ text: String) {
        let error = #expect(throws: (any Error).self) { try ObjectId(string: text) }
        #expect(error?.localizedDescription == "Invalid Object ID string '\(text)': must be 24 hex digits")
    }

    @Test func `an ObjectId takes a literal`() throws {
        #expect(ObjectId("507f1f77bcf86cd799439011") == (try ObjectId(string: text)))
    }

    @Test func `an ObjectId traps on a malformed literal`() async {
        await #expect(processExitsWith: .failure) { _ = ObjectId("507f1f77") }
    }

    @Test func `an ObjectId describes itself by its digits`() throws {
        #expect("\(try ObjectId(string: text))" == text)
    }

    @Test func `an ObjectId knows the second of its creation`() throws {
        #expect(try ObjectId(string: text).timestamp == Date(timeIntervalSince1970: 1_350_508_407))
        #expect(ObjectId("ffffffff0000000000000000").timestamp == Date(timeIntervalSince1970: 4_294_967_295))
    }

    @Test func `an ObjectId writes back any bytes`() throws {
        var random = SeededGenerator(for: #function)
        for _ in 0..<2000 {
            let bits = ObjectIdBits(high: random.next(), low: UInt32(truncatingIfNeeded: random.next()))
            #expect(ObjectIdBits(hex: bits.hex) == bits)
        }
    }

    // MARK: Made from parts

    @Test func `an ObjectId puts its parts where the format has them`() {
        let id = ObjectId(timestamp: Date(timeIntervalSince1970: 1.9), machineId: 0x0A0B0C, processId: 0x0D0E)
        #expect(id.stringValue.hasPrefix("00000001" + "0c0b0a" + "0e0d"))
    }

    @Test func `the counter rises from id to id`() {
        let generator = ObjectIdGenerator(counter: 41)
        #expect(generator.make(in: 5, machine: 0, process: 0).low & 0xFF_FFFF == 42)
        #expect(generator.make(in: 5, machine: 0, process: 0).low & 0xFF_FFFF == 43)
    }

    @Test func `an ObjectId keeps the low bytes of large parts`() {
        let id = ObjectId(timestamp: Date(timeIntervalSince1970: 0), machineId: .max, processId: .min)
        #expect(id.stringValue.hasPrefix("00000000" + "ffffff" + "0000"))
    }

    @Test(arguments: [(-1.0, "00000000"), (-.infinity, "00000000"), (1e300, "ffffffff"), (.infinity, "ffffffff")])
    func `an ObjectId keeps the nearest time it can`(_ seconds: Double, _ prefix: String) {
        let id = ObjectId(timestamp: Date(timeIntervalSince1970: seconds), machineId: 1, processId: 1)
        #expect(id.stringValue.hasPrefix(prefix))
    }

    @Test func `an ObjectId takes the parts of the base class`() {
        let date = Date(timeIntervalSince1970: 16)
        let id = RLMObjectId(timestamp: date, machineIdentifier: -1, processIdentifier: 1)
        #expect(id.stringValue.hasPrefix("00000010" + "ffffff" + "0100"))
    }

    // MARK: Generated

    @Test func `a generated ObjectId has the current time`() {
        let age = Date().timeIntervalSince(ObjectId.generate().timestamp)
        #expect(age >= 0 && age < 60)
    }

    @Test func `generated ids rise`() {
        let ids = (0..<10_000).map { _ in ObjectId.generate() }
        #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func `generated ids rise past the end of the counter`() {
        let generator = ObjectIdGenerator(counter: 0xFF_FFF0)
        let ids = (0..<100).map { _ in generator.next(in: 1000) }
        #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func `generated ids rise when the clock goes back`() {
        let generator = ObjectIdGenerator()
        let first = generator.next(in: 1000)
        #expect(first < generator.next(in: 10))
    }

    @Test func `no id is generated twice on many threads`() async {
        let ids = await withTaskGroup(of: [ObjectId].self) { group in
            for _ in 0..<8 { group.addTask { (0..<1000).map { _ in ObjectId.generate() } } }
            return await group.reduce(into: Set<ObjectId>()) { $0.formUnion($1) }
        }
        #expect(ids.count == 8000)
    }

    // MARK: Equality, order, coding

    @Test func `an ObjectId is equal by its bytes`() throws {
        let (a, b) = (try ObjectId(string: text), try ObjectId(string: text))
        #expect(a == b && a.hash == b.hash && a !== b)
        #expect(a != ObjectId() && !a.isEqual(text) && !a.isEqual(nil))
    }

    @Test(arguments: [
        ("000000000000000000000000", "000000000000000000000001"),
        ("7fffffffffffffffffffffff", "800000000000000000000000"),
        ("00000000000000000000ff00", "0000000000000000ff000000"),
        ("507f1f77bcf86cd799439011", "ffffffffffffffffffffffff"),
    ])
    func `an ObjectId is ordered by its bytes`(_ lower: String, _ upper: String) throws {
        let (a, b) = (try ObjectId(string: lower), try ObjectId(string: upper))
        #expect(a < b && a <= b && b > a && b >= a && a <= a && !(a < a) && !(b < a))
        #expect(a.isLessThan(b) && a.isLessThanOrEqual(to: b) && b.isGreaterThan(a) && b.isGreaterThanOrEqual(to: a))
    }

    @Test func `nil reads as the zero id`() {
        #expect(ObjectId.generate().isGreaterThan(nil) && ObjectId().isLessThanOrEqual(to: nil))
    }

    @Test func `an ObjectId is its own copy`() {
        let id = ObjectId.generate()
        #expect(id.copy() as AnyObject === id)
    }

    @Test func `an ObjectId is written as text and read back`() throws {
        let id = ObjectId.generate()
        let data = try JSONEncoder().encode([id])
        #expect(String(decoding: data, as: UTF8.self) == "[\"\(id.stringValue)\"]")
        #expect(try JSONDecoder().decode([ObjectId].self, from: data) == [id])
    }

    @Test(arguments: [#"["xyz"]"#, "[5]", "[null]"])
    func `an ObjectId refuses to be read from anything else`(_ json: String) {
        #expect(throws: (any Error).self) { try JSONDecoder().decode([ObjectId].self, from: Data(json.utf8)) }
    }
}
