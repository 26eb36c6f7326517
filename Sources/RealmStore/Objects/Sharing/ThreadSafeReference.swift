import Foundation
import Synchronization

/// Passes something that belongs to one thread to another, once.
///
///     let reference = ThreadSafeReference(to: dog)
///     DispatchQueue(label: "work").async {
///         let realm = try! Realm()
///         guard let dog = realm.resolve(reference) else { return }   // deleted meanwhile
///     }
///
/// It keeps its version in use until it is resolved or released; one created in a write transaction, for something
/// created there, keeps the Realm alive, and resolves to nil before the commit.
public struct ThreadSafeReference<Confined: ThreadConfined>: Sendable {
    private let state: State

    private final class State: Sendable {
        let handed: Mutex<Handed?>
        init(_ handed: Handed) { self.handed = Mutex(handed) }
    }

    /// The transferred content: frozen, so that it can be read on any thread, or new, of which only the place is used.
    fileprivate struct Handed: @unchecked Sendable {
        let content: Confined
        let path: String
        let version: UInt64
        /// The version on which the write transaction began, if in one: its changes are in later ones only.
        let isFromWriting: Bool
    }

    /// Creates a reference to something in a Realm. Traps for unmanaged or deleted things.
    ///
    /// - Complexity: that of freezing the content.
    public init(to threadConfined: Confined) {
        guard let session = threadConfined.realm?.session, !threadConfined.isInvalidated else {
            misuse("Only what is in a Realm, and not deleted, can be handed over to another thread.")
        }
        session.checkThread()
        let frozen = threadConfined._rlmCounterpart(in: _SessionHandle(session: session.frozen()))
        state = State(
            Handed(
                content: frozen ?? threadConfined, path: session.path, version: session.version,
                isFromWriting: session.write != nil))
    }

    /// True once it was resolved.
    public var isInvalidated: Bool { state.handed.withLock { $0 == nil } }

    /// Takes the content.
    fileprivate func take() -> Handed {
        let handed = state.handed.withLock { handed in
            defer { handed = nil }
            return handed
        }
        guard let handed else { misuse("Can only resolve a thread safe reference once.") }
        return handed
    }
}

extension Realm {
    /// Returns the content of the reference in this Realm; nil if it was deleted meanwhile, or created in an
    /// uncommitted write transaction.
    ///
    /// A Realm from which nothing was read yet begins with the version of the reference, where the content is
    /// unchanged; `refresh()` advances from there. Another one stays at its version, or advances to the newest if the
    /// reference is from a newer one. Traps if a write transaction prevents that, for a reference to another file, and
    /// for one already resolved.
    ///
    /// - Complexity: O(log n) for an object or collection of a class of n objects; results are evaluated again on their
    ///   next use.
    public func resolve<Confined: ThreadConfined>(_ reference: ThreadSafeReference<Confined>) -> Confined? {
        resolve(reference, atItsVersion: true)
    }

    /// - Parameter atItsVersion: whether a Realm from which nothing was read yet begins with the reference's version.
    func resolve<Confined: ThreadConfined>(
        _ reference: ThreadSafeReference<Confined>, atItsVersion: Bool
    ) -> Confined? {
        session.checkThread()
        let handed = reference.take()
        require(handed.path == session.path, "Cannot resolve a thread safe reference in a Realm of another file.")
        if handed.version > session.version {
            require(
                !isInWriteTransaction, "Cannot resolve a newer thread safe reference in a write transaction.")
            refresh()
        } else if handed.isFromWriting, !isInWriteTransaction, !session.isFrozen {
            refresh()
        } else if atItsVersion, !handed.isFromWriting, handed.version < session.version,
            let frozen = handed.content.realm?.session
        {
            session.beginReading(with: frozen)
        }
        return handed.content.remaining(in: session)
    }
}
