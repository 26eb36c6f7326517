import Foundation
import Synchronization

/// The write transactions of a session waiting for their turn, and its commits waiting for the disk.
///
/// A session has one `WriteTurn` at a time: it is requested on a thread that may block, kept while transactions follow
/// each other, and released when their commits are durable. Transactions that the program begins synchronously
/// (`beginWrite`) use the session's turn.
final class AsyncWrites: Sendable {
    /// A waiting transaction.
    struct Request: @unchecked Sendable {
        let id: UInt32
        /// The actor of the session, kept alive until the transaction is over.
        var keeper: AnyObject?
        /// Called where the session lives, in its turn; with an error if there is none.
        var start: (Result<Void, any Error>) -> Void
        /// Whether `start` may be called anywhere: a task returns to its place by itself.
        let isTask: Bool
    }

    /// A version that is written but not durable yet.
    struct Commit: @unchecked Sendable {
        let id: UInt32
        /// Called once the version is durable or lost.
        let complete: (Result<Void, any Error>) -> Void
        /// Whether `complete` may be called anywhere.
        let isTask: Bool
        /// The actor of the session, kept alive until the program was notified.
        var keeper: AnyObject?
    }

    private struct State {
        var lastID: UInt32 = 0
        var requests: [Request] = []
        var commits: [Commit] = []
        /// The session's turn to write.
        var turn: WriteTurn?
        /// Whether the turn has been requested.
        var isAsking = false
        /// Whether a transaction is open.
        var isInTransaction = false
        /// Whether a request is being started, or was started and is not over.
        var hasStarted = false
        /// Whether the use of the turn is being monitored.
        var isWatched = false
        /// The time since which it is unused.
        var unusedSince: ContinuousClock.Instant?
        /// The time that threads of this process wait for it in that case.
        var patience = AsyncWrites.shortestPatience
        /// Whether commits are being made durable.
        var isFinishing = false
        /// Whether the last commit may wait for others, to be made durable with them.
        var groups = false
        /// Whether it has waited.
        var hasWaited = false
        /// A blocked thread in the session's place, waiting for the turn.
        var waiter: DispatchSemaphore?
        /// Threads waiting until nothing is being made durable.
        var finishWaiters: [DispatchSemaphore] = []
        /// The program's callbacks for the outcome of commits, by id.
        var callbacks: [UInt32: Callback] = [:]
        /// Whether callbacks are being called.
        var isCompleting = false
    }

    private struct Callback: @unchecked Sendable {
        let call: ((any Error)?) -> Void
    }

    private let state: Mutex<State>
    /// The place where requests are started and completions called; nil for a session of a task.
    private let place: TurnPlace?
    /// The database; an error if it cannot be opened for writing.
    private let database: Result<Database, any Error>
    private let mayUpgrade: Bool
    private let path: String

    /// The maximum number of commits made durable together; 20 in the SDK, which syncs once for each group, not twice.
    static let largestGroup = 40
    /// The time that threads of this process, and others, wait for an unused turn: at first and at most.
    private static let shortestPatience = Duration.milliseconds(20)
    private static let longestPatience = Duration.milliseconds(640)
    private static let patienceOfOthers = Duration.seconds(5)

    init(of session: Session) {
        var state = State()
        state.isInTransaction = session.write != nil
        self.state = Mutex(state)
        place = session.observations.place ?? TurnPlace(session.confinement)
        database = Result { try session.openedForWriting() }
        mayUpgrade = !session.configuration.disableFormatUpgrade
        path = session.path
    }

    /// The actor of the session.
    var keeper: AnyObject? { place?.keeper }

    /// Whether the file could be opened for writing.
    var canWrite: Bool { (try? database.get()) != nil }

    /// Whether a transaction that begins now already has its turn.
    var hasTurn: Bool { state.withLock { $0.turn != nil } }

    /// Whether calls can be scheduled in the session's place.
    var hasPlace: Bool { place != nil }

    /// True while something is waiting, or was begun and is not durable.
    var isBusy: Bool {
        state.withLock { !$0.requests.isEmpty || !$0.commits.isEmpty || $0.hasStarted || $0.isFinishing }
    }

    /// True while the program is notified of commits.
    var isCompleting: Bool { state.withLock { $0.isCompleting } }

    /// An id for a request or a commit.
    ///
    /// - Parameter callback: called with the outcome of the commit, unless it is withdrawn.
    func nextID(_ callback: (((any Error)?) -> Void)? = nil) -> UInt32 {
        let callback = callback.map { Callback(call: $0) }
        return state.withLock { state in
            state.lastID += 1
            state.callbacks[state.lastID] = callback
            return state.lastID
        }
    }

    /// Notifies the program of the outcome of a commit.
    func call(_ id: UInt32, _ error: (any Error)?) {
        let callback = state.withLock { state in
            state.isCompleting = true
            return state.callbacks.removeValue(forKey: id)
        }
        callback?.call(error)
        state.withLock { $0.isCompleting = false }
    }

