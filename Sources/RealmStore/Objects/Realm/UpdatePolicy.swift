extension Realm {
    /// What creating an object does if there is one with its primary key.
    @frozen public enum UpdatePolicy: Int, Sendable {
        /// Trap. The only policy for classes without primary key.
        case error = 1
        /// Update the object, writing only what differs.
        case modified = 3
        /// Update the object, writing every property that is given.
        case all = 2
    }
}
