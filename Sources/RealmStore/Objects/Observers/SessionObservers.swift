import Synchronization

/// The observers notified when a session shows another version, or could. Observations may end on any thread.
final class SessionObservers: Sendable {
    /// The event.
    enum News {
        /// Another version is shown.
        case changed
        /// There is a newer version, and the session stays at its own.
        case newerVersion
    }

    private struct Observer: @unchecked Sendable {
        let id: Int
        /// Called where the session lives.
        let block: (News) -> Void
    }

    private struct State {
        var observers: [Observer] = []
        var lastID = 0
        var isTelling = false
        /// The last newer version that observers were told of.
        var toldVersion: UInt64?
    }

    private let state = Mutex(State())

    /// True while blocks are called for changes: the Realm does not advance meanwhile. Blocks that are told of a newer
    /// version may advance it.
    var isTelling: Bool { state.withLock { $0.isTelling } }

    /// Begins an observation, and returns its id.
    func add(_ block: @escaping (News) -> Void) -> Int {
        let id = nextID()
        let observer = Observer(id: id, block: block)
        state.withLock { $0.observers.append(observer) }
        return id
    }

    /// An id that is unique among the observations of the session.
    func nextID() -> Int {
        state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
    }

    /// Ends an observation; false if it had ended.
    func remove(_ id: Int) -> Bool {
        let ended = state.withLock { state in
            state.observers.firstIndex { $0.id == id }.map { state.observers.remove(at: $0) }
        }
        return ended != nil
    }

    /// Tells of a version that the session could show, unless it was told of before.
    func tell(newer version: UInt64) {
        let isNew = state.withLock { state in
            if state.observers.isEmpty || state.toldVersion == version { return false }
            state.toldVersion = version
            return true
        }
        if isNew { tell(.newerVersion) }
    }

    /// Calls the blocks in their order, except some. Commits made in a block are not reported.
    func tell(_ news: News, except silenced: Set<Int> = []) {
        let observers = state.withLock { state in
            let told = state.isTelling ? [] : state.observers
            if !told.isEmpty, news == .changed { state.isTelling = true }
            return told
        }
        guard !observers.isEmpty else { return }
        defer { if news == .changed { state.withLock { $0.isTelling = false } } }
        for observer in observers where !silenced.contains(observer.id) {
            // Another block may have ended this observation.
            if state.withLock({ $0.observers.contains { $0.id == observer.id } }) { observer.block(news) }
        }
    }
}
