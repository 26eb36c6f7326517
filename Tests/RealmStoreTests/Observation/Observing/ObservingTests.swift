import Foundation
import RealmStore
import Testing

@testable import TestSupport

/// Observation of collections, objects and sections in a dispatch queue, whose turns the tests wait for.
@Suite("Observing collections and objects") struct ObservingTests {
    private let directory: TemporaryDirectory
    private let configuration: Realm.Configuration
    private let queue = DispatchQueue(label: "observing")

    init() throws {
        directory = try TemporaryDirectory()
        configuration = Realm.Configuration(
            fileURL: directory.url.appendingPathComponent("observed.realm"), objectTypes: ModelRealm.types)
    }

    /// The reports to an observer, as texts.
    private final class Told: @unchecked Sendable {
        var all: [String] = []
        var token: NotificationToken?

        func add<Collection>(_ change: RealmCollectionChange<Collection>) {
            switch change {
            case .initial: all.append("initial")
            case .update(_, let deletions, let insertions, let modifications):
                all.append("-\(deletions) +\(insertions) *\(modifications)")
            case .error: all.append("error")
            }
        }
    }

    /// Runs `body` in the queue, and then lets the queue run one turn.
    private func onQueue(_ body: (Realm) throws -> Void) throws {
        try queue.sync { try body(Realm(configuration: configuration, queue: queue)) }
        for _ in 0..<2 { queue.sync {} }
    }

    private func write(_ body: (Realm) throws -> Void) throws {
        try onQueue { realm in try realm.write { try body(realm) } }
    }

    /// Dogs of these ages, whose changes are reported.
    private func observedDogs(
        _ ages: [Int], keyPaths: [String]? = nil,
        _ results: (Realm) -> Results<ModelDog> = { $0.objects(ModelDog.self) }
    ) throws -> Told {
        let told = Told()
        try write { realm in for age in ages { realm.add(ModelDog(value: ["name": "\(age)", "age": age])) } }
        try onQueue { told.token = results($0).observe(keyPaths: keyPaths) { told.add($0) } }
        return told
    }

    private func dog(_ realm: Realm, _ index: Int) -> ModelDog { realm.objects(ModelDog.self)[index] }

    // MARK: Results

    @Test func `the initial collection is told once`() throws {
        let told = try observedDogs([1, 2])
        try onQueue { _ in }
        #expect(told.all == ["initial"])
    }

    @Test func `own commits are told at the next turn, with old positions of modifications`() throws {
        let told = try observedDogs([1, 2, 3])
        try write { realm in
            dog(realm, 2).age = 9
            realm.delete(dog(realm, 0))
            realm.add(ModelDog())
        }
        #expect(told.all == ["initial", "-[0] +[0] *[2]"] || told.all == ["initial", "-[0] +[2] *[2]"])
    }

    @Test func `a commit that touches nothing of it is not told`() throws {
        let told = try observedDogs([1])
        try write { $0.add(ModelPerson(value: ["id": 1])) }
        try write { _ in }
        #expect(told.all == ["initial"])
    }

    @Test func `setting a property to the value it has is a modification`() throws {
        let told = try observedDogs([1, 2])
        try write { dog($0, 1).age = 2 }
        #expect(told.all == ["initial", "-[] +[] *[1]"])
    }

    @Test func `with key paths only these properties count`() throws {
        let told = try observedDogs([1, 2], keyPaths: ["name"])
        try write { dog($0, 1).age = 7 }
        try write { dog($0, 0).name = "x" }
        #expect(told.all == ["initial", "-[] +[] *[0]"])
    }

    @Test func `filtered and sorted results tell rows that come, go and move`() throws {
        let told = try observedDogs([5, 1, 3]) { $0.objects(ModelDog.self).filter("age > 2").sorted(byKeyPath: "age") }
        try write { dog($0, 1).age = 4 }
        try write { dog($0, 0).age = 0 }
        #expect(told.all == ["initial", "-[] +[1] *[]", "-[2] +[] *[]"])
    }

    @Test func `commits of others are told before refresh returns, as one`() throws {
        let told = try observedDogs([1])
        try queue.sync {
            let realm = try Realm(configuration: configuration, queue: queue)
            realm.autorefresh = false
            for _ in 0..<2 {
                try onThread {
                    let other = try Realm(configuration: configuration)
                    try other.write { other.add(ModelDog()) }
                }
            }
            #expect(told.all == ["initial"])
            #expect(realm.refresh())
            #expect(told.all == ["initial", "-[] +[1, 2] *[]"])
        }
    }

