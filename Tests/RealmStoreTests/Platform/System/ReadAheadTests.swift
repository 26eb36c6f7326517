import Synchronization
import Testing

@testable import RealmStore

@Suite struct ReadAheadTests {
    private struct Failure: Error {}

    @Test func `elements come in their order, and then no more`() throws {
        var next = 0
        let ahead = ReadAhead("test", depth: 3) { () -> Int? in
            next += 1
            return next <= 100 ? next : nil
        }
        var found: [Int] = []
        while let element = try ahead.next() { found.append(element) }
        #expect(found == Array(1...100))
        #expect(try ahead.next() == nil)
    }

    @Test func `the elements before a failure are there`() throws {
        var next = 0
        let ahead = ReadAhead("test", depth: 3) { () -> Int? in
            next += 1
            if next == 3 { throw Failure() }
            return next
        }
        #expect(try ahead.next() == 1)
        #expect(try ahead.next() == 2)
        #expect(throws: Failure.self) { try ahead.next() }
    }

    @Test func `no more elements are made than may wait`() throws {
        let made = Atomic(0)
        do {
            let ahead = ReadAhead("test", depth: 2) { () -> Int? in made.add(1, ordering: .relaxed).newValue }
            _ = try ahead.next()
        }
        #expect(made.load(ordering: .relaxed) <= 3)
    }
}
