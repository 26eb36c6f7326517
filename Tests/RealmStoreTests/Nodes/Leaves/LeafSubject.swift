import TestSupport

@testable import RealmStore

/// A kind of leaf under test, with its edge-case values.
enum LeafSubject: String, CaseIterable {
    case int, optionalInt, bool, float, double, string, binary, timestamp, decimal, objectId, uuid, mixed
    case columnLink, elementLink

    var kind: LeafKind {
        switch self {
        case .int: .int(isNullable: false)
        case .optionalInt: .int(isNullable: true)
        case .bool: .bool
        case .float: .float
        case .double: .double
        case .string: .string
        case .binary: .binary
        case .timestamp: .timestamp
        case .decimal: .decimal
        case .objectId: .objectId
        case .uuid: .uuid
        case .mixed: .mixed
        case .columnLink: .link(LeafSubject.table, bias: 1)
        case .elementLink: .link(LeafSubject.table, bias: 0)
        }
    }

    static let table = TableKey(7)

    /// A value of the kind. `level` in 0...3 bounds its size, so that leaves grow step by step.
    func value(level: Int, _ generator: inout SeededGenerator) -> LeafValue {
        if self != .int, generator.chance(oneIn: 6) { return .null }
        switch self {
        case .int, .optionalInt: return .int(LeafSubject.integer(level, &generator))
        case .bool: return .bool(generator.chance(oneIn: 2))
        case .float: return .float(generator.pick(LeafSubject.floats))
        case .double: return .double(generator.pick(LeafSubject.doubles))
        case .string: return .string(LeafSubject.bytes(level, &generator))
        case .binary: return .binary(LeafSubject.bytes(level, &generator))
        case .timestamp: return .timestamp(LeafSubject.timestamp(level, &generator))
        case .decimal: return .decimal(generator.pick(Array(LeafSubject.decimals[...(level * 4 + 3)])))
        case .objectId: return .objectId(LeafSubject.objectId(&generator))
        case .uuid: return .uuid(UUIDBits(high: generator.next(), low: generator.next()))
        case .columnLink, .elementLink:
            return .link(LeafSubject.table, ObjectKey(generator.pick([0, 1, 2, 127, 128, -2, 1 << 40, -(1 << 33)])))
        case .mixed: return LeafSubject.mixed(level, &generator)
        }
    }

    private static func mixed(_ level: Int, _ generator: inout SeededGenerator) -> LeafValue {
        switch generator.below(16) {
        case 0: .list(.none)
        case 1: .dictionary(.none)
        case 2: .link(TableKey(0x7FFF_FFFE), ObjectKey(generator.pick([0, -2, .max])))
        case 3: .binary(bytes(level, &generator))
        default:
            LeafSubject.allCases.filter { ![.mixed, .columnLink, .elementLink, .binary].contains($0) }
                .randomElement(using: &generator)!.value(level: level, &generator)
        }
    }

    private static func objectId(_ generator: inout SeededGenerator) -> ObjectIdBits {
        generator.chance(oneIn: 4)
            ? .nullFiller : ObjectIdBits(high: generator.next(), low: UInt32(generator.below(1 << 32)))
    }

    /// Numbers at and around the bounds of each width.
    private static func integer(_ level: Int, _ generator: inout SeededGenerator) -> Int64 {
        let widths: [[Int64]] = [
            [0, 1], [0, 1, 2, 3, 4, 7, 14, 15, 16], [0, -1, 126, 127, 128, -128, -129, 255, 32_766, 32_767, -32_768],
            [32_768, .max, .min, .max - 1, (1 << 31) - 1, 1 << 31, -(1 << 31), -(1 << 31) - 1, 1 << 62],
        ]
        return generator.pick(widths[level])
    }

    private static func timestamp(_ level: Int, _ generator: inout SeededGenerator) -> Timestamp {
        let seconds = integer(level, &generator)
        let nanoseconds = Int32(generator.pick([0, 1, 999_999_999]))
        return Timestamp(seconds: seconds, nanoseconds: seconds < 0 ? -nanoseconds : nanoseconds)
    }

    private static func bytes(_ level: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        let lengths = [[0], [0, 1, 2, 3, 4, 7, 8, 14, 15], [0, 15, 16, 17, 62, 63], [0, 63, 64, 65, 66, 1000]]
        let count = generator.pick(lengths[level])
        return generator.chance(oneIn: 3) ? [UInt8](repeating: 0, count: count) : generator.bytes(count)
    }

    private static let floats: [UInt32] = [
        0, 0x8000_0000, 0x3F80_0000, 0x7F80_0000, 0x7FC0_0000, 0xFFC0_0000, 0x7FC0_00AB, 0xFFC0_00AA, 1,
    ]

    private static let doubles: [UInt64] = [
        0, 1 << 63, 0x3FF0_0000_0000_0000, 0x7FF0_0000_0000_0000, 0x7FF8_0000_0000_0000, 0xFFF8_0000_0000_00AA,
        0x7FF8_0000_0000_00AB, 1, 0x7FEF_FFFF_FFFF_FFFF,
    ]

    /// Four for each width: 0, 4, 8, 16.
    static let decimals: [Decimal128Bits] = [
        .zero, .zero, .zero, .zero,
        .zero.negated, Decimal128Bits(coefficient: (1 << 23) - 1, exponent: 90),
        Decimal128Bits(sign: .minus, coefficient: 1, exponent: -90), Decimal128Bits(coefficient: 0, exponent: 5),
        Decimal128Bits(coefficient: 1 << 23, exponent: 0), Decimal128Bits(coefficient: 1, exponent: 91),
        Decimal128Bits(coefficient: (1 << 53) - 1, exponent: -369), Decimal128Bits(coefficient: 150, exponent: 369),
        Decimal128Bits(coefficient: 1 << 53, exponent: 0), Decimal128Bits(coefficient: 1, exponent: 370),
        .nan, .infinity(.minus),
    ]
}
