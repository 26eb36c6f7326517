/// The key of a table: 31 bits, `tag << 16 | slot`.
package struct TableKey: Hashable, Sendable {
    package let value: UInt32

    package init(_ value: UInt32) { self.value = value }

    package static let null = TableKey(0x7FFF_FFFF)

    /// The table's position in the group's list of tables.
    package var slot: Int { Int(value & 0xFFFF) }
}
