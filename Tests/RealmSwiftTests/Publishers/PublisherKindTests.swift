import Foundation
import OpenCombine
import OpenCombineDispatch
import RealmSwift
import Synchronization
import Testing

/// What each kind of publisher has of its own: its form of an operator, or its conformance.
@Suite struct PublisherKindTests {
    private let stage = PublisherStage()
    private let other = DispatchQueue(label: "other")

    /// Changes that are told by the names of what published them.
    private final class Told: @unchecked Sendable {
        private let names = Mutex<[String]>([])

        func add(_ name: String) { names.withLock { $0.append(name) } }
        var all: [String] { names.withLock { $0.sorted() } }
    }

    @Test func `changes of every kind are frozen`() throws {
        try stage.run { realm, person in
            let told = Told()
            let sections = realm.objects(Person.self).sectioned(by: \.name)
            let cancellables = [
                person.friends.changesetPublisher.freeze().sink { told.add("list \($0.shown.isFrozen)") },
                person.byName.changesetPublisher.freeze().sink { told.add("map \($0.shown.isFrozen)") },
                sections.changesetPublisher.freeze().sink { told.add("sections \($0.shown.isFrozen)") },
                sections[0].changesetPublisher.freeze().sink { told.add("section \($0.shown.isFrozen)") },
                changesetPublisher(person).freeze().sink { told.add("object \($0.shown?.isFrozen == true)") },
                changesetPublisher(PersonName(projecting: person)).freeze().sink {
                    told.add("projection \($0.shown?.isFrozen == true)")
                },
            ]
            realm.refresh()
            #expect(told.all == ["list true", "map true", "section true", "sections true"])
            try realm.writeAndTell {
                person.name = "b"
                person.friends.append(Person())
                person.byName["k"] = person
            }
            #expect(
                told.all == [
                    "list true", "list true", "map true", "map true", "object true", "projection true", "section true",
                    "section true", "sections true", "sections true",
                ])
            for cancellable in cancellables { cancellable.cancel() }
        }
    }

    @Test func `a list whose object is gone is left out on another queue`() throws {
        let told = Told()
        var cancellable: AnyCancellable?
        try stage.run { realm, person in
            try realm.write { person.friends.append(Person()) }
            cancellable = person.friends.changesetPublisher.receive(on: other).sink { told.add("\($0.shown.count)") }
            realm.refresh()
            other.sync {}
            try realm.writeAndTell { realm.delete(person) }
            other.sync {}
        }
        #expect(told.all == ["1"])
        cancellable?.cancel()
    }

    @Test func `changes of every kind are handed over behind other operators`() throws {
        let told = Told()
        var cancellables: [AnyCancellable] = []
        let other = other
        /// Reading traps on another queue than that of the Realm.
        func hears(_ name: String, _ value: Any?) {
            dispatchPrecondition(condition: .onQueue(other))
            told.add("\(name) \(value ?? "nothing")")
        }
        try stage.run { realm, person in
            let sections = realm.objects(Person.self).sectioned(by: \.name)
            cancellables = [
                person.friends.changesetPublisher.map { $0 }.threadSafeReference().receive(on: other)
                    .sink { hears("list", $0.shown.count) },
                person.byName.changesetPublisher.map { $0 }.threadSafeReference().receive(on: other)
                    .sink { hears("map", $0.shown.count) },
                sections.changesetPublisher.map { $0 }.threadSafeReference().receive(on: other)
                    .sink { hears("sections", $0.shown.allKeys) },
                sections[0].changesetPublisher.map { $0 }.threadSafeReference().receive(on: other)
                    .sink { hears("section", $0.shown.count) },
                changesetPublisher(person).map { $0 }.threadSafeReference().receive(on: other)
                    .sink { hears("object", $0.shown?.name) },
                changesetPublisher(PersonName(projecting: person)).map { $0 }.threadSafeReference().receive(on: other)
                    .sink { hears("projection", $0.shown?.shown) },
            ]
            realm.refresh()
            other.sync {}
            #expect(told.all == ["list 0", "map 0", "section 1", "sections [\"a\"]"])
            try realm.writeAndTell { person.name = "b" }
            other.sync {}
        }
        #expect(told.all.contains("object b") && told.all.contains("projection b"))
        for cancellable in cancellables { cancellable.cancel() }
    }

    @Test func `tokens of every kind hide commits`() throws {
        try stage.run { realm, person in
            let told = Told()
            let store = Tokens()
            let sections = realm.objects(Person.self).sectioned(by: \.name)
            let cancellables = [
                person.objectWillChange.saveToken(on: store, at: \.all[0]).sink { told.add("will change") },
                person.friends.collectionPublisher.saveToken(on: store, at: \.all[1]).assertNoFailure()
                    .sink { _ in told.add("value") },
                changesetPublisher(person).saveToken(on: store, at: \.all[2]).sink { _ in told.add("object") },
                person.friends.changesetPublisher.saveToken(on: store, at: \.all[3]).sink { _ in told.add("list") },
                person.byName.changesetPublisher.saveToken(on: store, at: \.all[4]).sink { _ in told.add("map") },
                sections.changesetPublisher.saveToken(on: store, at: \.all[5]).sink { _ in told.add("sections") },
                sections[0].changesetPublisher.saveToken(on: store, at: \.all[6]).sink { _ in told.add("section") },
            ]
            realm.refresh()
            let atFirst = ["list", "map", "section", "sections", "value"]
            #expect(told.all == atFirst && store.all.allSatisfy { $0 != nil })
            func change() {
                person.friends.append(Person(value: ["name": "a"]))
                person.byName["\(person.friends.count)"] = person
            }
            try realm.write(withoutNotifying: store.all.compactMap { $0 }, change)
            realm.refresh()
            #expect(told.all == atFirst)
            try realm.writeAndTell(change)
            #expect(told.all == (atFirst + atFirst + ["object", "will change"]).sorted())
            for cancellable in cancellables { cancellable.cancel() }
        }
    }

    @Test func `an embedded object publishes after each change`() throws {
        try stage.run { realm, person in
            let home = try realm.write {
                person.home = Home(value: ["city": "Rome"])
                return try #require(person.home)
            }
            var count = 0
            let cancellable = home.objectWillChange.sink { count += 1 }
            try realm.writeAndTell { home.city = "Oslo" }
            #expect(count == 1)
            cancellable.cancel()
        }
    }

    @Test func `linking objects and collections of hidden types publish themselves`() throws {
        try stage.run { realm, person in
            let told = Told()
            let hidden = AnyRealmCollection(realm.objects(Person.self))
            let cancellables = [
                person.befriended.collectionPublisher.assertNoFailure().sink { told.add("links \($0.count)") },
                hidden.collectionPublisher.assertNoFailure().sink { told.add("hidden \($0.count)") },
                hidden.objectWillChange.sink { told.add("will change") },
            ]
            realm.refresh()
            try realm.writeAndTell { person.friends.append(person) }
            #expect(
                told.all == ["hidden 1", "hidden 1", "links 0", "links 1", "will change", "will change"])
            for cancellable in cancellables { cancellable.cancel() }
        }
    }

    @available(*, deprecated)
    @Test func `collections publish themselves under the older name`() throws {
        try stage.run { realm, person in
            var counts: [Int] = []
            let cancellables = [
                person.friends.publisher.assertNoFailure().sink { counts.append($0.count) },
                person.byName.publisher.assertNoFailure().sink { counts.append($0.count) },
            ]
            realm.refresh()
            #expect(counts == [0, 0])
            for cancellable in cancellables { cancellable.cancel() }
        }
    }
}

/// Places for the tokens of seven publishers.
private final class Tokens {
    var all = [NotificationToken?](repeating: nil, count: 7)
}

extension RealmCollectionChange {
    fileprivate var shown: CollectionType {
        switch self {
        case .initial(let collection), .update(let collection, _, _, _): collection
        case .error(let error): fatalError("\(error)")
        }
    }
}

extension RealmMapChange {
    fileprivate var shown: Collection {
        switch self {
        case .initial(let map), .update(let map, _, _, _): map
        case .error(let error): fatalError("\(error)")
        }
    }
}

extension SectionedResultsChange {
    fileprivate var shown: Collection {
        switch self {
        case .initial(let sections), .update(let sections, _, _, _, _, _): sections
        }
    }
}

extension ObjectChange {
    fileprivate var shown: T? { if case .change(let object, _) = self { object } else { nil } }
}
