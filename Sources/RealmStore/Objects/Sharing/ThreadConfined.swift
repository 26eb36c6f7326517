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
    /// The same as it is now, frozen. Traps in memory, and once it is gone.
    func freeze() -> Self
    /// The same in the newest version, for this thread; nil if it is gone there.
    func thaw() -> Self?
    /// The same in another session of the same file; nil if it is gone there.
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
    /// Traps in memory, in a write transaction, and once it is gone.
    ///
    /// - Complexity: O(log n) for an object, list, set or map, where n is the number of objects of the class; results
    ///   are evaluated.
    public func freeze() -> Self {
        guard let session = realm?.session, !isInvalidated else {
            misuse("Only what is in a Realm, and not deleted, can be frozen.")
        }
        if session.isFrozen { return self }
        guard let frozen = _rlmCounterpart(in: _SessionHandle(session: session.frozen())) else {
            misuse("What is frozen was not found in its own version.")
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
        return _rlmCounterpart(in: _SessionHandle(session: session.thawed()))
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
