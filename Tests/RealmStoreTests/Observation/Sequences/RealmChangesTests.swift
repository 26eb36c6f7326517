import Foundation
import RealmStore
import TestSupport
import Testing

/// Loops over changes: the changes delivered, and their timing.
@Suite("Loops over changes") struct RealmChangesTests {
    private let place: ChangePlace

    init() throws { place = try ChangePlace() }

    @Test func `a loop is given the collection, and then each change`() async throws {
        try await place.run { _, realm in
            try realm.write { realm.add([ModelDog(), ModelDog()]) }
            let dogs = realm.objects(ModelDog.self)
            var changes = dogs.changes().makeAsyncIterator()
            #expect(text(await changes.next()) == "initial of 2")
            try realm.write { realm.add(ModelDog()) }
            #expect(text(await changes.next()) == "-[] +[2] *[] of 3")
            try realm.write { dogs[1].age = 7 }
            #expect(text(await changes.next()) == "-[] +[] *[1] of 3")
        }
    }

    @Test func `commits while the loop is busy are one change from the state it saw`() async throws {
        try await place.run { _, realm in
            let dogs = realm.objects(ModelDog.self).sorted(byKeyPath: "age")
            try realm.write { for age in 1...3 { realm.add(ModelDog(value: ["age": age])) } }
            var changes = dogs.changes().makeAsyncIterator()
            _ = await changes.next()
            try realm.write { realm.add(ModelDog(value: ["age": 0])) }
            try realm.write { dogs[2].name = "two" }
            try realm.write { realm.delete(dogs[3]) }
            try realm.write { realm.add(ModelDog(value: ["age": 9])) }
            #expect(text(await changes.next()) == "-[2] +[0, 3] *[1] of 4")
        }
    }

    @Test func `an object that came and went while the loop was busy is not told of`() async throws {
        try await place.run { _, realm in
            let dogs = realm.objects(ModelDog.self)
            var changes = dogs.changes().makeAsyncIterator()
            _ = await changes.next()
            try realm.write { realm.add(ModelDog()) }
            try realm.write { realm.deleteAll() }
            try realm.write { realm.add([ModelDog(), ModelDog()]) }
            #expect(text(await changes.next()) == "-[] +[0, 1] *[] of 2")
        }
    }

    @Test func `a loop that waits is given commits of its own actor`() async throws {
        try await place.run { place, realm in
            let seen = SeenChanges()
            let task = place.watch(realm.objects(ModelDog.self).changes(), seen)
            await seen.wait { $0.all.count == 1 }
            try realm.write { realm.add(ModelDog()) }
            await seen.wait { $0.all.count == 2 }
            try realm.write {}
            try realm.write { realm.add(ModelDog()) }
            await seen.wait { $0.all.count == 3 }
            #expect(seen.all == ["initial of 0", "-[] +[0] *[] of 1", "-[] +[1] *[] of 2"])
            task.cancel()
            await seen.wait(until: \.hasEnded)
            #expect(seen.hasEnded)
        }
    }

    @Test func `a loop that waits is given commits of other threads`() async throws {
        let place = place
        try await place.run { _, realm in
            var changes = realm.objects(ModelDog.self).changes().makeAsyncIterator()
            _ = await changes.next()
            let write = Task.detached { try place.writeElsewhere { $0.add(ModelDog()) } }
            #expect(text(await changes.next()) == "-[] +[0] *[] of 1")
            try await write.value
        }
    }

    @Test func `a loop is given the versions that refresh and the begin of a write transaction reached`() async throws {
        let place = place
        try await place.run { _, realm in
            realm.autorefresh = false
            var changes = realm.objects(ModelDog.self).changes().makeAsyncIterator()
            _ = await changes.next()
            try place.writeElsewhere { $0.add(ModelDog()) }
            realm.refresh()
            #expect(text(await changes.next()) == "-[] +[0] *[] of 1")
            try place.writeElsewhere { $0.add(ModelDog()) }
            realm.beginWrite()
            realm.cancelWrite()
            #expect(text(await changes.next()) == "-[] +[1] *[] of 2")
        }
    }

    @Test func `a loop is given the collection as it is when it asks`() async throws {
        try await place.run { _, realm in
            var changes = realm.objects(ModelDog.self).changes().makeAsyncIterator()
            try realm.write { realm.add(ModelDog()) }
            #expect(text(await changes.next()) == "initial of 1")
            try realm.write { realm.add(ModelDog()) }
            #expect(text(await changes.next()) == "-[] +[1] *[] of 2")
        }
    }

