import Foundation

/// Where blocks run when the queue or run loop of a session comes round.
enum TurnPlace: @unchecked Sendable {
    case queue(DispatchQueue)
    case runLoop(RunLoop)
    case actor(ActorMark)

    /// Nil for a thread whose run loop is not running, to which nobody would come round, and for a task on no actor.
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

    /// What has to be kept so that blocks are run; nil for what lasts.
    var keeper: AnyObject? {
        if case .actor(let mark) = self { return mark.keeper }
        return nil
    }

    func perform(_ block: @escaping @Sendable () -> Void) {
        switch self {
        case .queue(let queue): queue.async(execute: block)
        case .actor(let mark): mark.perform(block)
        // A timer wakes the loop of another thread, which `perform` does not.
        case .runLoop(let loop):
            loop.add(Timer(fire: Date(), interval: 0, repeats: false) { _ in block() }, forMode: .common)
        }
    }
}