    @Test func `commits of others are told where the Realm follows them by itself`() throws {
        let told = try observedDogs([1])
        try onThread {
            let other = try Realm(configuration: configuration)
            try other.write { other.add(ModelDog()) }
        }
        // The system notifies; nothing else is waited for.
        for _ in 0..<2_000 where queue.sync(execute: { told.all.count }) < 2 { Thread.sleep(forTimeInterval: 0.005) }
        #expect(queue.sync { told.all } == ["initial", "-[] +[1] *[]"])
    }

    @Test func `the begin of a write transaction tells what is known, before it returns`() throws {
        let told = try observedDogs([1])
        try queue.sync {
            let realm = try Realm(configuration: configuration, queue: queue)
            try realm.write { realm.add(ModelDog()) }
            #expect(told.all == ["initial"])
            realm.beginWrite()
            #expect(told.all == ["initial", "-[] +[1] *[]"])
            realm.cancelWrite()
        }
    }

    @Test func `a commit can be hidden from an observer`() throws {
        let told = try observedDogs([1])
        try onQueue { realm in
            let token = try #require(told.token)
            try realm.write(withoutNotifying: [token]) { realm.add(ModelDog()) }
        }
        try write { realm in realm.delete(dog(realm, 1)) }
        #expect(told.all == ["initial", "-[1] +[] *[]"])
    }

    @Test func `after the end of the observation nothing is told`() throws {
        let told = try observedDogs([1])
        #expect(told.token?.invalidate() == true)
        #expect(told.token?.invalidate() == false)
        try write { $0.add(ModelDog()) }
        #expect(told.all == ["initial"])
    }

    @Test func `the observation ends with its token`() throws {
        let told = try observedDogs([1])
        told.token = nil
        try write { $0.add(ModelDog()) }
        #expect(told.all == ["initial"])
    }

    @Test func `a block may write, which is told at the next turn`() throws {
        let told = Told()
        try onQueue { realm in
            told.token = realm.objects(ModelDog.self).observe { change in
                told.add(change)
                if case .initial = change { try? realm.write { realm.add(ModelDog()) } }
            }
        }
        queue.sync {}
        #expect(told.all == ["initial", "-[] +[0] *[]"])
    }

    @Test func `no version stays in use after the last observer ends`() throws {
        let told = try observedDogs([1])
        for _ in 0..<3 { try write { $0.add(ModelDog()) } }
        told.token = nil
        try onQueue { realm in
            try realm.write { realm.add(ModelDog()) }
            #expect(try Realm.fileInfo(at: #require(configuration.fileURL)).activeVersions == 1)
        }
    }

    // MARK: Lists, maps, sections

    @Test func `a list tells of its elements, and of its end with the object`() throws {
        let told = Told()
        try write { realm in
            let person = ModelPerson(value: ["id": 1])
            realm.add(person)
            person.dogs.append(objectsIn: [ModelDog(), ModelDog(), ModelDog()])
        }
        try onQueue { told.token = $0.objects(ModelPerson.self)[0].dogs.observe { told.add($0) } }
        try write { $0.objects(ModelPerson.self)[0].dogs.move(from: 0, to: 2) }
        try write { $0.objects(ModelPerson.self)[0].dogs[1].age = 4 }
        try write { $0.delete($0.objects(ModelPerson.self)) }
        try write { $0.add(ModelPerson(value: ["id": 1])) }
        #expect(told.all == ["initial", "-[0] +[2] *[]", "-[] +[] *[1]", "-[0, 1, 2] +[] *[]"])
    }

    @Test func `a map tells of its keys`() throws {
        var changes: [String] = []
        var token: NotificationToken?
        try write { $0.add(ModelValues(value: ["counts": ["a": 1, "b": 2]])) }
        try onQueue { realm in
            token = realm.objects(ModelValues.self)[0].counts.observe { change in
                guard case .update(_, let gone, let new, let set) = change else { return changes.append("initial") }
                changes.append("-\(gone) +\(new) *\(set)")
            }
        }
        try write { realm in
            let counts = realm.objects(ModelValues.self)[0].counts
            counts["a"] = nil
            counts["b"] = 3
            counts["c"] = 4
        }
        #expect(changes == ["initial", "-[\"a\"] +[\"c\"] *[\"b\"]"])
        token?.invalidate()
    }

