extension Realm {
    /// A notification to an observer of a Realm.
    @frozen
    public enum Notification: String, Sendable {
        /// The Realm shows another version: it has committed, or advanced to commits of others.
        case didChange = "RLMRealmDidChangeNotification"
        /// Others have committed, and the Realm stays at its version until it is refreshed: `autorefresh` is off.
        case refreshRequired = "RLMRealmRefreshRequiredNotification"
    }

    /// A block called with the notification and the Realm.
    public typealias NotificationBlock = (_ notification: Realm.Notification, _ realm: Realm) -> Void

    /// Calls `block` after every commit that this Realm shows, in the order of observation.
    ///
    /// After own commits, even empty ones, it is called before `commitWrite` returns; after those of others when the
    /// Realm advances to them: by `refresh()`, a write transaction, or automatically (see `autorefresh`). A block may
    /// write, which calls no blocks; but not when a write transaction advanced the Realm: then `isInWriteTransaction`
    /// is true. The observation ends with the token.
    ///
    /// Traps for a frozen or read-only Realm, in a write transaction, and on another thread than the Realm's.
    public func observe(_ block: @escaping NotificationBlock) -> NotificationToken {
        let session = session
        session.checkThread()
        require(!session.isFrozen, "Frozen Realms do not change and do not have change notifications.")
        require(!session.configuration.readOnly, "Read-only Realms do not change and do not have change notifications.")
        require(session.write == nil, "Cannot register notification blocks from within write transactions.")
        let reference = WeakReference(session)
        let id = session.observers.add { news in
            guard let session = reference.object else { return }
            block(news == .changed ? .didChange : .refreshRequired, Realm(session: session))
        }
        return NotificationToken(session, id)
    }
}
