import Foundation
import RealmStore
import Testing

@testable import TestSupport

/// Every way to observe each kind of value: on this queue, on another, in an actor, with key paths of both kinds.
@Suite("Ways of observing") struct ObservingFormsTests {
    private let directory: TemporaryDirectory
    private let configuration: Realm.Configuration
    private let queue = DispatchQueue(label: "observing")
    private let told = Told()

    init() throws {
        directory = try TemporaryDirectory()
        configuration = Realm.Configuration(
            fileURL: directory.url.appendingPathComponent("observed.realm"), objectTypes: ModelRealm.types)
        try write { realm in
            let rex = ["name": "Rex"]
            realm.add(ModelPerson(value: ["id": 1, "name": "Ada", "dogs": [rex], "home": ["street": "here"]]))
            realm.add(ModelValues(value: ["dogs": ["a": rex], "counts": ["a": 1]]))
        }
    }

    private final class NameOfDog: Projection<ModelDog> {
        @Projected(\ModelDog.name) var title
        @Projected(\ModelDog.age) var years
    }

    /// The reports to observers, and their tokens.
    private final class Told: @unchecked Sendable {
        private(set) var all: [String] = []
        var tokens: [NotificationToken] = []

        func note<Change>(_ name: String) -> (Change) -> Void {
            { change in
                let text = "\(change)"
                if text.hasPrefix("initial") { return }
                self.all.append(name + (text.hasPrefix("deleted") ? " deleted" : ""))
            }
        }

        /// The reports since the last call, each once, in alphabetical order.
        func take() -> [String] {
            defer { all = [] }
            return Set(all).sorted()
        }
    }

    /// Runs `body` in the queue, and then lets the queue run one turn.
    private func onQueue(_ body: (Realm) throws -> Void) throws {
        try queue.sync { try body(Realm(configuration: configuration, queue: queue)) }
        for _ in 0..<3 { queue.sync {} }
    }

    private func write(_ body: (Realm) throws -> Void) throws {
        try onQueue { realm in try realm.write { try body(realm) } }
    }

    private static func person(_ realm: Realm) -> ModelPerson { realm.objects(ModelPerson.self)[0] }
    private static func values(_ realm: Realm) -> ModelValues { realm.objects(ModelValues.self)[0] }

    /// Gives each dog another name, then each another age.
    private func rename() throws { try write { realm in for dog in realm.objects(ModelDog.self) { dog.name += "!" } } }
    private func age() throws { try write { realm in for dog in realm.objects(ModelDog.self) { dog.age += 1 } } }

    private static let everyName = ["list", "map", "object", "projection", "results", "section", "sections"]

    // MARK: Here and on another queue

    @Test(arguments: [false, true])
    func `every kind of thing is told with Swift key paths, here and on another queue`(isElsewhere: Bool) throws {
        let other = isElsewhere ? DispatchQueue(label: "other") : nil
        try onQueue { realm in
            let (dogs, person) = (realm.objects(ModelDog.self), Self.person(realm))
            let sections = dogs.sectioned(by: { _ in 1 }, sortDescriptors: [SortDescriptor(keyPath: "name")])
            let dog = person.dogs[0]
            told.tokens = [
                dogs.observe(keyPaths: [\ModelDog.age], on: other, told.note("results")),
                person.dogs.observe(keyPaths: [\ModelDog.age], on: other, told.note("list")),
                Self.values(realm).dogs.observe(keyPaths: [\ModelDog.age], on: other, told.note("map")),
                sections.observe(keyPaths: [\ModelDog.age], on: other, told.note("sections")),
                sections[0].observe(keyPaths: [\ModelDog.age], on: other, told.note("section")),
                dog.observe(keyPaths: [\ModelDog.age], on: other) { (change: ObjectChange<ModelDog>) in
                    told.note("object")(change)
                },
                NameOfDog(projecting: dog).observe(keyPaths: [\NameOfDog.years], on: other, told.note("projection")),
            ]
        }
        func wait(for count: Int) {
            guard let other else { return }
            for _ in 0..<2_000 where other.sync(execute: { Set(told.all).count }) < count {
                Thread.sleep(forTimeInterval: 0.005)
            }
        }
        other?.sync {}
        try rename()
        try age()
        wait(for: Self.everyName.count)
        #expect((other ?? queue).sync { told.take() } == Self.everyName)
        for token in told.tokens { token.invalidate() }
    }

