import Foundation

/// The place where blocks run in the turns of a session's queue or run loop.
enum TurnPlace: @unchecked Sendable {
    case queue(DispatchQueue)
    case runLoop(RunLoopMark)
    case actor(ActorMark)

    /// Nil for a thread without a running run loop, where calls cannot be scheduled, and for a task outside of actors.
    init?(_ confinement: Confinement) {
        switch confinement {
        case .main: self = .queue(.main)
        case .queue(let mark): self = .queue(mark.queue)
        case .thread:
            guard RunLoop.current.currentMode != nil else { return nil }
            self = .runLoop(.current)
        case .actor(let mark): self = .actor(mark)
        case .task, .none: return nil
        }
    }

    /// The object to keep alive so that blocks run; nil for a permanent place.
    var keeper: AnyObject? {
        if case .actor(let mark) = self { return mark.keeper }
        return nil
    }

    func perform(_ block: @escaping @Sendable () -> Void) {
        switch self {
        case .queue(let queue): queue.async(execute: block)
        case .actor(let mark): mark.perform(block)
        case .runLoop(let mark): mark.perform(block)
        }
    }
}
