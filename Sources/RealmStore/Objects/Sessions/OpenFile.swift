import Foundation
import Synchronization

/// A file that this process opens: the turn to open it, and the number of sessions that have it open.
final class OpenFile: Sendable {
    private let turn = FairLock()
    private let state = Mutex(State())

    private struct State {
        var useCount = 0
        var shared = Shared()
        /// The thread that is opening the file.
        var thread: ObjectIdentifier?
        /// Made on first use.
        var observingQueue: DispatchQueue?
    }

    /// The file as sessions of this process have it open.
    struct Shared {
        fileprivate var weakDatabase: WeakReference<Database>?
        fileprivate var weakFile: WeakReference<RealmFile>?

        /// The file that they write.
        var database: Database? { weakDatabase?.object }
        /// The file that one of them reads.
        var file: RealmFile? { weakFile?.object }
    }

    /// One session's use of the file, for as long as this object lives.
    final class Use: Sendable {
        private let file: OpenFile

        fileprivate init(_ file: OpenFile) {
            self.file = file
            file.state.withLock { $0.useCount += 1 }
        }

        deinit {
            file.state.withLock { state in
                state.useCount -= 1
                if state.useCount == 0 { state.shared = Shared() }
            }
        }

        /// Lets sessions that begin later share what this one has open.
        func share(_ database: Database) {
            file.state.withLock { $0.shared.weakDatabase = WeakReference(database) }
        }

        fileprivate func share(_ realmFile: RealmFile) {
            file.state.withLock { $0.shared.weakFile = WeakReference(realmFile) }
        }

        /// The queue of the file on which changes are computed for observers; it has no thread while nobody observes.
        var observingQueue: DispatchQueue { file.observingQueue }
    }

    private var observingQueue: DispatchQueue {
        state.withLock { state in
            let queue = state.observingQueue ?? DispatchQueue(label: "RealmStore.observing")
            state.observingQueue = queue
            return queue
        }
    }

    private struct WeakFile: Sendable {
        weak var file: OpenFile?
    }

    private static let all = Mutex<[String: WeakFile]>([:])

    /// The file at `path`, identified independently of the path.
    static func at(_ path: String) -> OpenFile {
        let path = (try? Database.canonical(path)) ?? path
        return all.withLock { all in
            if let file = all[path]?.file { return file }
            all = all.filter { $0.value.file != nil }
            let made = OpenFile()
            all[path] = WeakFile(file: made)
            return made
        }
    }

    /// Runs `body` while no other thread of the process is opening the file.
    ///
    /// Traps if this thread is: a function of the configuration cannot open the file that waits for its result.
    ///
    /// - Parameter body: called with what sessions of this process have open; nil if no session has.
    func opening<Result>(_ body: (_ shared: Shared?) throws -> Result) rethrows -> Result {
        let thread = ObjectIdentifier(Thread.current)
        require(
            state.withLock { $0.thread } != thread,
            "A Realm must not be opened by a function of the configuration with which it is just being opened.")
        _ = turn.acquire(until: nil)
        defer { turn.release() }
        let shared = state.withLock { state in
            state.thread = thread
            return state.useCount == 0 ? nil : state.shared
        }
        defer { state.withLock { $0.thread = nil } }
        return try body(shared)
    }

    /// Whether a session of this process has the file open.
    var isOpen: Bool { state.withLock { $0.useCount > 0 } }

    /// Opens the file for one more session.
    func open(_ request: OpenRequest) throws -> (OpenRequest.Opened, Use) {
        try opening { shared in
            let opened = try request.open(shared)
            let use = Use(self)
            if let database = opened.database { use.share(database) }
            if let file = opened.file { use.share(file) }
            return (opened, use)
        }
    }
}
