import Foundation
import OpenCombine
import RealmSwift
import TestSupport
import Testing

@Suite struct ObservationPublisherTests {
    private let stage = PublisherStage()

    @Test func `a Realm publishes after each change`() throws {
        try stage.run { realm, person in
            var count = 0
            let cancellable = realm.objectWillChange.sink { count += 1 }
            try realm.writeAndTell { person.name = "b" }
            try realm.writeAndTell { person.name = "c" }
            #expect(count == 2)
            cancellable.cancel()
            try realm.writeAndTell { person.name = "d" }
            #expect(count == 2)
        }
    }

    @Test func `an object publishes itself after each change, and finishes when it is deleted`() throws {
        try stage.run { realm, person in
            var (names, isFinished): ([String], Bool) = ([], false)
            let cancellable = valuePublisher(person).sink(
                receiveCompletion: { if case .finished = $0 { isFinished = true } },
                receiveValue: { names.append($0.name) })
            try realm.writeAndTell { person.name = "b" }
            try realm.writeAndTell { person.name = "c" }
            try realm.writeAndTell { realm.delete(person) }
            #expect(names == ["b", "c"] && isFinished)
            cancellable.cancel()
        }
    }

    @Test func `an object publishes changes of key paths only`() throws {
        try stage.run { realm, person in
            var names: [[String]] = []
            let cancellable = changesetPublisher(person, keyPaths: ["tags"]).sink { change in
                if case .change(_, let properties) = change { names.append(properties.map(\.name)) }
            }
            try realm.writeAndTell { person.name = "b" }
            try realm.writeAndTell { person.tags.insert("x") }
            #expect(names == [["tags"]])
            cancellable.cancel()
        }
    }

    @Test func `the last change of a list can be frozen, too`() throws {
        try stage.run { realm, person in
            try realm.writeAndTell { person.friends.append(Person()) }
            var states: [Bool] = []
            let cancellable = person.friends.collectionPublisher.freeze().assertNoFailure().sink {
                states.append($0.isInvalidated)
            }
            realm.refresh()
            try realm.writeAndTell { realm.delete(person) }
            #expect(states == [false, true])
            cancellable.cancel()
        }
    }

    @Test func `the changes of an object finish without a value when it is deleted`() throws {
        try stage.run { realm, person in
            var events: [String] = []
            let cancellable = changesetPublisher(person).sink(
                receiveCompletion: { _ in events.append("finished") }, receiveValue: { _ in events.append("change") })
            try realm.writeAndTell { realm.delete(person) }
            #expect(events == ["finished"])
            cancellable.cancel()
        }
    }

    @Test func `objects and their collections are observable objects`() throws {
        try stage.run { realm, person in
            var count = 0
            let cancellables = [
                person.objectWillChange.sink { count += 1 }, person.friends.objectWillChange.sink { count += 10 },
                person.tags.objectWillChange.sink { count += 100 },
                person.byName.objectWillChange.sink { count += 1_000 },
            ]
            realm.refresh()
            #expect(count == 1_110)
            try realm.writeAndTell { person.name = "b" }
            #expect(count == 1_111)
            for cancellable in cancellables { cancellable.cancel() }
        }
    }

    @Test func `a collection publishes itself at first and after each change`() throws {
        try stage.run { realm, _ in
            var counts: [Int] = []
            let people = realm.objects(Person.self)
            let cancellables = [
                people.collectionPublisher.assertNoFailure().sink { counts.append($0.count) },
                valuePublisher(people).assertNoFailure().sink { counts.append(-$0.count) },
            ]
            realm.refresh()
            try realm.writeAndTell { realm.create(Person.self) }
            #expect(counts == [1, -1, 2, -2])
            for cancellable in cancellables { cancellable.cancel() }
        }
    }

    @Test func `a collection publishes its changes`() throws {
        try stage.run { realm, person in
            var told: [String] = []
            let cancellable = person.friends.changesetPublisher.sink { change in
                switch change {
                case .initial(let friends): told.append("initial \(friends.count)")
                case .update(let friends, let deletions, let insertions, let modifications):
                    told.append("\(friends.count) \(deletions) \(insertions) \(modifications)")
                case .error: told.append("error")
                }
            }
            realm.refresh()
            try realm.writeAndTell { person.friends.append(Person()) }
            try realm.writeAndTell { person.friends[0].name = "x" }
            #expect(told == ["initial 0", "1 [] [0] []", "1 [] [] [0]"])
            cancellable.cancel()
        }
    }

    @Test func `a collection publishes changes of key paths only`() throws {
        try stage.run { realm, person in
            var count = 0
            let people = realm.objects(Person.self)
            let cancellables = [
                people.collectionPublisher(keyPaths: ["tags"]).assertNoFailure().sink { _ in count += 1 },
                people.changesetPublisher(keyPaths: ["tags"]).sink { _ in count += 10 },
            ]
            realm.refresh()
            try realm.writeAndTell { person.name = "b" }
            #expect(count == 11)
            try realm.writeAndTell { person.tags.insert("x") }
            #expect(count == 22)
            for cancellable in cancellables { cancellable.cancel() }
        }
    }

