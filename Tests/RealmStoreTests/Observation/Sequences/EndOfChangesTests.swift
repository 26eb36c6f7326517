import Foundation
import RealmStore
import TestSupport
import Testing

/// The end of loops over changes, and what they keep in use.
@Suite("Ends of loops over changes") struct EndOfChangesTests {
    private let place: ChangePlace

    init() throws { place = try ChangePlace() }

    /// The number of versions in use after a few commits, none of which is retained.
    private static func versionsAfterCommits(_ realm: Realm, _ place: ChangePlace) throws -> Int {
        for _ in 0..<3 { try realm.write { realm.add(ModelDog()) } }
        return try place.versionsInUse()
    }

    @Test func `a task that is cancelled ends its loop where it waits`() async throws {
        let place = place
        try await place.run { actor, realm in
            let seen = SeenChanges()
            let task = actor.watch(realm.objects(ModelDog.self).changes(), seen)
            await seen.wait { $0.all.count == 1 }
            for _ in 0..<20 { await Task.yield() }
            task.cancel()
            await task.value
            #expect(seen.hasEnded)
            let versions = try Self.versionsAfterCommits(realm, place)
            #expect(versions == 1)
        }
    }

    @Test func `a task that is cancelled while it is busy is given nothing more`() async throws {
        try await place.run { actor, realm in
            let task = Task { [dogs = realm.objects(ModelDog.self)] in
                _ = actor
                var changes = dogs.changes().makeAsyncIterator()
                _ = await changes.next()
                withUnsafeCurrentTask { $0?.cancel() }
                return text(await changes.next())
            }
            #expect(await task.value == "end")
        }
    }

    @Test func `a task that was cancelled before is given nothing`() async throws {
        try await place.run { actor, realm in
            let task = Task { [dogs = realm.objects(ModelDog.self)] in
                _ = actor
                withUnsafeCurrentTask { $0?.cancel() }
                var count = 0
                for await _ in dogs.changes() { count += 1 }
                return count
            }
            #expect(await task.value == 0)
        }
    }

    @Test func `no version stays in use after a loop was left`() async throws {
        let place = place
        try await place.run { _, realm in
            for await _ in realm.objects(ModelDog.self).changes() { break }
            let versions = try Self.versionsAfterCommits(realm, place)
            #expect(versions == 1)
        }
    }

    @Test func `no version stays in use after the end, though the iterator is kept`() async throws {
        let place = place
        try await place.run { _, realm in
            let person = ModelPerson(value: ["id": 1])
            try realm.write { realm.add(person) }
            var changes = person.changes().makeAsyncIterator()
            try realm.write { realm.delete(person) }
            #expect(text(await changes.next()) == "deleted")
            let versions = try Self.versionsAfterCommits(realm, place)
            #expect(versions == 1)
            #expect(text(await changes.next()) == "end")
        }
    }

    @Test func `a busy loop keeps the version that it saw, and no other`() async throws {
        let place = place
        try await place.run { _, realm in
            var changes = realm.objects(ModelDog.self).changes().makeAsyncIterator()
            _ = await changes.next()
            #expect(try Self.versionsAfterCommits(realm, place) == 4)
            _ = await changes.next()
            try realm.write {}
            #expect(try place.versionsInUse() == 2)
        }
    }

    @Test func `a loop that waits follows commits that tell it nothing`() async throws {
        let place = place
        try await place.run { actor, realm in
            let seen = SeenChanges()
            let task = actor.watch(realm.objects(ModelPerson.self).changes(), seen)
            await seen.wait { $0.all.count == 1 }
            for _ in 0..<5 {
                try realm.write { realm.add(ModelDog()) }
                for _ in 0..<20 { await Task.yield() }
            }
            await seen.wait { _ in (try? place.versionsInUse()) == 1 }
            #expect(seen.all == ["initial of 0"])
            task.cancel()
        }
    }

    @Test func `invalidating the Realm ends its loops`() async throws {
        try await place.run { actor, realm in
            let seen = SeenChanges()
            let task = actor.watch(realm.objects(ModelDog.self).changes(), seen)
            await seen.wait { $0.all.count == 1 }
            for _ in 0..<20 { await Task.yield() }
            realm.invalidate()
            await task.value
            #expect(seen.all == ["initial of 0"])
        }
    }

    @Test func `an object of which the Realm was invalidated ends its loop, whatever comes of it`() async throws {
        try await place.run { _, realm in
            let dog = ModelDog()
            try realm.write { realm.add(dog) }
            var changes = dog.changes().makeAsyncIterator()
            realm.invalidate()
            try realm.write { realm.objects(ModelDog.self)[0].age = 9 }
            #expect(text(await changes.next()) == "end")
        }
    }

    @Test func `a Realm goes with the last loop over its changes`() async throws {
        let place = place
        try await place.run { actor, realm in
            let task = actor.watch(realm.objects(ModelDog.self).changes(), SeenChanges())
            task.cancel()
            await task.value
        }
        try await place.run { _, realm in
            var changes = Optional(realm.objects(ModelDog.self).changes().makeAsyncIterator())
            _ = await changes?.next()
            changes = nil
        }
        #expect(try Realm.deleteFiles(for: place.configuration))
    }
}

/// The number of changes delivered: 1,000,000 in `make soak`.
private let deliveryCount =
    ProcessInfo.processInfo.environment["REALMSTORE_LEAK_DELIVERIES"].flatMap { Int($0) } ?? 100_000

@Suite("Memory of observations") struct ObservationLeakTests {
    @Test func `changes that are told leave no memory behind, in blocks and in loops`() async {
        // In a process of its own: memory that other tests allocate meanwhile would count.
        await #expect(processExitsWith: .success) {
            let place = try ChangePlace()
            try await place.run { _, realm in
                let dogs = realm.objects(ModelDog.self)
                let (observers, rounds) = (10, 10)
                var told = 0
                let tokens = (0..<observers).map { _ in dogs.observe { _ in told += 1 } }
                var loops = (0..<observers).map { _ in dogs.changes().makeAsyncIterator() }
                for index in loops.indices { _ = await loops[index].next() }
                var sizes: [Int] = []
                for _ in 0..<rounds {
                    for number in 0..<deliveryCount / observers / rounds / 2 {
                        try realm.write {
                            if number.isMultiple(of: 2) { realm.add(ModelDog()) } else { realm.delete(dogs) }
                        }
                        for index in loops.indices { _ = await loops[index].next() }
                    }
                    sizes.append(try LeakTests.residentBytes())
                }
                #expect(told >= deliveryCount / 4)
                let (settled, last) = (try #require(sizes.dropFirst(rounds / 2).first), try #require(sizes.last))
                #expect(last < settled + (8 << 20), "resident bytes after each round: \(sizes)")
                for token in tokens { token.invalidate() }
                loops = []
                try realm.write {}
                #expect(try place.versionsInUse() == 1)
            }
        }
    }
}
