import Foundation
import Synchronization

/// The place where a session may be used.
enum Confinement: Hashable, Sendable {
    /// On the main queue: once a program is asynchronous, that is no longer one thread here.
    case main
    /// On the thread that opened it.
    case thread(ThreadIdentity)
    /// In the code of an actor, whichever thread runs it.
    case actor(ActorMark)
    /// In the task that opened it, on no actor, whichever thread runs it.
    case task(TaskIdentity)
    /// In blocks of a serial queue, whichever thread runs them.
    case queue(QueueMark)
    /// Anywhere: nothing changes.
    case none

    private static let mark = DispatchSpecificKey<ObjectIdentifier>()

    /// A queue, equal to itself.
    struct QueueMark: Hashable, Sendable {
        let queue: DispatchQueue

        static func == (lhs: QueueMark, rhs: QueueMark) -> Bool { lhs.queue === rhs.queue }

        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(queue)) }
    }

    /// The confinement of a session that is opened here, or of one of a queue.
    ///
    /// Traps if this is not a block of `queue`. A concurrent queue cannot be detected.
    init(_ queue: DispatchQueue?) {
        guard let queue, !Confinement.isMain(queue) else {
            self = Confinement.here
            if queue != nil, self != .main { Confinement.wrongQueue() }
            return
        }
        queue.setSpecific(key: Confinement.mark, value: ObjectIdentifier(queue))
        self = .queue(QueueMark(queue: queue))
        if !isHere { Confinement.wrongQueue() }
    }

    /// The confinement to an actor.
    init(_ actor: any Actor) {
        self = actor is MainActor ? .main : .actor(ActorMark(ExecutorIdentity(actor.unownedExecutor)))
    }

    /// The confinement of the running code.
    ///
    /// Determined by the runtime, not by the types of the caller: an actor may call a non-isolated function that opens
    /// a Realm for it. A thread of the pool tells nothing, since tasks take turns on it.
    private static var here: Confinement {
        if isOnMain { return .main }
        if let executor = ExecutorIdentity.current { return .actor(ActorMark(executor)) }
        if let task = TaskIdentity.current { return .task(task) }
        return .thread(.current)
    }

    /// True if a session of this confinement may be used here.
    var isHere: Bool {
        switch self {
        case .main: Confinement.isOnMain
        case .thread(let thread): thread == .current
        case .actor(let mark): mark.executor.isCurrent
        case .task(let task): task.isCurrent
        case .queue(let mark): DispatchQueue.getSpecific(key: Confinement.mark) == ObjectIdentifier(mark.queue)
        case .none: true
        }
    }

    /// The one thread where use is allowed without further checks; nil if that depends.
    var home: ThreadIdentity? {
        switch self {
        case .main: Confinement.isMainThread ? .current : nil
        case .thread(let thread): thread
        case .actor, .task, .queue, .none: nil
        }
    }

    /// The bits of the main thread, once known; 0 before.
    private static let mainThread = Atomic<UInt>(0)

    /// True on the main thread. The system call is slow and made only once.
    private static var isMainThread: Bool {
        let known = mainThread.load(ordering: .relaxed)
        if known != 0 { return known == ThreadIdentity.current.bits }
        guard Thread.isMainThread else { return false }
        mainThread.store(ThreadIdentity.current.bits, ordering: .relaxed)
        return true
    }

    /// Each access to the main queue creates another object here: it is identified by its mark, a permanent object.
    private static let mainQueue: DispatchQueue = {
        let main = DispatchQueue.main
        main.setSpecific(key: mark, value: ObjectIdentifier(main))
        return main
    }()

    private static var markOfMain: ObjectIdentifier { ObjectIdentifier(mainQueue) }

    private static func isMain(_ queue: DispatchQueue) -> Bool {
        let main = markOfMain
        return queue.getSpecific(key: mark) == main
    }

    private static var isOnMain: Bool {
        let main = markOfMain
        return isMainThread || DispatchQueue.getSpecific(key: mark) == main
    }

    private static func wrongQueue() -> Never {
        misuse("Realm opened from incorrect dispatch queue: open it in a block that runs on the queue that is given.")
    }
}

extension Confinement: CustomStringConvertible {
    var description: String {
        switch self {
        case .main: "the main queue"
        case .thread: "another thread"
        case .actor: "an actor"
        case .task: "another task"
        case .queue: "a dispatch queue"
        case .none: "no thread"
        }
    }
}
