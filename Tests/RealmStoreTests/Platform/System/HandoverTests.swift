import Synchronization
import TestSupport
import Testing

@testable import RealmStore

/// Two threads work on the same batches at the same time.
@Suite struct HandoverTests {
    @Test func `a batch that was taken back is not worked on, and every other one is finished`() throws {
        var generator = SeededGenerator(for: "handover")
        let unfinished = (0..<3000).map { _ in generator.below(2) == 0 }
        let handover = Handover<Int>()
        let isAtWork = Atomic(false)
        let (steps, wasIdle) = SideBySide.run(
            { () throws(SystemError) -> [Int: Int] in
                var steps: [Int: Int] = [:]
                while let batch = handover.next() {
                    isAtWork.store(true, ordering: .sequentiallyConsistent)
                    var done = 0
                    while done < 200, !handover.isHurried { done += 1 }
                    steps[batch, default: 0] += done
                    isAtWork.store(false, ordering: .sequentiallyConsistent)
                    handover.finish()
                }
                return steps
            },
            { () throws(SystemError) -> Bool in
                var wasIdle = true
                for (batch, isUnfinished) in unfinished.enumerated() {
                    handover.give(batch)
                    handover.takeBack(unfinished: isUnfinished)
                    wasIdle = wasIdle && !isAtWork.load(ordering: .sequentiallyConsistent)
                }
                handover.end()
                return wasIdle
            })
        let found = try steps.get()
        #expect(try wasIdle.get())
        #expect(unfinished.enumerated().allSatisfy { batch, isUnfinished in isUnfinished || found[batch] == 200 })
    }

    @Test func `batches that nobody takes are waited for by nobody`() {
        let handover = Handover<Int>()
        handover.give(1)
        handover.takeBack(unfinished: true)
        handover.close()
        handover.give(2)
        handover.takeBack(unfinished: false)
        handover.end()
        #expect(handover.next() == nil)
    }

    @Test func `what is given last is taken before the end`() throws {
        let handover = Handover<Int>()
        let (taken, _) = SideBySide.run(
            { () throws(SystemError) -> [Int] in
                var taken: [Int] = []
                while let batch = handover.next() {
                    taken.append(batch)
                    handover.finish()
                }
                return taken
            },
            { () throws(SystemError) -> Void in
                handover.give(1)
                handover.takeBack(unfinished: false)
                handover.give(2)
                handover.end()
            })
        #expect(try taken.get() == [1, 2])
    }
}
