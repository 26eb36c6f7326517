import RealmStore
import Synchronization

/// Passes something that belongs to one thread to another, once; see `ThreadSafeReference` of RealmStore.
public final class RLMThreadSafeReference<Confined: RLMThreadConfined>: NSObject, Sendable {
    private let find: Mutex<Finder?>

    /// Unchecked: only the thread that resolves the reference calls it.
    private struct Finder: @unchecked Sendable {
        let find: (RLMRealm) -> Confined?
    }

    /// Creates a reference to something in a Realm. Traps in memory, and for what is gone.
    public init(threadConfined: Confined) { find = Mutex(Finder(find: threadConfined._handover())) }

    /// True once it was resolved.
    public var isInvalidated: Bool { find.withLock { $0 == nil } }

    /// Finds the content in a Realm; nil if it was deleted meanwhile. Traps the second time.
    func resolve(in realm: RLMRealm) -> Confined? {
        let finder = find.withLock { $0.take() }
        guard let finder else { misuse("Can only resolve a thread safe reference once.") }
        return finder.find(realm)
    }
}

extension RLMRealm {
    /// Returns the content of the reference in this Realm; nil if it was deleted meanwhile.
    ///
    /// See `Realm.resolve(_:)` of RealmStore. Traps for a reference to another file, and for one already resolved.
    public func resolve<Confined>(reference: RLMThreadSafeReference<Confined>) -> Confined? {
        reference.resolve(in: self)
    }
}