    @Test func `a map publishes itself and keys that change`() throws {
        try stage.run { realm, person in
            var told: [String] = []
            let cancellables = [
                person.byName.collectionPublisher.assertNoFailure().sink { told.append("\($0.keys)") },
                person.byName.changesetPublisher.sink { change in
                    if case .update(_, _, let insertions, _) = change { told.append("+\(insertions)") }
                },
            ]
            realm.refresh()
            try realm.writeAndTell { person.byName["k"] = person }
            #expect(told == ["[]", "[\"k\"]", "+[\"k\"]"])
            for cancellable in cancellables { cancellable.cancel() }
        }
    }

    @Test func `sections publish themselves, their changes and each one alone`() throws {
        try stage.run { realm, _ in
            var told: [String] = []
            let sections = realm.objects(Person.self).sectioned(by: \.name)
            let cancellables = [
                sections.collectionPublisher.assertNoFailure().sink { told.append("\($0.allKeys)") },
                sections.changesetPublisher.sink { change in
                    if case .update(_, _, let insertions, _, _, _) = change { told.append("\(insertions)") }
                },
                sections[0].collectionPublisher.assertNoFailure().sink { told.append("section \($0.count)") },
                sections[0].changesetPublisher.sink { if case .update = $0 { told.append("section changed") } },
            ]
            realm.refresh()
            try realm.writeAndTell { realm.create(Person.self, value: ["name": "b"]) }
            #expect(told == ["[\"a\"]", "section 1", "[\"a\", \"b\"]", "[[1, 0]]"])
            for cancellable in cancellables { cancellable.cancel() }
        }
    }

    @Test func `projections publish themselves and their changes`() throws {
        try stage.run { realm, person in
            var told: [String] = []
            let projection = PersonName(projecting: person)
            let cancellables = [
                valuePublisher(projection).assertNoFailure().sink { told.append($0.shown) },
                changesetPublisher(projection).sink { change in
                    if case .change(_, let properties) = change { told += properties.map(\.name) }
                },
                projection.objectWillChange.sink { told.append("changed") },
            ]
            try realm.writeAndTell { person.name = "b" }
            #expect(told == ["b", "shown", "changed"])
            for cancellable in cancellables { cancellable.cancel() }
        }
    }

    @Test func `an unmanaged object cannot be published`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = valuePublisher(Person())
        }
        expectMessage(result, "managed")
    }

    @Test func `a deleted object cannot be published`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = try Realm.inMemory()
            let person = try realm.write { realm.create(Person.self) }
            try realm.write { realm.delete(person) }
            _ = changesetPublisher(person)
        }
        expectMessage(result, "deleted")
    }

    @Test func `a stored token hides commits from the publisher`() throws {
        try stage.run { realm, person in
            let store = TokenStore()
            var count = 0
            let cancellables = [
                valuePublisher(person).saveToken(on: store, at: \.object).assertNoFailure().sink { _ in count += 1 },
                realm.objectWillChange.saveToken(on: store, for: \.realm).sink { count += 10 },
            ]
            let tokens = [store.object, store.realm].compactMap { $0 }
            try realm.write(withoutNotifying: tokens) { person.name = "b" }
            realm.refresh()
            #expect(tokens.count == 2 && count == 0)
            try realm.writeAndTell { person.name = "c" }
            #expect(count == 11)
            for cancellable in cancellables { cancellable.cancel() }
        }
    }

    @Test func `cancelling in the moment of subscribing begins no observation`() throws {
        try stage.run { realm, person in
            let subscriber = CancellingSubscriber()
            valuePublisher(person).subscribe(subscriber)
            try realm.writeAndTell { person.name = "b" }
            #expect(subscriber.count == 0)
        }
    }

    @Test func `a cancelled publisher keeps no Realm open`() throws {
        let directory = try TemporaryDirectory()
        let configuration = Realm.Configuration(
            fileURL: directory.url.appendingPathComponent("a.realm"), objectTypes: [Person.self, Home.self])
        let queue = DispatchQueue(label: "open")
        let cancellable = try queue.sync {
            let realm = try Realm(configuration: configuration, queue: queue)
            return realm.objects(Person.self).collectionPublisher.assertNoFailure().sink { _ in }
        }
        #expect(throws: Realm.Error.self) { try Realm.deleteFiles(for: configuration) }
        queue.sync { cancellable.cancel() }
        #expect(try Realm.deleteFiles(for: configuration))
        withExtendedLifetime(cancellable) {}
    }
}

private final class TokenStore {
    var object: NotificationToken?
    var realm: NotificationToken?
}

final class PersonName: Projection<Person> {
    @Projected(\Person.name) var shown
}

/// Ends its subscription as soon as it has one.
private final class CancellingSubscriber: Subscriber {
    var count = 0

    func receive(subscription: any Subscription) { subscription.cancel() }
    func receive(_ input: Person) -> Subscribers.Demand {
        count += 1
        return .unlimited
    }
    func receive(completion: Subscribers.Completion<any Error>) {}
}
