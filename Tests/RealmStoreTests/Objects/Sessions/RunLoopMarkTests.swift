import Foundation
import Synchronization
import Testing

@testable import RealmStore

@Suite("Blocks in a run loop") struct RunLoopMarkTests {
    private final class Kept: Sendable {
        private let count: Counter
        init(_ count: Counter) { self.count = count }
        deinit { count.released.add(1, ordering: .relaxed) }
    }

    private final class Counter: Sendable {
        let called = Atomic(0)
        let released = Atomic(0)
    }

    @Test func `blocks from other threads wake the loop, are called in it once, and released`() throws {
        let (counter, begun) = (Counter(), DispatchSemaphore(value: 0))
        nonisolated(unsafe) var mark: RunLoopMark?
        nonisolated(unsafe) let thread = Thread {
            mark = .current
            #expect(mark === RunLoopMark.current)
            begun.signal()
            while !Thread.current.isCancelled { _ = RunLoop.current.run(mode: .default, before: .distantFuture) }
        }
        thread.start()
        begun.wait()
        let found = try #require(mark)
        for _ in 0..<1_000 {
            let kept = Kept(counter)
            found.perform {
                withExtendedLifetime(kept) {}
                #expect(Thread.current === thread)
                counter.called.add(1, ordering: .relaxed)
            }
        }
        let end = Date() + 30
        while counter.released.load(ordering: .relaxed) < 1_000, Date() < end { Thread.sleep(forTimeInterval: 0.002) }
        #expect(counter.called.load(ordering: .relaxed) == 1_000)
        #expect(counter.released.load(ordering: .relaxed) == 1_000)
        found.perform { thread.cancel() }
    }

    @Test func `a thread that ends releases what waits for its loop, and nothing waits for it later`() throws {
        let (counter, begun, ended) = (Counter(), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        nonisolated(unsafe) var mark: RunLoopMark?
        let thread = Thread {
            mark = .current
            begun.signal()
            ended.wait()
        }
        thread.start()
        begun.wait()
        let found = try #require(mark)
        let keep = { [counter] in
            let kept = Kept(counter)
            found.perform {
                withExtendedLifetime(kept) {}
                counter.called.add(1, ordering: .relaxed)
            }
        }
        keep()
        #expect(counter.released.load(ordering: .relaxed) == 0)
        ended.signal()
        let end = Date() + 30
        while counter.released.load(ordering: .relaxed) < 1, Date() < end { Thread.sleep(forTimeInterval: 0.002) }
        keep()
        #expect(counter.released.load(ordering: .relaxed) == 2)
        #expect(counter.called.load(ordering: .relaxed) == 0)
    }
}
