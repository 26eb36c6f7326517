import Dispatch
import Synchronization
import Testing

@testable import RealmStore

@Suite struct WeakReferenceTests {
    private final class Thing: Sendable {
        let number: Int
        init(_ number: Int) { self.number = number }
    }

    @Test func `an object is found until its last strong reference is gone`() {
        var thing: Thing? = Thing(3)
        let reference = WeakReference(thing!)
        let copy = reference
        #expect(reference.object?.number == 3 && copy.object === thing)
        thing = nil
        #expect(reference.object == nil && copy.object == nil)
    }

    @Test func `an object found is kept`() {
        var thing: Thing? = Thing(4)
        let reference = WeakReference(thing!)
        let found = reference.object
        thing = nil
        #expect(found?.number == 4 && reference.object === found)
    }

    @Test func `other objects do not take the place of one that is gone`() {
        let references = (0..<1000).map { WeakReference(Thing($0)) }
        let others = (0..<1000).map(Thing.init)
        #expect(references.allSatisfy { $0.object == nil })
        withExtendedLifetime(others) {}
    }

    @Test func `an object is found whole or not at all while another thread lets it go`() {
        let wrong = Atomic(0)
        for number in 0..<2000 {
            let kept = Mutex<Thing?>(Thing(number))
            let reference = WeakReference(kept.withLock { $0! })
            DispatchQueue.concurrentPerform(iterations: 3) { thread in
                if thread == 0 {
                    kept.withLock { $0 = nil }
                } else if let found = reference.object, found.number != number {
                    wrong.add(1, ordering: .relaxed)
                }
            }
            if reference.object != nil { wrong.add(1, ordering: .relaxed) }
        }
        #expect(wrong.load(ordering: .relaxed) == 0)
    }
}
