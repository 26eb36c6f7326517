/// The 12 bytes of an object id, in the order in which they are printed.
package struct ObjectIdBits: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt32

    init(high: UInt64, low: UInt32) {
        self.high = high
        self.low = low
    }
}

extension ObjectIdBits: Comparable {
    package static func < (lhs: ObjectIdBits, rhs: ObjectIdBits) -> Bool { (lhs.high, lhs.low) < (rhs.high, rhs.low) }
}
