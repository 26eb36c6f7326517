import TestSupport

@testable import RealmStore

/// Integers packed as in a node, with the values that reading must give.
///
/// Packs bit by bit, without using any of the code under test.
struct PackedIntegers {
    static let widths = [0, 1, 2, 4, 8, 16, 32, 64]

    /// 0...7.
    let widthCode: UInt8
    /// The elements: unsigned below 8 bits, signed from 8 bits on.
    let values: [Int64]
    private let bytes: [UInt8]

    /// - Parameter patterns: the elements' bits; those above the width are ignored.
    init(widthCode: UInt8, patterns: [UInt64]) {
        let width = PackedIntegers.widths[Int(widthCode)]
        self.widthCode = widthCode
        var bytes = [UInt8](repeating: 0, count: (patterns.count * width + 7) / 8 + 8)
        for (index, pattern) in patterns.enumerated() {
            for bit in 0..<width where pattern & (1 << UInt64(bit)) != 0 {
                let place = index * width + bit
                bytes[place / 8] |= 1 << UInt8(place % 8)
            }
        }
        self.bytes = bytes
        values = patterns.map { pattern in
            if width == 0 { return 0 }
            let unused = UInt64(64 - width)
            let top = pattern << unused
            return width < 8 ? Int64(top >> unused) : Int64(bitPattern: top) >> Int64(unused)
        }
    }

    /// The elements read as unsigned numbers.
    var unsignedValues: [UInt64] {
        let width = PackedIntegers.widths[Int(widthCode)]
        return values.map { UInt64(bitPattern: $0) & (width == 64 ? .max : (1 << UInt64(width)) - 1) }
    }

    /// Calls `body` with the array, which is valid during the call only.
    func withArray<Result>(_ body: (IntegerArray) throws -> Result) rethrows -> Result {
        try bytes.withUnsafeBytes { bytes in
            try body(IntegerArray(payload: bytes.baseAddress!, count: values.count, widthCode: widthCode))
        }
    }

    /// Every array of that width with up to 8 bits of elements; of wider elements every array of up to two that are at
    /// a limit of some type.
    static func small(widthCode: UInt8) -> [PackedIntegers] {
        let width = widths[Int(widthCode)]
        let alphabet: [UInt64]
        if width <= 8 {
            alphabet = (0..<(UInt64(1) << UInt64(width))).map { $0 }
        } else {
            let limits: [Int64] = [0, 127, 32767, 2_147_483_647, .max].flatMap { [$0, ~$0, $0 &- 1, ~$0 &+ 1] }
            alphabet = limits.map { UInt64(bitPattern: $0) }
        }
        let longest = width == 0 ? 3 : width <= 8 ? 8 / width : 2
        var level: [[UInt64]] = [[]]
        var all = level
        for _ in 0..<longest {
            level = level.flatMap { start in alphabet.map { start + [$0] } }
            all += level
        }
        return all.map { PackedIntegers(widthCode: widthCode, patterns: $0) }
    }

    /// A longer array of random elements, among them many at a limit.
    static func random(widthCode: UInt8, using generator: inout SeededGenerator) -> PackedIntegers {
        let patterns = (0..<Int.random(in: 0...700, using: &generator)).map { _ in
            switch Int.random(in: 0...4, using: &generator) {
            case 0: UInt64.max
            case 1: UInt64(1) << UInt64.random(in: 0...63, using: &generator)
            case 2: UInt64.max >> UInt64.random(in: 0...63, using: &generator)
            default: generator.next()
            }
        }
        return PackedIntegers(widthCode: widthCode, patterns: patterns)
    }
}

extension PackedIntegers: CustomStringConvertible {
    var description: String { "\(PackedIntegers.widths[Int(widthCode)]) bits: \(values)" }
}