    @Test func `with key paths no other property is told of`() throws {
        try onQueue { realm in
            let (dogs, person) = (realm.objects(ModelDog.self), Self.person(realm))
            let sections = dogs.sectioned(by: { _ in 1 }, sortDescriptors: [SortDescriptor(keyPath: "name")])
            let dog = person.dogs[0]
            let paths = ["name"]
            told.tokens = [
                dogs.observe(keyPaths: paths, told.note("results")),
                person.dogs.observe(keyPaths: paths, told.note("list")),
                Self.values(realm).dogs.observe(keyPaths: paths, told.note("map")),
                sections.observe(keyPaths: paths, told.note("sections")),
                sections[0].observe(keyPaths: paths, told.note("section")),
                dog.observe(keyPaths: paths) { (change: ObjectChange<ModelDog>) in told.note("object")(change) },
                NameOfDog(projecting: dog).observe(keyPaths: paths, told.note("projection")),
            ]
        }
        try age()
        #expect(told.take().isEmpty)
        try rename()
        #expect(told.take() == Self.everyName)
    }

    @Test func `no key paths stand for all`() throws {
        try onQueue { realm in
            told.tokens = [
                realm.objects(ModelDog.self).observe(keyPaths: [PartialKeyPath<ModelDog>](), told.note("results")),
                Self.person(realm).dogs.observe(keyPaths: [String](), told.note("list")),
            ]
        }
        try age()
        #expect(told.take() == ["list", "results"])
    }

    @Test func `an object deleted before another queue's turn is not reported`() throws {
        let other = DispatchQueue(label: "other")
        other.suspend()
        try onQueue { realm in
            told.tokens = [Self.person(realm).dogs.observe(on: other) { [told] _ in told.note("list")("told") }]
            try realm.write { realm.delete(Self.person(realm)) }
        }
        other.resume()
        other.sync {}
        #expect(told.all.isEmpty)
        #expect(told.tokens[0].invalidate())
    }

    // MARK: In an actor

