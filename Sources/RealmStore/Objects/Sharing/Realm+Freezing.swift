import Foundation

extension Realm {
    /// True for a Realm that never changes, and may be used on any thread.
    public var isFrozen: Bool { session.isFrozen }

    /// The Realm at its present version, frozen: it never changes, and may be used on any thread.
    ///
    /// Everything read from it is frozen. The space of that version is kept until the last of it is released. Of a
    /// Realm in a write transaction, it is the version with which that began.
    public func freeze() -> Realm { isFrozen ? self : Realm(session: session.frozen()) }

    /// The live Realm for this thread, with the configuration of this one.
    public func thaw() -> Realm { isFrozen ? Realm(session: session.thawed()) : self }

    /// An object as it is now, frozen. Traps for one in memory or deleted.
    public func freeze<T: RLMObjectBase>(_ obj: T) -> T {
        guard let frozen = obj.counterpart(in: session.frozen()) as? T else {
            fatalError("Only what is in a Realm, and not deleted, can be frozen.")
        }
        return frozen
    }

    /// The object in this Realm; nil if it was deleted.
    public func thaw<T: RLMObjectBase>(_ obj: T) -> T? { obj.counterpart(in: session.thawed()) as? T }
}

extension Session {
    /// This version, for any thread: one session for each version that is frozen.
    func frozen() -> Session {
        if isFrozen { return self }
        checkThread()
        if let found = newestFrozen, found.version == version { return found }
        let made = Session(.frozen, of: self)
        newestFrozen = made
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