    // MARK: Requests

    func add(_ request: Request) {
        advance { $0.requests.append(request) }
    }

    /// Withdraws a request that has not begun, or the callback of a commit; nil if there is no request of that id.
    @discardableResult
    func cancel(_ id: UInt32) -> Request? {
        state.withLock { state in
            state.callbacks[id] = nil
            return state.requests.firstIndex { $0.id == id }.map { state.requests.remove(at: $0) }
        }
    }

    /// Ends the started request.
    func endRequest() { advance { $0.hasStarted = false } }

    // MARK: Transactions

    /// Prepares for a transaction in the session's place.
    ///
    /// - Returns: the turn for it; nil if the session has none and has requested none.
    /// - Throws: `inUse` when time is up.
    func beginTransaction(timeout: Duration?, _ path: String) throws -> WriteTurn? {
        let (turn, waiter) = state.withLock { state -> (WriteTurn?, DispatchSemaphore?) in
            state.isInTransaction = true
            if state.turn == nil, state.isAsking { state.waiter = DispatchSemaphore(value: 0) }
            return (state.turn, state.waiter)
        }
        guard turn == nil, let waiter else { return turn }
        let (seconds, attoseconds) = (timeout ?? .zero).components
        let limit = DispatchTime.now() + Double(seconds) + Double(attoseconds) * 1e-18
        let isInTime = waiter.wait(timeout: timeout == nil ? .distantFuture : limit) == .success
        let granted = state.withLock { state in
            state.waiter = nil
            return state.turn
        }
        if granted != nil || isInTime { return granted }
        throw RLMError(StorageError(.inUse([ProcessIdentity.current]), path, "is being written by this process"))
    }

    /// Ends the transaction, or one that was never begun.
    func endTransaction() { advance { $0.isInTransaction = false } }

    /// Ends the transaction with a commit that is durable, as are all before it.
    func endTransactionDurably() {
        let commits = state.withLock { state in
            defer { state.commits = [] }
            return state.commits
        }
        complete(commits, .success(nil)) { $0.isInTransaction = false }
    }

    /// Ends the transaction with a commit that is not durable yet.
    ///
    /// - Parameter groups: whether it may wait for following commits.
    func endTransaction(_ turn: WriteTurn, _ commit: Commit, groups: Bool) {
        advance { state in
            state.isInTransaction = false
            state.turn = turn
            state.commits.append(commit)
            (state.groups, state.hasWaited) = (groups && place != nil, false)
        }
    }

    /// Waits until all commits are durable or lost; their completions may still be to come.
    func waitForCommits() {
        while true {
            let waiter = DispatchSemaphore(value: 0)
            let (isFinishing, turn, commits) = state.withLock { state -> (Bool, WriteTurn?, [Commit]) in
                if state.isFinishing {
                    state.finishWaiters.append(waiter)
                    return (true, nil, [])
                }
                defer { state.commits = [] }
                return (false, state.turn, state.commits)
            }
            if isFinishing {
                waiter.wait()
                continue
            }
            if let turn, !commits.isEmpty { complete(commits, sync(turn, commits.count)) { _ in } }
            return
        }
    }

    // MARK: The next request

    private enum Step {
        case ask
        case start
        case finish(WriteTurn, [Commit])
        case waitForMore
        case release(WriteTurn)
    }

    private func advance(_ change: (inout State) -> Void) {
        let step = state.withLock { state in
            change(&state)
            return AsyncWrites.next(&state)
        }
        switch step {
        case .ask: ask()
        case .start: start()
        case .finish(let turn, let commits): finish(turn, commits)
        case .waitForMore:
            watch()
            place?.perform { [self] in advance { $0.hasWaited = true } }
        // Released outside of the lock.
        case .release, nil: break
        }
    }

    private static func next(_ state: inout State) -> Step? {
        if state.isInTransaction || state.isFinishing { return nil }
        guard let turn = state.turn else {
            if state.requests.isEmpty || state.isAsking || state.hasStarted { return nil }
            state.isAsking = true
            return .ask
        }
        let mayFollow = state.commits.isEmpty || (state.groups && state.commits.count < largestGroup)
        if mayFollow, state.hasStarted { return nil }
        if mayFollow, !state.requests.isEmpty {
            state.hasStarted = true
            return .start
        }
        if state.commits.isEmpty {
            state.turn = nil
            return .release(turn)
        }
        if mayFollow, !state.hasWaited { return .waitForMore }
        defer { (state.turn, state.commits, state.isFinishing) = (nil, [], true) }
        return .finish(turn, state.commits)
    }

