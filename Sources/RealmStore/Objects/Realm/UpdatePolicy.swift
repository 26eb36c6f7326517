extension Realm {
    /// The handling of an existing object with the primary key of a new one.
    @frozen public enum UpdatePolicy: Int, Sendable {
        /// Trap. The only policy for classes without primary key.
        case error = 1
        /// Update the object, writing only differences.
        case modified = 3
        /// Update the object, writing every property that is given.
        case all = 2
    }
}
