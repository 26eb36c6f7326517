import Foundation

/// The run loop of a thread, for blocks from other threads.
///
/// `perform` alone does not wake a loop. A timer does, but each that has fired stays in memory for good (Foundation on
/// Linux): there is one for each loop, which never calls anything. The loop has a source with it, so that it waits.
final class RunLoopMark: @unchecked Sendable {
    private let loop = RunLoop.current
    private let waker = Timer(fire: .distantFuture, interval: 1e9, repeats: true) { _ in }

    private init() { loop.add(waker, forMode: .common) }

    deinit { waker.invalidate() }

    /// That of the calling thread, which keeps it.
    static var current: RunLoopMark {
        let thread = Thread.current.threadDictionary
        let key = "RealmStore.RunLoopMark"
        if let mark = thread[key] as? RunLoopMark { return mark }
        let mark = RunLoopMark()
        thread[key] = mark
        return mark
    }

    /// Runs a block in a turn of the loop.
    func perform(_ block: @escaping @Sendable () -> Void) {
        loop.perform(inModes: [.common], block: block)
        waker.fireDate = Date()
    }
}
