import Foundation

// Write transactions that do not block the caller: neither for other writers, nor for the disk.
extension Realm {
    /// True while transactions of this Realm wait for their turn, or their changes for the disk. `invalidate()` waits
    /// for the latter.
    public var isPerformingAsynchronousWriteOperations: Bool { session.asyncWrites?.isBusy ?? false }

    /// Runs a block in a write transaction when it is this Realm's turn, and commits without waiting for the disk.
    ///
    /// Blocks are called one after the other, in the order in which they were given, where the Realm lives, never
    /// before this function has returned. A block may end the transaction itself. Its changes are visible to all Realms
    /// of this process once it has returned, and durable when `onComplete` is called. The Realm stays open until then.
    ///
    /// Traps for a frozen or read-only Realm, in the callback of a commit, and where blocks cannot be scheduled: on a
    /// thread without a running run loop.
    ///
    /// - Parameters:
    ///   - block: changes objects.
    ///   - onComplete: called where the Realm lives: with nil once the changes survive a power loss; with the error if
    ///     the transaction could not begin, or the changes could not be written. Then they are undone, and if other
    ///     Realms of this process have already seen them, these go back when they refresh. Not called if the block ends
    ///     the transaction itself.
    /// - Returns: an id for `cancelAsyncWrite(_:)`.
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

    /// Runs a block in a write transaction when it is this Realm's turn: as `writeAsync(_:onComplete:)`, but the block
    /// itself commits, with `commitAsyncWrite(allowGrouping:_:)` or `commitWrite(withoutNotifying:)`. If it does not,
    /// its changes are undone.
    @discardableResult
    public func beginAsyncWrite(_ asyncWriteBlock: @escaping () -> Void) -> AsyncTransactionId {
        session.writeLater(asyncWriteBlock) { Realm.log($0) }
    }

    /// Commits the write transaction without waiting for the disk, however it was begun.
    ///
    /// When this returns, the changes are visible to all Realms of this process, and observers of this Realm were
    /// notified. They are durable, and visible to other processes, when `onComplete` is called; no transaction of other
    /// Realms on the file begins before.
    ///
    /// Traps without a write transaction, and where blocks cannot be scheduled (see `writeAsync(_:onComplete:)`).
    ///
    /// - Parameters:
    ///   - allowGrouping: whether these changes may become durable together with those of following transactions, 40 at
    ///     most, which is much faster for many small ones. A crash meanwhile loses all of the group, or nothing: never
    ///     some of it, and never what was durable before.
    ///   - onComplete: called where the Realm lives once the changes survive a power loss, with nil; or with the error.
    ///     It cannot request another asynchronous transaction.
    /// - Returns: an id for `cancelAsyncWrite(_:)`, which prevents the call of `onComplete`.
    @discardableResult
    public func commitAsyncWrite(
        allowGrouping: Bool = false, _ onComplete: (((any Swift.Error)?) -> Void)? = nil
    ) -> AsyncTransactionId {
        session.commitLater(groups: allowGrouping, onComplete)
    }

    /// Cancels an asynchronous transaction that has not begun.
    ///
    /// A transaction that waits for its turn never runs; for a commit that waits for the disk, only the callback is
    /// dropped. Anything else is unaffected.
    ///
    /// - Parameter asyncTransactionId: the result of `writeAsync`, `beginAsyncWrite` or `commitAsyncWrite`.
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
    /// Suspends until it is this Realm's turn, runs `block` in a write transaction, and suspends until its changes are
    /// durable. Blocks no thread.
    ///
    /// If the block throws, the transaction is cancelled and the error rethrown. A block may commit or cancel by
    /// itself, and begin another transaction, but cannot suspend. Waits for a transaction that is open in this Realm.
    ///
    /// Traps for a Realm that belongs to a queue or a thread other than the main one, and for a frozen or read-only
    /// one.
    ///
    /// - Parameter block: changes objects.
    /// - Returns: the result of the block.
    /// - Throws: `CancellationError` if the task is cancelled before the block is called; errors of
    ///   `beginWrite(timeout:)` and `commitWrite(withoutNotifying:)`.
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

    /// Advances to the newest version, suspending meanwhile.
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
    /// Traps where a task may not return to the place where the session lives.
    fileprivate func checkSuspends(_ function: String) {
        switch confinement {
        case .main, .actor, .task, .none: checkThread()
        case .queue, .thread:
            fatalError("\(function) can only be called on main thread or actor-isolated Realms")
        }
    }
}

/// The id of an asynchronous write.
public typealias AsyncTransactionId = UInt32

/// The id of an asynchronous write.
public typealias RLMAsyncTransactionId = UInt32
