/// A point in time: seconds since 1970-01-01T00:00:00Z and nanoseconds of the same sign.
package struct Timestamp: Hashable, Sendable {
    package let seconds: Int64
    package let nanoseconds: Int32

    package init(seconds: Int64, nanoseconds: Int32) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// True if |nanoseconds| < 10^9 and the two do not have opposite signs.
    package var isProper: Bool {
        nanoseconds.magnitude < 1_000_000_000 && !(seconds > 0 && nanoseconds < 0) && !(seconds < 0 && nanoseconds > 0)
    }
}

extension Timestamp: Comparable {
    package static func < (lhs: Timestamp, rhs: Timestamp) -> Bool {
        (lhs.seconds, lhs.nanoseconds) < (rhs.seconds, rhs.nanoseconds)
    }
}
