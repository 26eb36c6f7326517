import TestSupport

@testable import RealmStore

/// Random values of one kind of column, many of them equal or nearly so.
enum IndexValueSource: String, CaseIterable {
    case ints, fewInts, bools, strings, longStrings, timestamps, objectIds, uuids, mixed, mixedNumbers

    /// Objects that make an interesting index; equal beginnings beyond the last level are searched one by one.
    var objectCount: Int64 { self == .longStrings ? 150 : 400 }

    var isMixed: Bool { self == .mixed || self == .mixedNumbers }

    func next(_ random: inout SeededGenerator) -> IndexModelValue {
        let number = Int64.random(in: 0..<64, using: &random)
        let isWide = Int.random(in: 0..<4, using: &random) == 0
        if !isWide, number == 0 { return .null }
        switch self {
        case .ints:
            return IndexModelValue(.int(isWide ? Int64.random(in: .min ... .max, using: &random) : (number << 32) | 1))
        case .fewInts: return IndexModelValue(.int(number % 5))
        case .bools: return IndexModelValue(.bool(isWide))
        case .strings: return .string(string(&random))
        case .longStrings:
            let common = [196, 200, 204, 208, 300].randomElement(using: &random)!
            return .string(String(repeating: "x", count: common) + string(&random))
        case .timestamps:
            return IndexModelValue(.timestamp(Timestamp(seconds: number % 4, nanoseconds: Int32(number) * 65536)))
        case .objectIds:
            let low = UInt32.random(in: 0..<300, using: &random)
            return IndexModelValue(.objectId(ObjectIdBits(high: UInt64(number) % 3, low: low)))
        case .uuids: return IndexModelValue(.uuid(UUIDBits(high: UInt64(number) % 3, low: UInt64(number))))
        case .mixed:
            let others: [IndexValueSource] = [.ints, .bools, .strings, .objectIds, .mixedNumbers]
            return isWide ? .binary(string(&random)) : others.randomElement(using: &random)!.next(&random)
        case .mixedNumbers: return IndexModelValue(numeric(&random))
        }
    }

    private func string(_ random: inout SeededGenerator) -> String {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return ["", "\0\0\0\0", "abc", "abcX", "abcd", "abcXX", "é", "\0"].randomElement(using: &random)!
        case 1:
            let count = Int.random(in: 0..<14, using: &random)
            return String((0..<count).map { _ in "abX".randomElement(using: &random)! })
        default: return String(UInt64.random(in: 0...100_000, using: &random), radix: 36)
        }
    }

    /// Numbers that are equal in several types, or share their index data without being equal.
    private func numeric(_ random: inout SeededGenerator) -> Value {
        let halves = Double(Int.random(in: -6...6, using: &random)) / 2
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return .int(Int64(halves))
        case 1: return .float(Float(halves))
        case 2: return .double([halves, .nan, .infinity, 4_294_967_296, -0.0].randomElement(using: &random)!)
        case 3: return .decimal(Decimal128Bits(halves))
        case 4: return .decimal([.nan, Decimal128Bits(0x1p70), .infinity(.minus)].randomElement(using: &random)!)
        default: return .link(TableKey(1), ObjectKey(Int64(halves.magnitude)))
        }
    }
}
