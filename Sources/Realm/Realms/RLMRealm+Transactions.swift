import RealmStore

// Write transactions; see those of `Realm` in RealmStore for what traps and for the errors of a commit.
extension RLMRealm {
    /// Begins a write transaction, for which it waits until no other is open. Traps if beginning fails.
    public func beginWriteTransaction() { realm.beginWrite() }

    /// Commits the write transaction.
    public func commitWriteTransaction() throws { try realm.commitWrite() }

    /// Commits the write transaction; the observers of these tokens are not told. Traps for tokens of another Realm.
    public func commitWriteTransactionWithoutNotifying(_ tokens: [RLMNotificationToken]) throws {
        try realm.commitWrite(withoutNotifying: tokens)
    }

    /// Undoes the write transaction.
    public func cancelWriteTransaction() { realm.cancelWrite() }

    /// Begins a write transaction, calls `block`, and commits unless the block has ended the transaction.
    public func transaction(_ block: () -> Void) throws { try realm.write(block) }

    /// The same without telling the observers of these tokens. Traps if the commit fails.
    public func transactionWithoutNotifying(_ tokens: [RLMNotificationToken], block: () -> Void) {
        do { try realm.write(withoutNotifying: tokens, block) } catch {
            misuse("The write transaction cannot be committed: \(error.localizedDescription)")
        }
    }

    /// The same without telling the observers of these tokens; a failed commit is thrown.
    public func transactionWithoutNotifying(
        _ tokens: [RLMNotificationToken], block: () -> Void, error: ()
    ) throws { try realm.write(withoutNotifying: tokens, block) }

    // MARK: Without waiting

    /// True while asynchronous writes of this Realm are pending.
    public var isPerformingAsynchronousWriteOperations: Bool { realm.isPerformingAsynchronousWriteOperations }

    /// Calls `block` in a write transaction as soon as one can begin; the block commits it, or another one later.
    @discardableResult
    public func beginAsyncWriteTransaction(_ block: @escaping () -> Void) -> RLMAsyncTransactionId {
        realm.beginAsyncWrite(block)
    }

    /// Commits the write transaction without waiting for the disk.
    ///
    /// - Parameters:
    ///   - completionBlock: called when the commit is durable, or with the reason why it is not.
    ///   - allowGrouping: whether the commit may become durable together with later ones.
    @discardableResult
    public func commitAsyncWriteTransaction(
        _ completionBlock: (((any Error)?) -> Void)?, allowGrouping: Bool
    ) -> RLMAsyncTransactionId { realm.commitAsyncWrite(allowGrouping: allowGrouping, completionBlock) }

    /// Commits the write transaction without waiting for the disk, and calls `completionBlock` afterwards.
    @discardableResult
    public func commitAsyncWriteTransaction(
        _ completionBlock: @escaping ((any Error)?) -> Void
    ) -> RLMAsyncTransactionId { realm.commitAsyncWrite(completionBlock) }

    /// Commits the write transaction without waiting for the disk.
    @discardableResult
    public func commitAsyncWriteTransaction() -> RLMAsyncTransactionId { realm.commitAsyncWrite() }

    /// Cancels a block or a completion that was not called yet; a commit still takes place.
    public func cancelAsyncTransaction(_ asyncTransactionId: RLMAsyncTransactionId) {
        do { try realm.cancelAsyncWrite(asyncTransactionId) } catch { misuse("\(error.localizedDescription)") }
    }

    /// Calls `block` in a write transaction as soon as one can begin, and commits it unless the block has ended it.
    ///
    /// - Parameters:
    ///   - block: changes objects.
    ///   - completionBlock: called with nil when the commit is durable, or with the reason why it is not.
    @discardableResult
    public func asyncTransaction(
        _ block: @escaping () -> Void, onComplete completionBlock: (((any Error)?) -> Void)? = nil
    ) -> RLMAsyncTransactionId { realm.writeAsync(block, onComplete: completionBlock) }

    /// Calls `block` in a write transaction as soon as one can begin, and commits it unless the block has ended it.
    @discardableResult
    public func asyncTransaction(_ block: @escaping () -> Void) -> RLMAsyncTransactionId { realm.writeAsync(block) }

    // MARK: Versions

    /// Advances to the newest version.
    ///
    /// - Returns: true if there was a newer one.
    @discardableResult
    public func refresh() -> Bool { realm.refresh() }

    /// True if the Realm advances to the commits of others by itself.
    public var autorefresh: Bool {
        get { realm.autorefresh }
        set { realm.autorefresh = newValue }
    }

    /// Ends what was read from the Realm: objects and collections are invalidated, and its version is released.
    public func invalidate() { realm.invalidate() }

    // MARK: Observing

    /// Calls `block` after every commit that this Realm shows; see `Realm.observe(_:)` of RealmStore. The observation
    /// ends with the token.
    public func addNotificationBlock(_ block: @escaping RLMNotificationBlock) -> RLMNotificationToken {
        realm.observe { notification, realm in
            block(RLMNotification(rawValue: notification.rawValue), RLMRealm(realm))
        }
    }
}

/// A block called with a notification and its Realm.
public typealias RLMNotificationBlock = (RLMNotification, RLMRealm) -> Void

/// A notification to an observer of a Realm.
public struct RLMNotification: RawRepresentable, Hashable, Sendable {
    /// The name of the notification.
    public let rawValue: String

    /// Creates a notification of any name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The Realm shows another version: it has committed, or advanced to commits of others.
    public static let DidChange = RLMNotification(rawValue: Realm.Notification.didChange.rawValue)
    /// Others have committed, and the Realm stays at its version until it is refreshed: `autorefresh` is off.
    public static let RefreshRequired = RLMNotification(rawValue: Realm.Notification.refreshRequired.rawValue)
}
