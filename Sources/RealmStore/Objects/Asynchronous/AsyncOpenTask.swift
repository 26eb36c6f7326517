extension Realm {
    /// A Realm that is being opened in the background. It may be dropped without effect.
    @frozen
    public struct AsyncOpenTask: Sendable {
        private let state: CancellationState

        init(_ state: CancellationState) { self.state = state }

        /// Keeps the callback from being called, if that has not begun. What was begun with the file is finished;
        /// other openings of it go on.
        public func cancel() { state.cancel() }
    }
}
