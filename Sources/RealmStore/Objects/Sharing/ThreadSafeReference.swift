import Foundation
import Synchronization

/// Hands something that belongs to one thread over to another, once.
///
///     let reference = ThreadSafeReference(to: dog)
///     DispatchQueue(label: "work").async {
///         let realm = try! Realm()
///         guard let dog = realm.resolve(reference) else { return }   // deleted meanwhile
///     }
///
/// It keeps the version it was made in until it is resolved or released; one that is made in a write transaction, of
/// what was created there, keeps the Realm, and leads to nothing before the commit.
public struct ThreadSafeReference<Confined: ThreadConfined>: Sendable {
    private let state: State

    private final class State: Sendable {
        let handed: Mutex<Handed?>
        init(_ handed: Handed) { self.handed = Mutex(handed) }
    }

    /// What is handed over: frozen, so that it can be read on any thread, or new, of which only the place is asked.
    fileprivate struct Handed: @unchecked Sendable {
        let content: Confined
        let path: String
        let version: UInt64
        /// Made in a write transaction on that version: what it did is in later ones only.
        let isFromWriting: Bool
    }

    /// A reference to what is in a Realm. Traps for what is in memory only or gone.
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

    /// Takes the content out.
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
    /// What the reference leads to, in this Realm; nil if it was deleted meanwhile, or created in a write transaction
    /// that was not committed.
    ///
    /// A Realm from which nothing was read yet begins with the version of the reference, where what is handed over is
    /// as it was; `refresh()` goes on from there. Another one stays at its version, or goes to the newest where the
    /// reference comes from a newer one. Traps if that is not possible in a write transaction, for a reference to
    /// another file, and for one that was resolved before.
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
        return handed.content._rlmCounterpart(in: _SessionHandle(session: session))
    }
}
