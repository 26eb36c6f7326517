/// A leaf of booleans: 0 false, 1 true, 3 null.
///
/// Source: file format, nodes, "Bool".
struct BoolLeaf {
    /// The numbers that stand for the values.
    let stored: IntegerArray

    init(_ ref: Ref, in space: NodeSpace) throws(FormatError) {
        stored = try space.integers(ref, "a leaf of booleans")
    }

    var count: Int { stored.count }

    /// Every value but 0 and 3 reads as true.
    subscript(index: Int) -> Bool? {
        let value = stored[index]
        return value == 3 ? nil : value != 0
    }

    /// The stored number, for checking.
    func raw(_ index: Int) -> Int64 { stored[index] }
}

/// A leaf of decimals, packed to 0, 4, 8 or 16 bytes each.
///
/// Width 0 means that all values are zero (context flag set) or all null. Source: file format, nodes, "Decimal128".
struct DecimalLeaf {
    private let payload: UnsafeRawPointer
    private let width: Int
    private let isZero: Bool
    private let ref: Ref
    let count: Int

    init(_ ref: Ref, in space: NodeSpace) throws(FormatError) {
        let node = try space.plain(ref, .bytes, "a leaf of decimals", contextAllowed: true)
        guard [0, 4, 8, 16].contains(node.kind.width) else {
            throw FormatError(.badLeaf, at: ref, "a leaf of decimals has width \(node.kind.width)")
        }
        payload = node.payload
        width = node.kind.width
        isZero = node.kind.context
        count = node.count
        self.ref = ref
    }

    func value(_ index: Int) throws(FormatError) -> Decimal128Bits? {
        precondition(index >= 0 && index < count, "decimal index out of range")
        let value: Decimal128Bits?
        switch width {
        case 0: value = isZero ? .zero : .null
        case 4: value = Decimal128Bits(decimal32: payload.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
        case 8: value = Decimal128Bits(decimal64: payload.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self))
        default:
            value = Decimal128Bits(
                low: payload.loadUnaligned(fromByteOffset: index &* 16, as: UInt64.self),
                high: payload.loadUnaligned(fromByteOffset: index &* 16 &+ 8, as: UInt64.self))
        }
        guard let value else { throw FormatError(.badValue, at: ref, "decimal \(index) is not in the plain encoding") }
        return value.isNull ? nil : value
    }
}

/// A point in time: seconds since 1970-01-01T00:00:00Z and nanoseconds of the same sign.
struct Timestamp: Hashable, Sendable {
    let seconds: Int64
    let nanoseconds: Int32

    /// True if |nanoseconds| < 10^9 and the two do not have opposite signs.
    var isProper: Bool {
        nanoseconds.magnitude < 1_000_000_000 && !(seconds > 0 && nanoseconds < 0) && !(seconds < 0 && nanoseconds > 0)
    }
}

extension Timestamp: Comparable {
    static func < (lhs: Timestamp, rhs: Timestamp) -> Bool {
        (lhs.seconds, lhs.nanoseconds) < (rhs.seconds, rhs.nanoseconds)
    }
}

/// A leaf of timestamps: optional seconds beside nanoseconds.
///
/// Source: file format, nodes, "Timestamps".
struct TimestampLeaf {
    let seconds: OptionalIntegerArray
    let nanoseconds: IntegerArray

    init(_ ref: Ref, in space: NodeSpace) throws(FormatError) {
        let node = try space.refs(ref, "a leaf of timestamps")
        guard node.count == 2, let first = node.slot(0).ref, let second = node.slot(1).ref else {
            throw FormatError(.badLeaf, at: ref, "a leaf of timestamps has \(node.count) parts, not 2")
        }
        seconds = try OptionalIntegerArray(space.integers(first, "seconds"), at: first)
        nanoseconds = try space.integers(second, "nanoseconds")
        guard seconds.count == nanoseconds.count else {
            throw FormatError(
                .badLeaf, at: ref,
                "a leaf of timestamps has \(seconds.count) seconds, \(nanoseconds.count) nanoseconds")
        }
    }

    var count: Int { nanoseconds.count }

    subscript(index: Int) -> Timestamp? {
        guard let seconds = seconds[index] else { return nil }
        return Timestamp(seconds: seconds, nanoseconds: Int32(truncatingIfNeeded: nanoseconds[index]))
    }
}
