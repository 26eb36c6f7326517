import Synchronization
import Testing

@testable import RealmStore

@Suite struct WeakTableTests {
    private final class Thing: Sendable {
        let name: String
        private let kept = Mutex<(any AnyObject & Sendable)?>(nil)

        init(_ name: String) { self.name = name }

        func keep(_ entry: (any AnyObject & Sendable)?) { kept.withLock { $0 = entry } }
    }

    private let table = WeakTable<String, Thing>()

    @Test func `an object is found for as long as somebody keeps it`() {
        var thing: Thing? = Thing("first")
        thing.map { $0.keep(table.enter($0, for: "a").entry) }
        #expect(table["a"] === thing)
        thing = nil
        #expect(table["a"] == nil)
        #expect(table.keys.isEmpty)
    }

    @Test func `of two objects with one key the first stays`() {
        let (first, second) = (Thing("first"), Thing("second"))
        first.keep(table.enter(first, for: "a").entry)
        let (shared, entry) = table.enter(second, for: "a")
        #expect(shared === first)
        #expect(entry == nil)
    }

    @Test func `an object that ends takes out its own entry only`() {
        var old: Thing? = Thing("old")
        let entry = old.flatMap { table.enter($0, for: "a").entry }
        old = nil
        let new = Thing("new")
        new.keep(table.enter(new, for: "a").entry)
        withExtendedLifetime(entry) { #expect(table["a"] === new) }
    }

    private final class Progress: Sendable {
        let isRunning = Atomic(true)
        let keptCount = Atomic(0)
    }

    @Test func `entering an object keeps no other one`() async {
        let (table, progress) = (table, Progress())
        let entering = Task.detached {
            for number in 0..<20_000 {
                let thing = Thing("\(number)")
                thing.keep(table.enter(thing, for: "\(number % 7)").entry)
            }
            progress.isRunning.store(false, ordering: .relaxed)
        }
        let ending = Task.detached {
            while progress.isRunning.load(ordering: .relaxed) {
                weak var gone: Thing?
                do {
                    let thing = Thing("mine")
                    thing.keep(table.enter(thing, for: "mine").entry)
                    gone = thing
                }
                if gone != nil { progress.keptCount.add(1, ordering: .relaxed) }
                await Task.yield()
            }
        }
        await entering.value
        await ending.value
        #expect(progress.keptCount.load(ordering: .relaxed) == 0)
        #expect(table.keys.isEmpty)
    }
}
