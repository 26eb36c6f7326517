import Foundation

extension Realm {
    /// True for a Realm that never changes, and may be used on any thread.
    public var isFrozen: Bool { session.isFrozen }

    /// Returns the Realm frozen at its current version: it never changes, and may be used on any thread.
    ///
    /// Everything read from it is frozen. The space of that version is kept until everything read from it is released.
    /// In a write transaction, it is the version with which the transaction began.
    ///
    /// - Complexity: O(1)
    public func freeze() -> Realm { isFrozen ? self : Realm(session: session.frozen()) }

    /// Returns the live Realm for this thread, with the configuration of this one.
    ///
    /// - Complexity: O(1) if the thread shares an open Realm of this file, else that of opening one.
    public func thaw() -> Realm { isFrozen ? Realm(session: session.thawed()) : self }

    /// Returns an object frozen in its current state. Traps for one in memory or deleted.
    ///
    /// - Complexity: O(log n), where n is the number of objects of the class.
    public func freeze<T: RLMObjectBase>(_ obj: T) -> T {
        guard let frozen = obj.counterpart(in: session.frozen()) as? T else {
            fatalError("Only what is in a Realm, and not deleted, can be frozen.")
        }
        return frozen
    }

    /// Returns an accessor of the object in this Realm, which is invalidated, since the object was deleted there.
    package func missing<T: RLMObjectBase>(_ obj: T) -> T {
        guard let binding = obj.binding,
            let object = session.counterpart(of: binding).accessor(nil) as? T
        else { misuse("Only what is in a Realm can be thawed.") }
        object.bind(session.counterpart(of: binding), obj.key)
        return object
    }

    /// Returns the object in this Realm; nil if it was deleted.
    ///
    /// - Complexity: O(log n), where n is the number of objects of the class, and that of `thaw()`.
    public func thaw<T: RLMObjectBase>(_ obj: T) -> T? { obj.counterpart(in: session.thawed()) as? T }
}

extension Session {
    /// This version, for any thread: one session for each frozen version.
    func frozen() -> Session {
        if isFrozen { return self }
        checkThread()
        if let found = newestFrozen?.object, found.version == version { return found }
        let made = Session(.frozen, of: self)
        newestFrozen = WeakReference(made)
        return made
    }

    /// The live session for this thread.
    func thawed() -> Session {
        if !isFrozen { return self }
        do {
            return try SessionCache.session(for: configuration, Confinement(nil))
        } catch {
            fatalError("The Realm cannot be opened again: \(error.localizedDescription)")
        }
    }
}