    private actor Listener {
        private(set) var told: Set<String> = []
        private var tokens: [NotificationToken] = []

        private func note<Change>(_ name: String, _ change: Change) {
            if !"\(change)".hasPrefix("initial") { told.insert(name) }
        }

        func observe(_ configuration: Realm.Configuration) async throws {
            let realm = try await Realm(configuration: configuration, actor: self)
            let (dogs, person) = (realm.objects(ModelDog.self), person(realm))
            let (sections, dog) = (
                dogs.sectioned(by: { _ in 1 }, sortDescriptors: [SortDescriptor(keyPath: "name")]), person.dogs[0]
            )
            tokens = [
                await dogs.observe(keyPaths: [\ModelDog.age], on: self) { $0.note("results", $1) },
                await person.dogs.observe(on: self) { $0.note("list", $1) },
                await values(realm).dogs.observe(keyPaths: [\ModelDog.age], on: self) { $0.note("map", $1) },
                await sections.observe(keyPaths: [\ModelDog.age], on: self) { $0.note("sections", $1) },
                await sections[0].observe(keyPaths: [\ModelDog.age], on: self) { $0.note("section", $1) },
                await dog.observe(keyPaths: [\ModelDog.age], on: self) { (actor, change: ObjectChange<ModelDog>) in
                    actor.note("object", change)
                },
                await NameOfDog(projecting: dog).observe(keyPaths: [\NameOfDog.years], on: self) {
                    $0.note("projection", $1)
                },
            ]
        }

        func age(_ configuration: Realm.Configuration) async throws {
            let realm = try await Realm(configuration: configuration, actor: self)
            try realm.write { for dog in realm.objects(ModelDog.self) { dog.age += 1 } }
        }

        /// Observes in a task that was cancelled before.
        func observeInVain(_ configuration: Realm.Configuration) async throws -> Bool {
            let realm = try await Realm(configuration: configuration, actor: self)
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await realm.objects(ModelDog.self).observe(on: self) { $0.note("in vain", $1) }
            }
            return await task.value.invalidate()
        }
    }

    @Test func `every kind of thing is told in an actor's code`() async throws {
        let listener = Listener()
        try await listener.observe(configuration)
        try await listener.age(configuration)
        for _ in 0..<2_000 where await listener.told.count < Self.everyName.count {
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(await listener.told.sorted() == Self.everyName)
    }

    @Test func `a cancelled task observes nothing in an actor`() async throws {
        let listener = Listener()
        #expect(try await !listener.observeInVain(configuration))
        try await listener.age(configuration)
        for _ in 0..<20 { await Task.yield() }
        #expect(await listener.told.isEmpty)
    }

    // MARK: What is told

    @Test func `an object tells names of the program in the order of declaration, and collections as they are`() throws
    {
        var told: [PropertyChange] = []
        var token: NotificationToken?
        try onQueue { realm in
            token = Self.person(realm).observe { (change: ObjectChange<ModelPerson>) in
                if case .change(_, let properties) = change { told = properties }
            }
        }
        try write { realm in
            let person = Self.person(realm)
            person.dogs.append(ModelDog())
            person.city = "Rome"
            person.name = "Eva"
        }
        #expect(told.map(\.name) == ["name", "city", "dogs"])
        queue.sync {
            #expect(told.map { $0.oldValue == nil } == [true, true, true])
            #expect((told.last?.newValue as? List<ModelDog>)?.count == 2)
        }
        token?.invalidate()
    }

    @Test func `an object does not tell of what it links to`() throws {
        try onQueue { realm in
            told.tokens = [
                Self.person(realm).observe { (change: ObjectChange<ModelPerson>) in told.note("person")(change) }
            ]
        }
        try rename()
        #expect(told.take().isEmpty)
    }

    @Test func `an embedded object tells of itself, and that its owner let go of it`() throws {
        try onQueue { realm in
            told.tokens = [
                Self.person(realm).home!.observe { (change: ObjectChange<ModelAddress>) in told.note("home")(change) }
            ]
        }
        try write { Self.person($0).home?.number = 3 }
        #expect(told.take() == ["home"])
        try write { $0.delete(Self.person($0)) }
        #expect(told.take() == ["home deleted"])
    }

    @Test func `a projection tells its own names, and that its object was deleted`() throws {
        var names: [String] = []
        var isDeleted = false
        var token: NotificationToken?
        try onQueue { realm in
            token = NameOfDog(projecting: Self.person(realm).dogs[0]).observe { change in
                switch change {
                case .change(_, let properties): names += properties.map(\.name)
                case .deleted: isDeleted = true
                case .error: break
                }
            }
        }
        try rename()
        try write { $0.delete($0.objects(ModelDog.self)) }
        #expect(names == ["title"])
        #expect(isDeleted)
        token?.invalidate()
    }

    @Test func `a section tells of its own elements only`() throws {
        try write { $0.add(ModelDog(value: ["name": "other"])) }
        try onQueue { realm in
            let sections = realm.objects(ModelDog.self).sectioned(
                by: { String($0.name.prefix(1)) }, sortDescriptors: [SortDescriptor(keyPath: "name")])
            told.tokens = [sections.first { $0.key == "o" }!.observe(told.note("section"))]
        }
        try write { for dog in $0.objects(ModelDog.self).filter("name == 'Rex'") { dog.age = 9 } }
        #expect(told.take().isEmpty)
        try write { $0.objects(ModelDog.self).filter("name == 'other'")[0].age = 9 }
        #expect(told.take() == ["section"])
    }

    @Test func `a map tells of an object that was deleted as of a value that was set`() throws {
        var changes: [String] = []
        var token: NotificationToken?
        try onQueue { realm in
            token = Self.values(realm).dogs.observe { change in
                guard case .update(let map, let gone, let new, let set) = change else { return }
                changes.append("-\(gone) +\(new) *\(set) \(map["a"]! == nil)")
            }
        }
        try write { realm in
            if let dog = Self.values(realm).dogs["a"] ?? nil { realm.delete(dog) }
        }
        #expect(changes == ["-[] +[] *[\"a\"] true"])
        token?.invalidate()
    }

    @Test func `an empty map or list whose object is deleted tells nothing`() throws {
        try write { realm in
            Self.values(realm).counts.removeAll()
            Self.person(realm).addresses.removeAll()
        }
        try onQueue { realm in
            told.tokens = [
                Self.values(realm).counts.observe(told.note("map")),
                Self.person(realm).addresses.observe(told.note("list")),
            ]
        }
        try write { $0.deleteAll() }
        #expect(told.take().isEmpty)
    }

    @Test func `a map whose object is deleted tells every key once`() throws {
        var deletions: [[String]] = []
        var token: NotificationToken?
        try onQueue { realm in
            token = Self.values(realm).counts.observe { change in
                if case .update(_, let gone, _, _) = change { deletions.append(gone) }
            }
        }
        try write { $0.delete($0.objects(ModelValues.self)) }
        try write { $0.add(ModelValues(value: ["counts": ["b": 1]])) }
        #expect(deletions == [["a"]])
        token?.invalidate()
    }

    @Test func `a token of a collection is ended on any thread`() throws {
        try onQueue { told.tokens = [$0.objects(ModelDog.self).observe(told.note("results"))] }
        let token = told.tokens[0]
        #expect(try onThread { token.invalidate() })
        try age()
        #expect(told.take().isEmpty)
    }
}