    @Test func `a map is observed through its protocol`() throws {
        var found: [[String]] = []
        var token: NotificationToken?
        func observe<Entries: RealmKeyedCollection>(_ entries: Entries) -> NotificationToken
        where Entries.Key == String {
            entries.observe(on: nil) { change in
                if case .update(_, _, let insertions, _) = change { found.append(insertions) }
            }
        }
        try write { $0.add(ModelValues()) }
        try onQueue { token = observe($0.objects(ModelValues.self)[0].counts) }
        try write { $0.objects(ModelValues.self)[0].counts["a"] = 1 }
        #expect(found == [["a"]])
        token?.invalidate()
    }

    @Test func `sections tell of places and of sections`() throws {
        var changes: [String] = []
        var token: NotificationToken?
        try write { realm in for name in ["ab", "ac", "b"] { realm.add(ModelDog(value: ["name": name])) } }
        try onQueue { realm in
            let sections = realm.objects(ModelDog.self).sectioned(
                by: { String($0.name.prefix(1)) }, sortDescriptors: [SortDescriptor(keyPath: "name")])
            token = sections.observe { change in
                guard case .update(_, let gone, let new, let set, let more, let less) = change else {
                    return changes.append("initial")
                }
                let texts = [gone, new, set].map { $0.map { "\($0.section).\($0.item)" }.joined(separator: " ") }
                changes.append("-\(texts[0]) +\(texts[1]) *\(texts[2]) +\(Array(more)) -\(Array(less))")
            }
        }
        try write { realm in
            realm.delete(realm.objects(ModelDog.self).filter("name == 'b'"))
            realm.add(ModelDog(value: ["name": "c"]))
        }
        #expect(changes == ["initial", "- +1.0 * +[1] -[1]"])
        token?.invalidate()
    }

    // MARK: Objects

    @Test func `an object tells its properties, and that it was deleted`() throws {
        var changes: [String] = []
        var token: NotificationToken?
        try write { $0.add(ModelDog(value: ["name": "Rex"])) }
        try onQueue { realm in
            token = dog(realm, 0).observe { (change: ObjectChange<ModelDog>) in
                switch change {
                case .change(_, let properties):
                    changes += properties.map {
                        "\($0.name): \($0.oldValue.map { "\($0)" } ?? "-") \($0.newValue.map { "\($0)" } ?? "-")"
                    }
                case .deleted: changes.append("deleted")
                case .error: changes.append("error")
                }
            }
        }
        try write { realm in (dog(realm, 0).age, dog(realm, 0).name) = (3, "Max") }
        try queue.sync {
            let realm = try Realm(configuration: configuration, queue: queue)
            try onThread {
                let other = try Realm(configuration: configuration)
                try other.write { other.objects(ModelDog.self)[0].age = 5 }
            }
            realm.refresh()
        }
        try write { $0.delete(dog($0, 0)) }
        #expect(changes == ["name: - Max", "age: - 3", "age: 3 5", "deleted"])
        token?.invalidate()
    }

    @Test func `commits of others right after the call that observes an object are reported`() throws {
        var changes: [String] = []
        try write { $0.add(ModelDog(value: ["age": 3])) }
        try queue.sync {
            let realm = try Realm(configuration: configuration, queue: queue)
            let token = dog(realm, 0).observe { (change: ObjectChange<ModelDog>) in
                guard case .change(_, let properties) = change else { return }
                changes += properties.map { "\($0.name): \($0.oldValue ?? "-") \($0.newValue ?? "-")" }
            }
            try onThread {
                let other = try Realm(configuration: configuration)
                try other.write { other.objects(ModelDog.self)[0].age = 5 }
            }
            #expect(realm.refresh())
            #expect(changes == ["age: 3 5"])
            token.invalidate()
        }
    }

    // MARK: Projections

    @Test func `a projection tells of the properties that Swift key paths name`() throws {
        var names: [String] = []
        var token: NotificationToken?
        try write { $0.add(ModelDog()) }
        try onQueue { realm in
            token = ObservedDogView(projecting: dog(realm, 0)).observe(keyPaths: [\ObservedDogView.years]) { change in
                if case .change(_, let properties) = change { names += properties.map(\.name) }
            }
        }
        try write { realm in (dog(realm, 0).name, dog(realm, 0).age) = ("Max", 4) }
        #expect(names == ["years"])
        token?.invalidate()
    }

