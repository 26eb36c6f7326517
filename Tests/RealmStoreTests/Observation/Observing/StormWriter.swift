import Foundation
import RealmStore

@testable import TestSupport

/// A writer of a storm: short random transactions on some items, again and again.
struct StormWriter: Sendable {
    let configuration: Realm.Configuration
    let end: Date
    private var random: SeededGenerator

    init(_ configuration: Realm.Configuration, until end: Date, seed: UInt64) {
        (self.configuration, self.end) = (configuration, end)
        random = SeededGenerator(seed: seed)
    }

    /// The classes and the file of a storm.
    static func configuration(at path: String) -> Realm.Configuration {
        Realm.Configuration(
            fileURL: URL(fileURLWithPath: path), objectTypes: [NotifyItem.self, NotifyOther.self, NotifyPart.self])
    }

    /// Makes the items. The first has lists that are observed, and stays.
    static func begin(_ realm: Realm) throws {
        try realm.write {
            for id in 0..<30 { realm.create(NotifyItem.self, value: ["_id": id, "n": id % 6, "s": "\(id % 4)"]) }
        }
    }

    private var isOver: Bool { Date() >= end }

    private mutating func pause() -> Double { Double(random.below(8)) / 1000 }

    // MARK: Ways to write

    /// Writes on the calling thread.
    mutating func writeHere() throws {
        let realm = try Realm(configuration: configuration)
        while !isOver {
            try autoreleasepool { try realm.write { change(realm) } }
            Thread.sleep(forTimeInterval: pause())
        }
    }

    /// Writes with `asyncWrite`, in the code of an actor.
    func write(on actor: isolated any Actor) async throws {
        var writer = self
        let realm = try await Realm(configuration: configuration, actor: actor)
        while !isOver {
            try await realm.asyncWrite { writer.change(realm) }
            try await Task.sleep(for: .seconds(writer.pause()))
        }
    }

    /// Writes with grouped asynchronous commits, on a queue; returns when the last is durable.
    func write(on queue: DispatchQueue) throws {
        let (done, writer) = (DispatchSemaphore(value: 0), QueueWriter(self))
        queue.async { writer.next(queue, done) }
        done.wait()
        if let error = writer.error { throw error }
    }

    /// The state of grouped writing, which belongs to the queue.
    private final class QueueWriter: @unchecked Sendable {
        private var writer: StormWriter
        private var realm: Realm?
        private(set) var error: (any Error)?

        init(_ writer: StormWriter) { self.writer = writer }

        func next(_ queue: DispatchQueue, _ done: DispatchSemaphore) {
            do {
                let realm = try self.realm ?? Realm(configuration: writer.configuration, queue: queue)
                self.realm = realm
                realm.beginAsyncWrite { [self] in
                    writer.change(realm)
                    let isLast = writer.isOver
                    realm.commitAsyncWrite(allowGrouping: !isLast) { [self] failure in
                        if let failure { error = failure }
                        guard isLast || failure != nil else { return }
                        self.realm = nil
                        done.signal()
                    }
                    guard !isLast else { return }
                    queue.asyncAfter(deadline: .now() + writer.pause()) { [self] in
                        if error == nil { next(queue, done) }
                    }
                }
            } catch {
                self.error = error
                done.signal()
            }
        }
    }

    // MARK: Changes

    /// Makes one to four changes.
    private mutating func change(_ realm: Realm) {
        for _ in 0...random.below(4) { changeOnce(realm) }
    }

    private mutating func item(_ realm: Realm) -> NotifyItem {
        let all = realm.objects(NotifyItem.self)
        return all[random.below(all.count)]
    }

    private mutating func changeOnce(_ realm: Realm) {
        let item = item(realm)
        switch random.below(12) {
        case 0, 1:
            guard realm.objects(NotifyItem.self).count < 40 else { return }
            realm.create(
                NotifyItem.self,
                value: ["_id": Int.random(in: 100...(1 << 40), using: &random), "n": random.below(6)],
                update: .modified)
        case 2, 3: if item._id != 0, realm.objects(NotifyItem.self).count > 20 { realm.delete(item) }
        case 4, 5: item.n = random.below(6)
        case 6: item.s = ["", "a", "b", "c"][random.below(4)]
        case 7: item.next = self.item(realm)
        case 8: edit(first(realm).items) { writer in writer.item(realm) }
        case 9: edit(first(realm).ints) { writer in writer.random.below(5) }
        case 10: edit(item.items) { writer in writer.item(realm) }
        default: first(realm).iset.insert(random.below(20))
        }
    }

    private func first(_ realm: Realm) -> NotifyItem {
        realm.object(ofType: NotifyItem.self, forPrimaryKey: 0)!
    }

    private mutating func edit<Element>(_ list: List<Element>, _ element: (inout StormWriter) -> Element) {
        switch (random.below(5), list.count) {
        case (0, 1...): list.remove(at: random.below(list.count))
        case (1, 2...): list.move(from: random.below(list.count), to: random.below(list.count))
        case (2, 1...): list[random.below(list.count)] = element(&self)
        case (_, 12...): list.removeLast()
        default: list.insert(element(&self), at: random.below(list.count + 1))
        }
    }
}
