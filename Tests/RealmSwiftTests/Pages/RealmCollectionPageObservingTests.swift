import Foundation
import OpenCombine
import RealmSwift
import Testing

@testable import TestSupport

/// Observers, frozen values and publishers of a `RealmCollection`.
@Suite struct RealmCollectionPageObservingTests {
    private let stage = PetStage()

    /// A change as text.
    private static func text<C: RealmCollection>(_ change: RealmCollectionChange<C>) -> String {
        switch change {
        case .initial(let collection): "initial \(collection.count)"
        case .update(let collection, deletions: let deletions, insertions: let insertions, let modifications):
            "update \(collection.count) \(deletions) \(insertions) \(modifications)"
        case .error(let error): "error \(error)"
        }
    }

    /// What an observer of the pets is told while `write` changes them.
    private func told(
        _ observe: (Results<Pet>, @escaping (RealmCollectionChange<Results<Pet>>) -> Void) -> NotificationToken,
        _ write: (Realm) throws -> Void
    ) throws -> [String] {
        try stage.run { realm in
            var told: [String] = []
            let token = observe(realm.objects(Pet.self)) { told.append(Self.text($0)) }
            realm.refresh()
            try realm.write { try write(realm) }
            realm.refresh()
            token.invalidate()
            try realm.write { _ = realm.create(Pet.self, value: ["name": "untold"]) }
            realm.refresh()
            return told
        }
    }