    private func ask() {
        ((try? database.get().line) ?? AsyncWrites.otherLine).add { [self] in
            switch Result(catching: takeTurn) {
            case .success(let turn):
                advance { state in
                    (state.isAsking, state.turn) = (false, turn)
                    state.waiter?.signal()
                }
            case .failure(let error):
                let requests = state.withLock { state in
                    defer { state.requests = [] }
                    state.isAsking = false
                    state.waiter?.signal()
                    return state.requests
                }
                for request in requests { perform(isTask: request.isTask) { request.start(.failure(error)) } }
            }
        }
    }

    /// The line for finding out that a file cannot be written.
    private static let otherLine = WaitingLine("RealmStore.refusals")

    /// Waits for the right to write, and upgrades a file of an older format.
    private func takeTurn() throws -> WriteTurn {
        let database = try database.get()
        return try rethrowing {
            while true {
                let turn = try database.takeTurn()
                if !mayUpgrade || !turn.needsUpgrade { return turn }
                turn.giveBack()
                try FileUpgrade.run(database, timeout: nil)
            }
        }
    }

    private func start() {
        guard let first = state.withLock({ $0.requests.first }) else { return endRequest() }
        watch()
        // Until it begins it can be withdrawn.
        perform(isTask: first.isTask) { [self] in
            let request = state.withLock { state in
                let isFirst =
                    state.requests.first?.isTask == first.isTask && !state.isInTransaction && state.turn != nil
                return isFirst ? state.requests.removeFirst() : nil
            }
            if let request { request.start(.success(())) } else { endRequest() }
        }
    }

    /// Checks now and then whether the session's turn is used.
    ///
    /// It is unused while its place is not scheduled: because all its threads are blocked by functions waiting for
    /// their turn to write, or because it never will be. Then the turn passes to others, and requests wait again.
    private func watch() {
        let patience = state.withLock { state -> Duration? in
            defer { state.isWatched = true }
            return state.isWatched ? nil : state.patience
        }
        guard let patience else { return }
        let milliseconds = Int(patience.components.attoseconds / 1_000_000_000_000_000)
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in
            self?.look()
        }
    }

    private func look() {
        let isBlocking = (try? database.get().hasBlockedThreads) ?? false
        let (goesOn, turn, commits) = state.withLock { state -> (Bool, WriteTurn?, [Commit]) in
            state.isWatched = false
            guard let turn = state.turn else { return (false, nil, []) }
            let isUnused = !state.isInTransaction && (state.hasStarted || !state.commits.isEmpty)
            let since = state.unusedSince ?? .now
            state.unusedSince = isUnused ? since : nil
            let isForOthers = isBlocking || ContinuousClock.now - since > AsyncWrites.patienceOfOthers
            guard isUnused, isForOthers else { return (true, nil, []) }
            state.patience = min(state.patience * 2, AsyncWrites.longestPatience)
            state.isFinishing = !state.commits.isEmpty
            defer { (state.turn, state.commits, state.unusedSince) = (nil, [], nil) }
            return (false, turn, state.commits)
        }
        if goesOn { watch() }
        if let turn, !commits.isEmpty { finish(turn, commits) }
    }

    private func finish(_ turn: WriteTurn, _ commits: [Commit]) {
        ((try? database.get().finishing) ?? AsyncWrites.otherLine).add { [self] in
            let outcome = sync(turn, commits.count)
            // Others continue before callbacks are called.
            turn.giveBack()
            complete(commits, outcome) { state in
                (state.isFinishing, state.patience) = (false, AsyncWrites.shortestPatience)
            }
        }
    }

    /// Makes the last commits of a turn durable.
    private func sync(_ turn: WriteTurn, _ commitCount: Int) -> Result<SyncFigures?, any Error> {
        let begin = ContinuousClock.now
        do {
            try turn.finish()
        } catch {
            return .failure(RLMError(error))
        }
        return .success(
            SyncFigures(
                path: path, version: turn.newest.version, commitCount: commitCount,
                time: ContinuousClock.now - begin))
    }

    /// Notifies of the outcome of commits.
    ///
    /// - Parameter result: what the program's metrics are told, if that is not told with another commit.
    private func complete(
        _ commits: [Commit], _ result: Result<SyncFigures?, any Error>,
        _ change: @escaping @Sendable (inout State) -> Void
    ) {
        let waiters = state.withLock { state in
            change(&state)
            defer { state.finishWaiters = [] }
            return state.finishWaiters
        }
        for waiter in waiters { waiter.signal() }
        if case .success(let figures?) = result { Realm.metrics?.realmSynced(figures) }
        let result = result.map { _ in }
        let (tasks, blocks) = (commits.filter(\.isTask), commits.filter { !$0.isTask })
        for commit in tasks { commit.complete(result) }
        if !blocks.isEmpty {
            perform(isTask: false) { for commit in blocks { commit.complete(result) } }
        }
        // Not at the time of the call: others may wait for the turn in the same place.
        advance { _ in }
    }

    func perform(isTask: Bool, _ block: @escaping @Sendable () -> Void) {
        if !isTask, let place { place.perform(block) } else { block() }
    }
}
