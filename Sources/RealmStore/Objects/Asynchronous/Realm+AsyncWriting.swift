import Foundation

// Write transactions that do not make the caller wait: neither for other writers, nor for the disk.
extension Realm {
    /// True while transactions of this Realm wait for their turn, or their changes for the disk. `invalidate()` waits
    /// for the latter.
    public var isPerformingAsynchronousWriteOperations: Bool { session.asyncWrites?.isBusy ?? false }

    /// Runs a block in a write transaction when it is this Realm's turn, and commits without waiting for the disk.
    ///
    /// Blocks are called one after the other, in the order in which they were given, where the Realm lives, never
    /// before this function has returned. A block may end the transaction itself. What it changed is seen when it has
    /// returned, by all Realms of this process, and is durable when `onComplete` is called. The Realm stays open
    /// until then.
    ///
    /// Traps for a frozen or read-only Realm, in the callback of a commit, and where nobody would come round: on a
    /// thread without a running run loop.
    ///
    /// - Parameters:
    ///   - block: changes objects.
    ///   - onComplete: called where the Realm lives: with nil once the changes survive a power loss; with the error
    ///     if the transaction could not begin, or the changes could not be written. They are undone then, and where
    ///     others had seen them already, the Realms of this process go back when they refresh. Not called if the
    ///     block ends the transaction itself.
    /// - Returns: a name for `cancelAsyncWrite(_:)`.
    @discardableResult
    public func writeAsync(
        _ block: @escaping () -> Void, onComplete: (((any Swift.Error)?) -> Void)? = nil
    ) -> AsyncTransactionId {
        session.writeLater { [session] in
            block()
            if session.write != nil { _ = session.commitLater(groups: false, onComplete) }
        } failed: { error in
            Realm.log(error)
            onComplete?(error)
        }
    }

    /// Runs a block in a write transaction when it is this Realm's turn: as `writeAsync(_:onComplete:)`, but the
    /// block commits by itself, with `commitAsyncWrite(allowGrouping:_:)` or `commitWrite(withoutNotifying:)`. If it
    /// does not, its changes are undone.
    @discardableResult
    public func beginAsyncWrite(_ asyncWriteBlock: @escaping () -> Void) -> AsyncTransactionId {
        session.writeLater(asyncWriteBlock) { Realm.log($0) }
    }

    /// Ends the write transaction without waiting for the disk, however it was begun.
    ///
    /// When this returns, the changes are seen by all Realms of this process, and observers of this Realm were told.
    /// They are durable, and seen by other processes, when `onComplete` is called; of other Realms no
    /// transaction of the file begins before.
    ///
    /// Traps without a write transaction, and where nobody would come round (see `writeAsync(_:onComplete:)`).
    ///
    /// - Parameters:
    ///   - allowGrouping: whether these changes may become durable together with those of transactions that follow,
    ///     40 at most, which is much faster for many small ones. A crash meanwhile loses all of the group, or
    ///     nothing: never some of it, and never what was durable before.
    ///   - onComplete: called where the Realm lives once the changes survive a power loss, with nil; or with the
    ///     error. It cannot ask for another asynchronous transaction.
    /// - Returns: a name for `cancelAsyncWrite(_:)`, which keeps `onComplete` from being called.
    @discardableResult
    public func commitAsyncWrite(
        allowGrouping: Bool = false, _ onComplete: (((any Swift.Error)?) -> Void)? = nil
    ) -> AsyncTransactionId {
        session.commitLater(groups: allowGrouping, onComplete)
    }

    /// Takes back what has not begun.
    ///
    /// A transaction that waits for its turn never runs; of a commit that waits for the disk only the callback is
    /// dropped. Anything else is left as it is.
    ///
    /// - Parameter asyncTransactionId: what `writeAsync`, `beginAsyncWrite` or `commitAsyncWrite` returned.
    /// - Throws: nothing; the SDK declares it so.
    public func cancelAsyncWrite(_ asyncTransactionId: AsyncTransactionId) throws {
        session.checkThread()
        session.asyncWrites?.cancel(asyncTransactionId)
    }

    private static func log(_ error: any Swift.Error) {
        RLMLogger.shared.log(level: .error, message: "Nothing is written: \(error.localizedDescription)")
    }
}

extension Realm {
    /// Suspends until it is this Realm's turn, runs `block` in a write transaction, and suspends until its changes
    /// are durable. No thread is blocked meanwhile.
    ///
    /// If the block throws, the transaction is cancelled and the error rethrown. A block may commit or cancel by
    /// itself, and begin another transaction, but cannot suspend. A transaction that is open in this Realm is waited
    /// for.
    ///
    /// Traps for a Realm that belongs to a queue or a thread other than the main one, and for a frozen or read-only
    /// one.
    ///
    /// - Parameter block: changes objects.
    /// - Returns: what the block returns.
    /// - Throws: `CancellationError` if the task is cancelled before the block is called; what `beginWrite(timeout:)`
    ///   and `commitWrite(withoutNotifying:)` throw.
    @discardableResult
    public func asyncWrite<Result>(
        _isolation: isolated (any Actor)? = #isolation, _ block: () throws -> Result
    ) async throws -> Result {
        let session = session
        session.checkSuspends("asyncWrite()")
        require(!session.isFrozen, "Can't perform transactions on a frozen Realm. Use thaw() to get the live one.")
        require(!session.configuration.readOnly, "Can't perform transactions on read-only Realms.")
        try Task.checkCancellation()
        try await session.beginWriteInTask()
        let result: Result
        do {
            result = try block()
        } catch {
            if session.write != nil { session.cancelWrite() }
            session.openedAsyncWrites().endRequest()
            throw error
        }
        if session.write != nil {
            try await session.commitWriteInTask()
        } else {
            session.openedAsyncWrites().endRequest()
        }
        return result
    }

    /// Goes to the newest version, and suspends meanwhile.
    ///
    /// Traps for a Realm that belongs to a queue or a thread other than the main one, and for a read-only one.
    ///
    /// - Returns: as `refresh()`; false if the task is cancelled.
    @discardableResult
    public func asyncRefresh(_isolation: isolated (any Actor)? = #isolation) async -> Bool {
        session.checkSuspends("asyncRefresh()")
        await Task.yield()
        return Task.isCancelled ? false : refresh()
    }
}

extension Session {
    /// Traps where a task cannot be sure to come back to the place where the session lives.
    fileprivate func checkSuspends(_ function: String) {
        switch confinement {
        case .main, .actor, .task, .none: checkThread()
        case .queue, .thread:
            fatalError("\(function) can only be called on main thread or actor-isolated Realms")
        }
    }
}

/// Names an asynchronous write.
public typealias AsyncTransactionId = UInt32

/// Names an asynchronous write.
public typealias RLMAsyncTransactionId = UInt32
