/// The key of an object in its table: 0 and up for objects, -1 for null, below -1 for the tombstone of an unresolved
/// link.
struct ObjectKey: Hashable, Comparable, BitwiseCopyable, Sendable {
    let value: Int64

    init(_ value: Int64) { self.value = value }

    static let null = ObjectKey(-1)

    var isNull: Bool { value == -1 }
    /// True for a link to an object that does not exist (yet).
    var isUnresolved: Bool { value < -1 }

    static func < (lhs: ObjectKey, rhs: ObjectKey) -> Bool { lhs.value < rhs.value }
}

/// The key of a table: 31 bits, `tag << 16 | slot`.
struct TableKey: Hashable, Sendable {
    let value: UInt32

    init(_ value: UInt32) { self.value = value }

    static let null = TableKey(0x7FFF_FFFF)

    /// The table's position in the group's list of tables.
    var slot: Int { Int(value & 0xFFFF) }
}
