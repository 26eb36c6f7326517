import Foundation
import OpenCombine
import OpenCombineDispatch
import RealmSwift
import Synchronization
import TestSupport
import Testing

@Suite struct HandoverTests {
    private let stage = PublisherStage()
    private let other = DispatchQueue(label: "other")

    /// Values that arrive in another queue.
    private final class Arrivals<Value: Sendable>: @unchecked Sendable {
        private let values = Mutex<[Value]>([])

        func add(_ value: Value) { values.withLock { $0.append(value) } }
        var all: [Value] { values.withLock { $0 } }
    }

    @Test func `values received on another queue belong to it`() throws {
        let names = Arrivals<String>()
        var cancellable: AnyCancellable?
        try stage.run { realm, person in
            cancellable = valuePublisher(person).receive(on: other).assertNoFailure().sink { person in
                dispatchPrecondition(condition: .onQueue(other))
                names.add(person.isFrozen ? "frozen" : person.name)
            }
            try realm.writeAndTell { person.name = "b" }
            other.sync {}
            try realm.writeAndTell { person.name = "c" }
            other.sync {}
        }
        #expect(names.all == ["b", "c"])
        cancellable?.cancel()
    }

    @Test func `changes received on another queue keep their positions`() throws {
        let told = Arrivals<String>()
        var cancellables: [AnyCancellable] = []
        try stage.run { realm, person in
            cancellables = [
                person.friends.changesetPublisher.receive(on: other).sink { change in
                    if case .update(let friends, _, let insertions, _) = change {
                        told.add("\(friends.count) \(insertions)")
                    }
                },
                person.byName.changesetPublisher.receive(on: other).sink { change in
                    if case .update(let map, _, let insertions, _) = change { told.add("\(map.count) \(insertions)") }
                },
                changesetPublisher(person).receive(on: other).sink { change in
                    if case .change(let person, let properties) = change {
                        told.add("\(person.name) \(properties.map(\.name))")
                    }
                },
            ]
            realm.refresh()
            other.sync {}
            try realm.writeAndTell {
                person.friends.append(Person())
                person.byName["k"] = person
            }
            other.sync {}
        }
        #expect(told.all == ["1 [0]", "1 [\"k\"]", "a [\"friends\", \"byName\"]"])
        for cancellable in cancellables { cancellable.cancel() }
    }

    @Test func `sections received on another queue belong to it`() throws {
        let keys = Arrivals<[String]>()
        var cancellable: AnyCancellable?
        try stage.run { realm, _ in
            cancellable = realm.objects(Person.self).sectioned(by: \.name).changesetPublisher.receive(on: other).sink {
                switch $0 {
                case .initial(let sections), .update(let sections, _, _, _, _, _): keys.add(sections.allKeys)
                }
            }
            realm.refresh()
            other.sync {}
        }
        #expect(keys.all == [["a"]])
        cancellable?.cancel()
    }

    @Test func `an object that is gone on arrival is left out`() throws {
        let names = Arrivals<String>()
        let (configuration, other) = (stage.configuration, other)
        let gate = DispatchSemaphore(value: 0)
        // The queue's Realm is at the newest version when values arrive, and stays open.
        nonisolated(unsafe) var held: Realm?
        var cancellables: [AnyCancellable] = []
        try stage.run { realm, person in
            let remaining: Person = try realm.write { realm.create(Person.self, value: ["name": "c"]) }
            for person in [person, remaining] {
                let publisher: RealmPublishers.Value<Person> = valuePublisher(person)
                cancellables.append(
                    publisher.receive(on: other).assertNoFailure().sink { names.add($0.name) })
            }
            other.async {
                held = try? Realm(configuration: configuration, queue: other)
                gate.wait()
                held?.refresh()
                _ = held?.objects(Person.self).count
            }
            try realm.writeAndTell { (person.name, remaining.name) = ("b", "d") }
            try realm.writeAndTell { realm.delete(person) }
            gate.signal()
            other.sync { held = nil }
        }
        #expect(names.all == ["d"])
        for cancellable in cancellables { cancellable.cancel() }
    }

