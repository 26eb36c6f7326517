/// The changes of something in a Realm, one after the other, for a loop. Additional to the SDK.
///
///     for await change in realm.objects(Dog.self).changes() {
///         if case .update(let dogs, _, _, _) = change { await show(dogs) }
///     }
///
/// Observation begins with the loop. Nothing is queued while the body of the loop is busy: commits made meanwhile are
/// one change since what the body saw last, and the objects it gets show exactly that state. Each loop observes
/// separately.
///
/// The loop ends after the change that reports a deletion, when the observed thing is gone otherwise, as by
/// `Realm.invalidate()`, and when the task is cancelled. It runs where the Realm lives: on the main actor, or in the
/// code of the Realm's actor; elsewhere it traps. The version that the body saw last stays in use until it requests the
/// next change, or the loop ends.
public struct RealmChanges<Change>: AsyncSequence {
    /// A change.
    public typealias Element = Change
    /// Nothing is thrown: a read error ends the loop and is logged.
    public typealias Failure = Never

    private let begin: () -> ChangeIteration<Change>

    init(_ begin: @escaping () -> ChangeIteration<Change>) { self.begin = begin }

    /// Begins to observe. Traps in a write transaction, and for things that cannot be observed.
    public func makeAsyncIterator() -> Iterator { Iterator(iteration: begin()) }

    /// Waits for changes one by one; for one task at a time.
    public struct Iterator: AsyncIteratorProtocol {
        let iteration: ChangeIteration<Change>

        /// The next change, or nil at the end.
        public nonisolated(nonsending) mutating func next() async -> Change? {
            await iteration.next(isolation: #isolation)
        }

        /// The next change, or nil at the end.
        ///
        /// - Parameter actor: the actor of the Realm.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Change? {
            await iteration.next(isolation: actor)
        }
    }
}

/// It belongs where its Realm does.
@available(*, unavailable)
extension RealmChanges: Sendable {}

/// It belongs where its Realm does.
@available(*, unavailable)
extension RealmChanges.Iterator: Sendable {}
