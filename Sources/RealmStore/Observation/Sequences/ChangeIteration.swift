/// One loop over changes: waits until there is one.
final class ChangeIteration<Change> {
    /// Nil once it is over: then nothing is kept.
    private var source: (any ChangeSource<Change>)?
    private let waiter: Waiter

    /// - Parameters:
    ///   - source: nil for a loop that ends at once.
    ///   - waiter: woken when there may be something new.
    init(_ source: (any ChangeSource<Change>)?, _ waiter: Waiter) { (self.source, self.waiter) = (source, waiter) }

    func next(isolation: isolated (any Actor)?) async -> Change? {
        while let session = source?.session {
            session.checkThread()
            if Task.isCancelled { break }
            do {
                let change = try source?.next()
                if source?.isOver != false { source = nil }
                if let change { return change }
            } catch {
                RLMLogger.shared.log(level: .error, message: "An observation ended: \(error.localizedDescription)")
                break
            }
            if source != nil { await waiter.wait(isolation: isolation) }
        }
        source = nil
        return nil
    }
}
