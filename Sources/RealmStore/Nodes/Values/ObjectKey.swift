/// The key of an object in its table: 0 and above for objects, -1 for null, below -1 for the tombstone of an unresolved
/// link.
package struct ObjectKey: Hashable, Comparable, BitwiseCopyable, Sendable {
    package let value: Int64

    package init(_ value: Int64) { self.value = value }

    package static let null = ObjectKey(-1)

    package var isNull: Bool { value == -1 }
    /// True for a link to an object that does not exist (yet).
    package var isUnresolved: Bool { value < -1 }

    package static func < (lhs: ObjectKey, rhs: ObjectKey) -> Bool { lhs.value < rhs.value }
}
