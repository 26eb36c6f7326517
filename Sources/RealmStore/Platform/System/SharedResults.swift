import Dispatch
import Synchronization

/// Pieces of work, each done once by the first of several threads that comes to it.
final class SharedResults<Piece: Hashable & Sendable, Result: Sendable>: Sendable {
    private enum State {
        case begun(waiting: [DispatchSemaphore])
        case done(Result)
    }

    private let states = Mutex<[Piece: State]>([:])

    /// The result of a piece: waited for if another thread has begun it, made by `body` if none has.
    func result(of piece: Piece, _ body: () -> Result) -> Result {
        if begin(piece) { return finish(piece, body()) }
        let end = DispatchSemaphore(value: 0)
        let known = states.withLock { states -> Result? in
            switch states[piece] {
            case .done(let result): return result
            case .begun(let waiting): states[piece] = .begun(waiting: waiting + [end])
            case nil: preconditionFailure("a piece that was not begun here was begun elsewhere")
            }
            return nil
        }
        if let known { return known }
        end.wait()
        return result(of: piece, body)
    }

    /// Does a piece unless a thread has begun it.
    func makeIfOpen(_ piece: Piece, _ body: () -> Result) {
        if begin(piece) { _ = finish(piece, body()) }
    }

    /// True for the first caller.
    private func begin(_ piece: Piece) -> Bool {
        states.withLock { states in
            guard states[piece] == nil else { return false }
            states[piece] = .begun(waiting: [])
            return true
        }
    }

    private func finish(_ piece: Piece, _ result: Result) -> Result {
        let waiting = states.withLock { states -> [DispatchSemaphore] in
            defer { states[piece] = .done(result) }
            if case .begun(let waiting) = states[piece] { return waiting }
            return []
        }
        for end in waiting { end.signal() }
        return result
    }
}
