/// An actor, identified by its executor. It is not kept alive: a Realm is usually its actor's property.
struct ActorMark: Hashable, Sendable {
    let executor: ExecutorIdentity
    private let owner: Owner

    private final class Owner: Sendable {
        weak let object: (any AnyObject & Sendable)?
        /// Keeps the memory of `object` allocated, so that no other actor is mistaken for it.
        unowned let memory: any AnyObject & Sendable

        init(_ object: any AnyObject & Sendable) { (self.object, memory) = (object, object) }
    }

    /// - Precondition: the executor is alive.
    init(_ executor: ExecutorIdentity) {
        self.executor = executor
        owner = Owner(executor.object)
    }

    /// The actor, for callers that must keep it alive; nil once it is gone.
    var keeper: AnyObject? { owner.object }

    /// Runs a block on the actor, before or after other waiting work; not at all once the actor is gone.
    func perform(_ block: @escaping @Sendable () -> Void) {
        guard let object = owner.object else { return }
        let guest = Guest(executor, keeping: object)
        Task.detached { await guest.run(block) }
    }

    /// Another actor on the same executor.
    private actor Guest {
        private let executor: ExecutorIdentity
        private let object: any AnyObject & Sendable

        init(_ executor: ExecutorIdentity, keeping object: any AnyObject & Sendable) {
            (self.executor, self.object) = (executor, object)
        }

        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.executor }

        func run(_ block: @Sendable () -> Void) { block() }
    }

    static func == (lhs: ActorMark, rhs: ActorMark) -> Bool { lhs.executor == rhs.executor }

    func hash(into hasher: inout Hasher) { hasher.combine(executor) }
}