    @Test func `frozen values pass to another queue as they are`() throws {
        let told = Arrivals<String>()
        var cancellables: [AnyCancellable] = []
        try stage.run { realm, person in
            cancellables = [
                realm.objects(Person.self).collectionPublisher.freeze().receive(on: other).assertNoFailure().sink {
                    told.add("\($0.isFrozen) \($0.count)")
                },
                changesetPublisher(person).freeze().receive(on: other).sink { change in
                    if case .change(let person, let properties) = change {
                        let friends = properties.first?.newValue as? List<Person>
                        told.add("\(person.isFrozen) \(friends?.isFrozen ?? false)")
                    }
                },
            ]
            realm.refresh()
            other.sync {}
            try realm.writeAndTell { person.friends.append(Person()) }
            other.sync {}
        }
        #expect(told.all == ["true 1", "true 2", "true true"])
        for cancellable in cancellables { cancellable.cancel() }
    }

    @Test func `operators in between keep references usable`() throws {
        let names = Arrivals<String>()
        var cancellable: AnyCancellable?
        try stage.run { realm, person in
            cancellable = valuePublisher(person).map { $0 }.threadSafeReference().receive(on: other).assertNoFailure()
                .sink { names.add($0.name) }
            try realm.writeAndTell { person.name = "b" }
            other.sync {}
        }
        #expect(names.all == ["b"])
        cancellable?.cancel()
    }

    @Test func `a publisher can be observed on another queue`() throws {
        let counts = Arrivals<Int>()
        let arrived = DispatchSemaphore(value: 0)
        var cancellable: AnyCancellable?
        try stage.run { realm, _ in
            cancellable = realm.objects(Person.self).collectionPublisher.subscribe(on: other).assertNoFailure().sink {
                dispatchPrecondition(condition: .onQueue(other))
                counts.add($0.count)
                arrived.signal()
            }
        }
        #expect(arrived.wait(timeout: .now() + 60) == .success)
        #expect(counts.all == [1])
        other.sync { cancellable?.cancel() }
    }

    @Test func `only queues can be subscribed on`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = try Realm.inMemory()
            _ = realm.objects(Person.self).collectionPublisher.subscribe(on: ImmediateScheduler.shared)
        }
        expectMessage(result, "serial dispatch queues")
    }

    @Test func `a Realm is opened and published once, on the queue that is named`() async throws {
        let configuration = stage.configuration
        let other = other
        let events = Arrivals<String>()
        await withCheckedContinuation { continuation in
            nonisolated(unsafe) var cancellable: AnyCancellable?
            cancellable = Realm.asyncOpen(configuration: configuration).receive(on: other).sink(
                receiveCompletion: { completion in
                    if case .finished = completion { events.add("finished") }
                    cancellable?.cancel()
                    continuation.resume()
                },
                receiveValue: { realm in
                    dispatchPrecondition(condition: .onQueue(other))
                    events.add("opened \(realm.isEmpty)")
                })
        }
        #expect(events.all == ["opened true", "finished"])
    }

    @Test func `a Realm that cannot be opened fails`() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("text.realm", Data("This is a text, and no Realm at all.".utf8))
        let configuration = Realm.Configuration(fileURL: file, objectTypes: [Person.self, Home.self])
        let other = other
        var cancellable: AnyCancellable?
        let isFailed = await withCheckedContinuation { continuation in
            cancellable = Realm.asyncOpen(configuration: configuration)
                .receive(on: other)
                .sink(
                    receiveCompletion: { completion in
                        if case .failure(let error) = completion {
                            continuation.resume(returning: error is Realm.Error)
                        }
                    }, receiveValue: { _ in })
        }
        #expect(isFailed)
        cancellable?.cancel()
    }
}

/// Code of the main actor, as that of an app's screens.
@MainActor private final class Screen {
    private var cancellables: Set<AnyCancellable> = []

    func show(_ people: Results<Person>, on queue: DispatchQueue, _ arrived: @escaping @Sendable (Int) -> Void) {
        people.collectionPublisher.freeze().receive(on: queue).assertNoFailure()
            .sink { @Sendable people in arrived(people.count) }
            .store(in: &cancellables)
    }
}

@Suite struct ScreenTests {
    @Test @MainActor func `a sink written in code of the main actor is called on another queue if it is Sendable`()
        async throws
    {
        let realm = try Realm.inMemory()
        let screen = Screen()
        let people = realm.objects(Person.self)
        let count = await withCheckedContinuation { continuation in
            screen.show(people, on: DispatchQueue(label: "other")) { continuation.resume(returning: $0) }
        }
        #expect(count == 0)
    }
}
