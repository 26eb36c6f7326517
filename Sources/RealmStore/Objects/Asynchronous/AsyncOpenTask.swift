extension Realm {
    /// A Realm that is being opened in the background. It may be discarded without effect.
    @frozen
    public struct AsyncOpenTask: Sendable {
        private let state: CancellationState

        init(_ state: CancellationState) { self.state = state }

        /// Prevents the callback, unless it has already begun. Work already begun on the file is finished; other
        /// openings of it continue.
        public func cancel() { state.cancel() }
    }
}
