import Foundation

/// Where a session may be used.
enum Confinement: Hashable, Sendable {
    /// On the thread that opened it.
    case thread(ThreadIdentity)
    /// In blocks of a serial queue, whichever thread runs them.
    case queue(ObjectIdentifier)
    /// Anywhere: nothing changes.
    case none

    private static let mark = DispatchSpecificKey<ObjectIdentifier>()

    /// The confinement of a session that is opened here.
    ///
    /// Traps if this is not a block of `queue`. That a queue is concurrent cannot be told from outside.
    init(_ queue: DispatchQueue?) {
        guard let queue, queue !== DispatchQueue.main else {
            if queue != nil, !Thread.isMainThread { Confinement.wrongQueue() }
            self = .thread(.current)
            return
        }
        queue.setSpecific(key: Confinement.mark, value: ObjectIdentifier(queue))
        self = .queue(ObjectIdentifier(queue))
        if !isHere { Confinement.wrongQueue() }
    }

    /// True if a session of this confinement may be used here.
    var isHere: Bool {
        switch self {
        case .thread(let thread): thread == .current
        case .queue(let queue): DispatchQueue.getSpecific(key: Confinement.mark) == queue
        case .none: true
        }
    }

    private static func wrongQueue() -> Never { fatalError("Realm opened from incorrect dispatch queue.") }
}