    @Test func `each loop observes for itself`() async throws {
        try await place.run { _, realm in
            let changes = realm.objects(ModelDog.self).changes()
            var first = changes.makeAsyncIterator()
            _ = await first.next()
            try realm.write { realm.add(ModelDog()) }
            var second = changes.makeAsyncIterator()
            #expect(text(await second.next()) == "initial of 1")
            #expect(text(await first.next()) == "-[] +[0] *[] of 1")
        }
    }

    @Test func `a commit that touches nothing of it is passed over`() async throws {
        try await place.run { place, realm in
            var changes = realm.objects(ModelDog.self).changes().makeAsyncIterator()
            _ = await changes.next()
            try realm.write { realm.add(ModelPerson(value: ["id": 1])) }
            let late = place.writeLater { $0.add(ModelDog()) }
            #expect(text(await changes.next()) == "-[] +[0] *[] of 1")
            try await late.value
        }
    }

    @Test func `with key paths only these properties count`() async throws {
        try await place.run { _, realm in
            try realm.write { realm.add([ModelDog(), ModelDog()]) }
            let dogs = realm.objects(ModelDog.self)
            var texts = dogs.changes(keyPaths: ["name"]).makeAsyncIterator()
            var paths = dogs.changes(keyPaths: [\ModelDog.age]).makeAsyncIterator()
            _ = (await texts.next(), await paths.next())
            try realm.write { (dogs[0].name, dogs[1].age) = ("x", 5) }
            #expect(text(await texts.next()) == "-[] +[] *[0] of 2")
            #expect(text(await paths.next()) == "-[] +[] *[1] of 2")
        }
    }

    @Test func `during a write transaction a loop waits until that is over`() async throws {
        try await place.run { place, realm in
            let seen = SeenChanges()
            let task = place.watch(realm.objects(ModelDog.self).changes(), seen)
            await seen.wait { $0.all.count == 1 }
            try realm.write { realm.add(ModelDog()) }
            realm.beginWrite()
            realm.add(ModelDog())
            for _ in 0..<50 { await Task.yield() }
            #expect(seen.all == ["initial of 0"])
            realm.cancelWrite()
            await seen.wait { $0.all.count == 2 }
            #expect(seen.all.last == "-[] +[0] *[] of 1")
            task.cancel()
        }
    }

    @MainActor @Test func `the main actor loops in its own code`() async throws {
        let realm = try await Realm(configuration: place.configuration)
        let seen = SeenChanges()
        let task = Task {
            for await change in realm.objects(ModelDog.self).changes() { seen.all.append(text(change)) }
            seen.hasEnded = true
        }
        await seen.wait { $0.all.count == 1 }
        try realm.write { realm.add(ModelDog()) }
        await seen.wait { $0.all.count == 2 }
        try place.writeElsewhere { $0.add(ModelDog()) }
        await seen.wait { $0.all.count == 3 }
        #expect(seen.all == ["initial of 0", "-[] +[0] *[] of 1", "-[] +[1] *[] of 2"])
        task.cancel()
        await seen.wait(until: \.hasEnded)
        #expect(seen.hasEnded)
    }

    @Test func `sequences of the library of Swift go on behind it`() async throws {
        try await place.run { _, realm in
            try realm.write { realm.add(ModelDog()) }
            let dogs = realm.objects(ModelDog.self)
            var counts: [Int] = []
            for await change in dogs.changes() {
                guard case .initial(let dogs) = change else { break }
                counts.append(dogs.count)
                try realm.write { realm.add(ModelDog()) }
            }
            #expect(counts == [1])
        }
    }

    // MARK: The Realm

    @Test func `a Realm tells a loop of commits, of several once`() async throws {
        try await place.run { place, realm in
            var changes = realm.changes().makeAsyncIterator()
            try realm.write {}
            try realm.write {}
            #expect(await changes.next() == .didChange)
            let late = place.writeLater { _ in }
            #expect(await changes.next() == .didChange)
            try await late.value
        }
    }

    @Test func `a Realm that stays at its version tells a loop that there is a newer one`() async throws {
        let place = place
        try await place.run { _, realm in
            realm.autorefresh = false
            var changes = realm.changes().makeAsyncIterator()
            let write = Task.detached { try place.writeElsewhere { $0.add(ModelDog()) } }
            #expect(await changes.next() == .refreshRequired)
            try await write.value
            realm.refresh()
            #expect(await changes.next() == .didChange)
        }
    }
}
