extension Realm {
    /// The data to download before a synchronised Realm opens: none here, where all Realms are local.
    @frozen
    public enum OpenBehavior: Sendable {
        /// Nothing.
        case never
        /// Accepted for source compatibility, without effect.
        case always
        /// Accepted for source compatibility, without effect.
        case once
    }
}