    @Test func `a projected collection counts every property of its objects, or those that are named`() throws {
        let (all, named) = (Told(), Told())
        try write { realm in
            realm.add(ModelPerson(value: ["id": 1, "dogs": [["name": "Rex"], ["name": "Max"]]]))
        }
        try onQueue { realm in
            let names = ObservedOwnerView(projecting: realm.objects(ModelPerson.self)[0]).dogNames
            all.token = names.observe { all.add($0) }
            named.token = names.observe(keyPaths: ["name"]) { named.add($0) }
        }
        try write { dog($0, 0).age = 4 }
        try write { dog($0, 1).name = "Bello" }
        #expect(all.all == ["initial", "-[] +[] *[0]", "-[] +[] *[1]"])
        #expect(named.all == ["initial", "-[] +[] *[1]"])
    }

    // MARK: Elsewhere

    @Test func `another queue is told, with a collection of its own`() throws {
        let (told, other) = (Told(), DispatchQueue(label: "other"))
        try write { $0.add(ModelDog()) }
        try onQueue { realm in
            told.token = realm.objects(ModelDog.self).observe(on: other) { change in
                if case .initial(let dogs) = change { #expect(dogs[0].age == 1) }
                told.add(change)
            }
        }
        for _ in 0..<3 { other.sync {} }
        #expect(other.sync { told.all } == ["initial"])
        #expect(told.token?.invalidate() == true)
    }

    private actor Listener {
        var told: [String] = []
        var token: NotificationToken?

        func observe(_ configuration: Realm.Configuration) async throws {
            let realm = try await Realm(configuration: configuration, actor: self)
            token = await realm.objects(ModelDog.self).observe(on: self) { actor, change in
                switch change {
                case .initial(let dogs): actor.told.append("initial \(dogs.count)")
                case .update(let dogs, _, _, _): actor.told.append("update \(dogs.count)")
                case .error: actor.told.append("error")
                }
            }
        }

        func add(_ configuration: Realm.Configuration) async throws {
            let realm = try await Realm(configuration: configuration, actor: self)
            try realm.write { realm.add(ModelDog()) }
        }
    }

    @Test func `an actor is told in its own code`() async throws {
        try write { $0.add(ModelDog()) }
        let listener = Listener()
        try await listener.observe(configuration)
        for _ in 0..<1_000 where await listener.told.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        try await listener.add(configuration)
        for _ in 0..<1_000 where await listener.told.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
        #expect(await listener.told == ["initial 1", "update 2"])
        #expect(await listener.token?.invalidate() == true)
    }
}

private final class ObservedDogView: Projection<ModelDog> {
    @Projected(\ModelDog.name) var called
    @Projected(\ModelDog.age) var years
}

private final class ObservedOwnerView: Projection<ModelPerson> {
    @Projected(\ModelPerson.dogs.projectTo.name) var dogNames: ProjectedCollection<String>
}

@Suite("Observing: what is refused") struct ObservingRefusalTests {
    @Test func `nothing can be observed in a write transaction`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let models = try ModelRealm()
            models.realm.beginWrite()
            _ = models.realm.objects(ModelDog.self).observe { _ in }
        }
        expectMessage(result, "within write transactions")
    }

    @Test func `a frozen value cannot be observed`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let models = try ModelRealm()
            _ = models.realm.objects(ModelDog.self).freeze().observe { _ in }
        }
        expectMessage(result, "Frozen Realms do not change")
    }

    @Test func `a collection in memory cannot be observed`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = ModelPerson().dogs.observe { _ in }
        }
        expectMessage(result, "in a Realm")
    }

    @Test func `a thread that has no run loop cannot observe`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let models = try ModelRealm()
            let configuration = models.configuration
            try withExtendedLifetime(models) {
                try onThread { _ = try Realm(configuration: configuration).objects(ModelDog.self).observe { _ in } }
            }
        }
        expectMessage(result, "run loops")
    }

    @Test func `key paths that lead nowhere are refused`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let models = try ModelRealm()
            let queue = DispatchQueue(label: "observing")
            try queue.sync {
                let realm = try Realm(configuration: models.configuration, queue: queue)
                _ = realm.objects(ModelDog.self).observe(keyPaths: ["nope"]) { _ in }
            }
        }
        expectMessage(result, "nope")
    }
}