    private func change(_ realm: Realm) throws {
        let (first, second) = (try #require(realm.pet("a")), try #require(realm.pet("b")))
        realm.delete(first)
        second.age = 20
        realm.create(Pet.self, value: ["name": "d"])
    }

    // MARK: Observing

    @Test func `an observer is told of the collection, and of each change, with old positions`() throws {
        let expected = ["initial 3", "update 3 [0] [2] [1]"]
        #expect(try told({ $0.observe($1) }, change) == expected)
    }

    @Test func `the form without defaults does the same`() throws {
        let told = try told({ $0.observe(keyPaths: nil, on: nil, $1) }, change)
        #expect(told == ["initial 3", "update 3 [0] [2] [1]"])
    }

    @Test func `with key paths, other modifications are not told`() throws {
        let expected = ["initial 3", "update 3 [0] [2] []"]
        #expect(try told({ $0.observe(keyPaths: ["isGood"], $1) }, change) == expected)
    }

    @Test func `key paths are also those of Swift, and none are all`() throws {
        let told = try told({ $0.observe(keyPaths: [\Pet.age], $1) }, change)
        #expect(told == ["initial 3", "update 3 [0] [2] [1]"])
        let none = try RealmCollectionPageObservingTests().told(
            { $0.observe(keyPaths: [PartialKeyPath<Pet>](), $1) }, change)
        #expect(none == told)
    }

    @Test func `an observer in another queue gets the collection there`() async throws {
        let (stage, other) = (stage, DispatchQueue(label: "other"))
        let told: String = await withCheckedContinuation { continuation in
            nonisolated(unsafe) var token: NotificationToken?
            token = try? stage.run { realm in
                realm.objects(Pet.self).observe(keyPaths: nil, on: other) { change in
                    dispatchPrecondition(condition: .onQueue(other))
                    continuation.resume(returning: Self.text(change))
                    token?.invalidate()
                }
            }
        }
        #expect(told == "initial 3")
    }

    @Test func `collections that do not change, or key paths to nowhere, trap`() async {
        await #expect(processExitsWith: .failure) {
            try PetStage().run { realm in _ = realm.objects(Pet.self).freeze().observe { _ in } }
        }
        await #expect(processExitsWith: .failure) {
            try PetStage().run { _ in _ = List<Pet>().observe { _ in } }
        }
        await #expect(processExitsWith: .failure) {
            try PetStage().run { realm in _ = realm.objects(Pet.self).observe(keyPaths: ["legs"]) { _ in } }
        }
        await #expect(processExitsWith: .failure) {
            try PetStage().run { realm in try realm.write { _ = realm.objects(Pet.self).observe { _ in } } }
        }
    }

    // MARK: Observing in actors

    @Test(arguments: [0, 1, 2, 3])
    func `an actor is told in its own code`(form: Int) async throws {
        let watcher = Watcher()
        let told = try await watcher.told(.pets(), form)
        #expect(told == ["initial 1", form == 2 ? "nothing" : "update 1 [] [] [0]"])
    }

    @Test func `a task that is cancelled observes nothing`() async throws {
        let watcher = Watcher()
        let configuration = Realm.Configuration.pets()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await watcher.cancelled(configuration)
        }
        #expect(try await task.value == [])
    }

    /// An actor with a Realm whose changes it is told of.
    private actor Watcher {
        private var told: [String] = []

        func told(_ configuration: Realm.Configuration, _ form: Int) async throws -> [String] {
            let realm = try await Realm(configuration: configuration, actor: self)
            try realm.addPets(["a"])
            let pets = realm.objects(Pet.self)
            let token =
                switch form {
                case 0:
                    await pets.observe(keyPaths: nil, on: self, _isolation: self) { watcher, change in
                        watcher.note(change)
                    }
                case 1: await pets.observe(on: self) { watcher, change in watcher.note(change) }
                case 2:
                    await pets.observe(keyPaths: ["isGood"], on: self) { watcher, change in watcher.note(change) }
                default:
                    await pets.observe(keyPaths: [\Pet.age], on: self) { watcher, change in watcher.note(change) }
                }
            await realm.asyncRefresh()
            try realm.write { pets[0].age = 5 }
            await realm.asyncRefresh()
            token.invalidate()
            return told.count == 1 ? told + ["nothing"] : told
        }

        func cancelled(_ configuration: Realm.Configuration) async throws -> [String] {
            let realm = try await Task { [self] in try await opened(configuration) }.value.realm
            let token = await realm.objects(Pet.self).observe(on: self) { watcher, change in watcher.note(change) }
            try realm.addPets(["a"])
            realm.refresh()
            #expect(!token.invalidate())
            return told
        }

        private struct Opened: @unchecked Sendable {
            let realm: Realm
        }

        private func opened(_ configuration: Realm.Configuration) async throws -> Opened {
            Opened(realm: try await Realm(configuration: configuration, actor: self))
        }

        private func note<C: RealmCollection>(_ change: RealmCollectionChange<C>) {
            told.append(RealmCollectionPageObservingTests.text(change))
        }
    }

    // MARK: Changes

    @Test func `changes have three cases, of which errors are never told`() {
        let changes: [RealmCollectionChange<[Int]>] = [
            .initial([1]), .update([2], deletions: [0], insertions: [1], modifications: [2]),
            .error(CancellationError()),
        ]
        let texts = changes.map { change in
            switch change {
            case .initial(let content): "initial \(content)"
            case .update(let content, let deletions, let insertions, let modifications):
                "update \(content) \(deletions) \(insertions) \(modifications)"
            case .error(let error): "error \(error is CancellationError)"
            }
        }
        #expect(texts == ["initial [1]", "update [2] [0] [1] [2]", "error true"])
    }

    // MARK: Freezing

    @Test func `anything confined is frozen, and thawed while it exists`() throws {
        let realm = try Realm.withPets("a", "b")
        let keeper = try realm.write { realm.create(Keeper.self, value: ["pets": realm.objects(Pet.self)]) }
        func frozen<C: ThreadConfined>(_ content: C) -> C {
            let (isFrozen, frozen): (Bool, C) = (content.isFrozen, content.freeze())
            #expect(!isFrozen && frozen.isFrozen && frozen.freeze().isFrozen)
            let thawed: C? = frozen.thaw()
            #expect(thawed?.isFrozen == false)
            return frozen
        }
        let (list, map, results) = (frozen(keeper.pets), frozen(keeper.scores), frozen(realm.objects(Pet.self)))
        let (object, sections) = (frozen(keeper), frozen(realm.objects(Pet.self).sectioned(by: \.name)))
        _ = frozen(PetView(projecting: realm.objects(Pet.self)[0]))
        try realm.write { realm.deleteAll() }
        #expect(list.count == 2 && results.count == 2 && sections.count == 2 && map.count == 0)
        #expect(list.thaw() == nil && map.thaw() == nil && object.thaw() == nil && results.thaw()?.count == 0)
    }

    @Test func `what is in memory cannot be frozen or thawed`() async {
        await #expect(processExitsWith: .failure) { _ = List<Int>().freeze() }
        await #expect(processExitsWith: .failure) { _ = List<Int>().thaw() }
    }

    // MARK: Publishing

    @Test func `collections publish that they have changed, themselves and their changes`() throws {
        func publishers<C: RealmCollection & RealmSubscribable>(
            _ collection: C
        ) -> (RealmPublishers.WillChange<C>, [RealmPublishers.Value<C>], [RealmPublishers.CollectionChangeset<C>]) {
            (
                collection.objectWillChange,
                [collection.collectionPublisher, collection.collectionPublisher(keyPaths: ["isGood"])],
                [collection.changesetPublisher, collection.changesetPublisher(keyPaths: ["isGood"])]
            )
        }
        try stage.run { realm in
            let (willChange, values, changesets) = publishers(realm.objects(Pet.self))
            var (changes, counts, texts) = (0, [[Int]](repeating: [], count: 2), [[String]](repeating: [], count: 2))
            var cancellables = [willChange.sink { changes += 1 }]
            for index in 0..<2 {
                cancellables += [
                    values[index].assertNoFailure().sink { counts[index].append($0.count) },
                    changesets[index].sink { texts[index].append(Self.text($0)) },
                ]
            }
            realm.refresh()
            changes = 0
            try realm.write { realm.pet("a")?.age = 9 }
            realm.refresh()
            try realm.write { realm.deleteAll() }
            realm.refresh()
            #expect(changes == 2 && counts == [[3, 3, 0], [3, 0]])
            let all = "update 0 [0, 1, 2] [] []"
            #expect(texts == [["initial 3", "update 3 [] [] [0]", all], ["initial 3", all]])
            for cancellable in cancellables { cancellable.cancel() }
        }
    }
}
