extension Realm {
    /// What is downloaded before a synchronised Realm opens: nothing here, where all Realms are local.
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
