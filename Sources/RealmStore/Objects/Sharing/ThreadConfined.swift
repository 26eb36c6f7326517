import Foundation

/// Something that belongs to one Realm, and with it to one thread or queue, unless it is frozen.
///
/// Only the library's own types conform.
public protocol ThreadConfined {
    /// The Realm that it belongs to; nil for objects and collections in memory.
    var realm: Realm? { get }
    /// True once it is gone.
    var isInvalidated: Bool { get }
    /// True if it never changes, and may be used everywhere.
    var isFrozen: Bool { get }
    /// The same as it is now, frozen: a collection that is gone stays invalidated. Traps in memory, and for an object
    /// that is gone.
    func freeze() -> Self
    /// The same in the newest version, for this thread; nil if it is gone there.
    func thaw() -> Self?
    /// The same in another session of the same file: a collection that is gone there is invalidated; nil for an object
    /// that is gone there.
    func _rlmCounterpart(in target: _SessionHandle) -> Self?
}

/// A session; used by the library only.
public struct _SessionHandle {
    let session: Session
}

extension ThreadConfined {
    /// True if it never changes, and may be used everywhere.
    public var isFrozen: Bool { realm?.session.isFrozen ?? false }

    /// The same as it is now, frozen: it never changes, and may be used on any thread.
    ///
    /// A collection whose object was deleted stays invalidated, as in the SDK: an observer may freeze the last change
    /// that it is told of. Traps in memory, in a write transaction, and for an object that was deleted.
    ///
    /// - Complexity: O(log n) for an object, list, set or map, where n is the number of objects of the class; results
    ///   are evaluated.
    public func freeze() -> Self {
        let refusal = "Only what is in a Realm, and not deleted, can be frozen."
        guard let session = realm?.session else { misuse(refusal) }
        if session.isFrozen { return self }
        let frozen = _rlmCounterpart(in: _SessionHandle(session: session.frozen()))
        guard let frozen, frozen.isInvalidated == isInvalidated else {
            misuse(isInvalidated ? refusal : "What is frozen was not found in its own version.")
        }
        return frozen
    }

    /// The same in the newest version, for this thread; nil if it is gone there.
    ///
    /// Traps in memory.
    ///
    /// - Complexity: O(log n), where n is the number of objects of the class, if the thread shares an open Realm of
    ///   this file, else also that of opening one. Results are not evaluated.
    public func thaw() -> Self? {
        guard let session = realm?.session else { misuse("Only what is in a Realm can be thawed.") }
        if !session.isFrozen { return self }
        return remaining(in: session.thawed())
    }

    /// The same in another session of the same file; nil if it is gone there.
    func remaining(in target: Session) -> Self? {
        let found = _rlmCounterpart(in: _SessionHandle(session: target))
        return found?.isInvalidated == false ? found : nil
    }
}

extension RLMObjectBase {
    /// The accessor of the same object in another session of the same file; nil if it does not exist there.
    final func counterpart(in target: Session) -> RLMObjectBase? {
        guard let binding, let place, let row = target.row(place) else { return nil }
        return target.counterpart(of: binding).accessor(row)
    }

    /// The same for other families of model classes.
    package final func counterpart(in target: _SessionHandle) -> RLMObjectBase? { counterpart(in: target.session) }
}

extension RealmSwiftObject: ThreadConfined {
    /// The accessor of the same object in another session of the same file; nil if it does not exist there.
    public func _rlmCounterpart(in target: _SessionHandle) -> Self? {
        counterpart(in: target.session).flatMap { $0 as? Self }
    }
}

extension RealmSwiftEmbeddedObject: ThreadConfined {
    /// The same object in the newest version, for this thread; nil if it is gone there, and for an unmanaged one.
    ///
    /// - Complexity: O(log n), where n is the number of objects of the class, if the thread shares an open Realm of
    ///   this file, else also that of opening one.
    public func thaw() -> Self? {
        guard let session else { return nil }
        return session.isFrozen ? _rlmCounterpart(in: _SessionHandle(session: session.thawed())) : self
    }

    /// The accessor of the same object in another session of the same file; nil if it does not exist there.
    public func _rlmCounterpart(in target: _SessionHandle) -> Self? {
        counterpart(in: target.session).flatMap { $0 as? Self }
    }
}
