import Foundation
import RealmStore
import TestSupport
import Testing

/// `asyncWrite` and `asyncRefresh`: on actors, and in tasks without an actor.
@Suite("Writing later, in tasks", .timeLimit(.minutes(5))) struct AsyncTaskTests {
    private let directory: TemporaryDirectory
    private let configuration: Realm.Configuration

    init() throws {
        directory = try TemporaryDirectory()
        configuration = Realm.Configuration(
            fileURL: directory.url.appendingPathComponent("tasks.realm"), objectTypes: ModelRealm.types)
    }

    private struct Refusal: Error {}

    /// An actor with a Realm.
    private actor Keeper {
        private var realm: Realm!

        init(_ configuration: Realm.Configuration) async throws {
            realm = try await Realm(configuration: configuration, actor: self)
        }

        var names: [String] { realm.objects(ModelDog.self).map(\.name) }
        var isBusy: Bool { realm.isPerformingAsynchronousWriteOperations }
        var age: Int { realm.objects(ModelDog.self)[0].age }

        func addCounter() async throws {
            try await realm.asyncWrite { _ = realm.create(ModelDog.self, value: ["age": 0]) }
        }

        func add(_ name: String) async throws -> Bool {
            let dog = try await realm.asyncWrite {
                #expect(realm.isInWriteTransaction && realm.isPerformingAsynchronousWriteOperations)
                return realm.create(ModelDog.self, value: ["name": name])
            }
            return dog.name == name && !realm.isInWriteTransaction
        }

        func increment() async throws {
            try await realm.asyncWrite { realm.objects(ModelDog.self)[0].age += 1 }
        }

        func incrementNow() throws { try realm.write { realm.objects(ModelDog.self)[0].age += 1 } }

        func addAndThrow() async throws {
            try await realm.asyncWrite {
                realm.create(ModelDog.self, value: ["name": "never"])
                throw Refusal()
            }
        }

        func addAnew() async throws {
            try await realm.asyncWrite {
                realm.create(ModelDog.self, value: ["name": "cancelled"])
                realm.cancelWrite()
                realm.beginWrite()
                realm.create(ModelDog.self, value: ["name": "kept"])
            }
        }

        func addInTime() throws {
            try realm.write(timeout: .milliseconds(50)) { _ = realm.create(ModelDog.self, value: ["name": "in time"]) }
        }

        func refresh() async -> Bool { await realm.asyncRefresh() }
        func stopRefreshing() { realm.autorefresh = false }
        func begin() { realm.beginWrite() }
        func cancel() { realm.cancelWrite() }
    }

    @Test func `a file that is open is opened for an actor before the actor does what comes next`() async throws {
        for isOpenElsewhere in [true, false] {
            let first = isOpenElsewhere ? try? openHere() : nil
            let kept = isOpenElsewhere ? nil : try await Line.open(configuration)
            let tasks = [
                Task { @Line in
                    let realm = try await Realm(configuration: configuration, actor: Line.shared)
                    Line.steps.append(realm.isEmpty ? "empty" : "opened")
                },
                Task { @Line in Line.steps.append("next") },
            ]
            for task in tasks { try await task.value }
            #expect(await Line.takeSteps() == ["empty", "next"], "\(isOpenElsewhere)")
            withExtendedLifetime((first, kept)) {}
        }
    }

    private func openHere() throws -> Realm { try Realm(configuration: configuration) }

    @Test func `a block writes, and its value comes back when that is durable`() async throws {
        let keeper = try await Keeper(configuration)
        #expect(try await keeper.add("Rex"))
        #expect(await keeper.names == ["Rex"])
        #expect(await !keeper.isBusy)
    }

    @Test func `an error undoes the transaction`() async throws {
        let keeper = try await Keeper(configuration)
        await #expect(throws: Refusal.self) { try await keeper.addAndThrow() }
        #expect(await keeper.names == [])
        #expect(try await keeper.add("Rex"))
    }

    @Test func `a block may cancel and begin anew`() async throws {
        let keeper = try await Keeper(configuration)
        try await keeper.addAnew()
        #expect(await keeper.names == ["kept"])
    }

    @Test func `no change of many writers is lost`() async throws {
        let configuration = configuration
        var keepers: [Keeper] = []
        for _ in 0..<4 { keepers.append(try await Keeper(configuration)) }
        try await keepers[0].addCounter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for keeper in keepers {
                for number in 0..<25 {
                    group.addTask {
                        if number % 5 == 0 { try await keeper.incrementNow() } else { try await keeper.increment() }
                    }
                }
            }
            for _ in 0..<20 {
                group.addTask {
                    let realm = try await Realm(configuration: configuration)
                    try await realm.asyncWrite { realm.objects(ModelDog.self)[0].age += 1 }
                }
            }
            try await group.waitForAll()
        }
        _ = await keepers[0].refresh()
        let age = await keepers[0].age
        #expect(age == 120)
    }

    @Test @MainActor func `the main actor writes`() async throws {
        let realm = try await Realm(configuration: configuration)
        let dog = try await realm.asyncWrite { realm.create(ModelDog.self, value: ["name": "Rex"]) }
        try await realm.asyncWrite { dog.name = "Max" }
        #expect(dog.name == "Max")
    }

    @Test func `a task on no actor writes`() async throws {
        let realm = try await Realm(configuration: configuration)
        try await realm.asyncWrite { _ = realm.create(ModelDog.self, value: ["name": "Rex"]) }
        #expect(realm.objects(ModelDog.self).count == 1)
    }

    @Test func `a task that is cancelled while it waits writes nothing`() async throws {
        let writer = try await Keeper(configuration)
        let waiting = try await Keeper(configuration)
        await writer.begin()
        let task = Task { try await waiting.add("never") }
        while await !waiting.isBusy { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await writer.cancel()
        #expect(try await waiting.add("Rex"))
        #expect(await waiting.names == ["Rex"])
    }

    @Test func `a task that is cancelled before does not wait`() async throws {
        let keeper = try await Keeper(configuration)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            _ = try await keeper.add("never")
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `writers that wait block no thread of the pool`() async throws {
        let configuration = configuration
        let writer = try await Keeper(configuration)
        await writer.begin()
        let waiting = (0..<50).map { number in
            Task {
                let realm = try await Realm(configuration: configuration)
                try await realm.asyncWrite { _ = realm.create(ModelDog.self, value: ["name": "\(number)"]) }
            }
        }
        // Comes to an end while they wait, on the threads that there are.
        let sum = await withTaskGroup(of: Int.self) { group in
            for number in 0..<1000 {
                group.addTask {
                    await Task.yield()
                    return number
                }
            }
            return await group.reduce(0, +)
        }
        #expect(sum == 499_500)
        await writer.cancel()
        for task in waiting { try await task.value }
        _ = await writer.refresh()
        #expect(await writer.names.count == 50)
    }

    @Test func `a transaction that is open on the actor is waited for`() async throws {
        let keeper = try await Keeper(configuration)
        await keeper.begin()
        let task = Task { try await keeper.add("Rex") }
        while await !keeper.isBusy { await Task.yield() }
        await keeper.cancel()
        #expect(try await task.value)
        #expect(await keeper.names == ["Rex"])
    }

    @Test @MainActor func `a Realm opens for the actor that calls, whatever is to be downloaded`() async throws {
        let realm = try await Realm(configuration: configuration)
        for behavior in [Realm.OpenBehavior.never, .once, .always] {
            #expect(try await Realm(configuration: configuration, downloadBeforeOpen: behavior) == realm)
            #expect(try await Realm.open(configuration: configuration, downloadBeforeOpen: behavior) == realm)
            let main = MainActor.shared
            #expect(
                try await Realm(configuration: configuration, actor: main, downloadBeforeOpen: behavior) == realm)
        }
    }

    @Test func `a writer that gives up waiting writes nothing`() async throws {
        let writer = try await Keeper(configuration)
        let other = try await Keeper(configuration)
        await writer.begin()
        await #expect(throws: Realm.Error(.fileInUse)) { try await other.addInTime() }
        await writer.cancel()
        try await other.addInTime()
        #expect(await other.names == ["in time"])
    }

    /// An actor without other references.
    private actor Passenger {
        func add(_ name: String, to configuration: Realm.Configuration) async throws {
            let realm = try await Realm(configuration: configuration, actor: self)
            realm.writeAsync { realm.add(ModelDog(value: ["name": name])) }
        }
    }

    @Test func `an actor stays until it has written`() async throws {
        try await Passenger().add("Rex", to: configuration)
        let keeper = try await Keeper(configuration)
        #expect(try await keeper.add("Max"))
        #expect(await Set(keeper.names) == ["Rex", "Max"])
    }

    // MARK: Refreshing

    @Test func `a refresh goes to the newest version`() async throws {
        let (keeper, other) = (try await Keeper(configuration), try await Keeper(configuration))
        await keeper.stopRefreshing()
        _ = await keeper.names
        #expect(await !keeper.refresh())
        _ = try await other.add("Rex")
        #expect(await keeper.names == [])
        #expect(await keeper.refresh())
        #expect(await keeper.names == ["Rex"])
    }

    @Test func `a task that is cancelled does not refresh`() async throws {
        let (keeper, other) = (try await Keeper(configuration), try await Keeper(configuration))
        await keeper.stopRefreshing()
        _ = try await other.add("Rex")
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await keeper.refresh()
        }
        task.cancel()
        #expect(await !task.value)
        #expect(await keeper.names == [])
    }
}

/// A global actor that remembers what was done in its code.
@globalActor private actor Line {
    static let shared = Line()
    @Line static var steps: [String] = []

    @Line static func takeSteps() -> [String] {
        defer { steps = [] }
        return steps
    }

    /// The Realm of the actor, which stays open as long as the result is kept.
    @Line static func open(_ configuration: Realm.Configuration) async throws -> Box {
        Box(realm: try await Realm(configuration: configuration, actor: Line.shared))
    }

    struct Box: @unchecked Sendable { let realm: Realm }
}
