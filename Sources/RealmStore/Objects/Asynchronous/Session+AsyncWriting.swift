import Foundation

extension Session {
    /// Schedules a block to write when it is the session's turn.
    ///
    /// Traps where blocks cannot be scheduled, for a read-only session, and in the callback of a commit.
    ///
    /// - Parameters:
    ///   - block: called in a write transaction, which is undone if it is still open afterwards.
    ///   - failed: called instead if there cannot be one.
    func writeLater(_ block: @escaping () -> Void, failed: @escaping (any Error) -> Void) -> UInt32 {
        let writes = checkedAsyncWrites()
        require(
            !writes.isCompleting, "Can't begin a write transaction from inside a commit completion callback.")
        let id = writes.nextID()
        let request = AsyncWrites.Request(
            id: id, keeper: writes.keeper,
            start: { [self] result in
                do {
                    try result.get()
                    defer { writes.endRequest() }
                    try beginWrite(timeout: nil)
                    block()
                    if write != nil { cancelWrite() }
                } catch {
                    failed(error)
                }
            }, isTask: false)
        writes.add(request)
        return id
    }

    /// Ends the write transaction, and notifies the program when its changes are durable or lost.
    func commitLater(groups: Bool, _ callback: (((any Error)?) -> Void)?) -> UInt32 {
        let writes = checkedAsyncWrites()
        let id = writes.nextID(callback)
        let commit = AsyncWrites.Commit(
            id: id,
            complete: { [self] result in
                var failure: (any Error)?
                if case .failure(let error) = result {
                    failure = error
                    forgetLostVersions()
                }
                writes.call(id, failure)
            }, isTask: false, keeper: writes.keeper)
        do {
            try commitLater(commit, groups: groups)
        } catch {
            writes.perform(isTask: false) { writes.call(id, error) }
        }
        return id
    }

    /// Goes back to the version of the file: the current one has not become durable.
    func forgetLostVersions() {
        deliverAhead()
        guard write == nil, let newest = try? newest(), newest.version < version else { return }
        try? show(Group(newest))
        observers.tell(.changed)
        tellObservers(isForeign: true)
    }

    private func checkedAsyncWrites() -> AsyncWrites {
        checkThread()
        require(!isFrozen, "Can't perform transactions on a frozen Realm. Use thaw() to get the live one.")
        require(!configuration.readOnly, "Can't perform transactions on read-only Realms.")
        require(!isMigrating, "A migration writes at once: nothing can be written later there.")
        let writes = openedAsyncWrites()
        require(
            writes.hasPlace,
            "Can only write asynchronously from within run loops: on the main thread, in a thread that runs its "
                + "RunLoop, on a dispatch queue or on an actor.")
        return writes
    }

    // MARK: In a task

    /// Suspends until it is the session's turn, and begins a write transaction. `AsyncWrites.endRequest` ends the turn.
    func beginWriteInTask(_isolation: isolated (any Actor)? = #isolation) async throws {
        let writes = openedAsyncWrites()
        while true {
            try await writes.waitForTurn()
            if Task.isCancelled {
                writes.endRequest()
                throw CancellationError()
            }
            // Meanwhile another transaction may have begun here, or got the turn.
            if write == nil, writes.hasTurn { break }
            writes.endRequest()
        }
        do {
            try beginWrite(timeout: nil)
        } catch {
            writes.endRequest()
            throw error
        }
    }

    /// Ends the write transaction, and the turn, and suspends until its changes are durable.
    func commitWriteInTask(_isolation: isolated (any Actor)? = #isolation) async throws {
        let writes = openedAsyncWrites()
        let outcome: Result<Void, any Error> = await withCheckedContinuation { continuation in
            let commit = AsyncWrites.Commit(
                id: writes.nextID(), complete: { continuation.resume(returning: $0) }, isTask: true)
            do {
                try commitLater(commit, groups: false)
            } catch {
                continuation.resume(returning: .failure(error))
            }
            writes.endRequest()
        }
        if case .failure(let error) = outcome {
            forgetLostVersions()
            throw error
        }
    }
}

extension AsyncWrites {
    /// Suspends until it is the turn of a task.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before.
    fileprivate func waitForTurn(_isolation: isolated (any Actor)? = #isolation) async throws {
        let id = nextID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                add(Request(id: id, keeper: keeper, start: { continuation.resume(with: $0) }, isTask: true))
                if Task.isCancelled { giveUp(id) }
            }
        } onCancel: {
            giveUp(id)
        }
    }

    private func giveUp(_ id: UInt32) { cancel(id)?.start(.failure(CancellationError())) }
}
