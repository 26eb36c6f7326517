import Foundation
import Realm
import Testing

@Suite struct RLMCollectionObservingTests {
    private let queue = DispatchQueue(label: "observing")

    /// Runs `body` in a queue with a Realm of two dogs and their owner.
    private func withRealm(_ body: (RLMRealm, Owner) throws -> Void) throws {
        try queue.sync {
            let realm = try RLMRealm(configuration: .inMemory(), queue: queue)
            let owner = Owner(value: ["dogs": [["name": "a", "age": 1], ["name": "b", "age": 2]], "tags": ["x"]])
            try realm.transaction {
                realm.add(owner)
                owner.byName["a"] = owner.dogs[0]
            }
            try body(realm, owner)
        }
    }

    @Test func `an observer of results gets the initial call and then positions`() throws {
        try withRealm { realm, _ in
            var told: [String] = []
            let dogs = Dog.objects(in: realm, where: "age < 9").sortedResults(usingKeyPath: "age", ascending: true)
            let token = dogs.addNotificationBlock { results, change, error in
                #expect(error == nil)
                told.append("\(results?.count ?? 0) \(change?.description ?? "initial")")
                if let change {
                    #expect(change.deletions(inSection: 1) == change.deletions.map { [1, $0.intValue] })
                    #expect(change.insertions(inSection: 0) == change.insertions.map { [0, $0.intValue] })
                    #expect(change.modifications(inSection: 0) == change.modifications.map { [0, $0.intValue] })
                }
            }
            realm.refresh()
            try realm.transaction {
                Dog.create(in: realm, withValue: ["name": "c", "age": 0])
                Dog.object(in: realm, forPrimaryKey: "b")?.age = 9
                Dog.object(in: realm, forPrimaryKey: "a")?.owner = nil
            }
            realm.refresh()
            #expect(
                told == [
                    "2 initial",
                    "2 <RLMCollectionChange> deletions: [1], insertions: [0], modifications: [0]",
                ])
            #expect(token.invalidate())
        }
    }

    @Test func `observers of arrays and sets get their collections`() throws {
        try withRealm { realm, owner in
            var told: [String] = []
            let tokens = [
                owner.dogs.addNotificationBlock(
                    { dogs, change, _ in
                        told.append("dogs \(dogs?.count ?? 0) \(change?.insertions ?? [])")
                    }, keyPaths: ["name"]),
                owner.tags.addNotificationBlock(
                    { tags, change, _ in
                        told.append("tags \(tags?.count ?? 0) \(change?.insertions.count ?? 0)")
                    }, queue: nil),
            ]
            realm.refresh()
            try realm.transaction {
                owner.dogs.add(owner.dogs[0])
                owner.tags.add("y")
            }
            realm.refresh()
            #expect(told == ["dogs 2 []", "tags 1 0", "dogs 3 [2]", "tags 2 1"])
            for token in tokens { token.invalidate() }
        }
    }

    @Test func `an observer of a dictionary gets keys`() throws {
        try withRealm { realm, owner in
            var told: [String] = []
            let token = owner.byName.addNotificationBlock { map, change, _ in
                told.append("\(map?.count ?? 0) \(change?.description ?? "initial")")
            }
            realm.refresh()
            try realm.transaction {
                owner.byName["b"] = owner.dogs[1]
                owner.dogs[0].age = 4
            }
            realm.refresh()
            #expect(
                told == [
                    "1 initial",
                    "2 <RLMDictionaryChange> deletions: [], insertions: [\"b\"], modifications: [\"a\"]",
                ])
            token.invalidate()
        }
    }

    @Test func `observers of sections get sections and places`() throws {
        try withRealm { realm, owner in
            let sections = owner.dogs.sectionedResultsSorted(usingKeyPath: "name", ascending: true) {
                ($0 as? Dog)?.name as NSString?
            }
            var told: [String] = []
            let tokens = [
                sections.addNotificationBlock { sections, change in
                    told.append("\(sections.count) \(change?.insertions ?? []) \(change?.sectionsToInsert.count ?? 0)")
                },
                sections[0].addNotificationBlock { section, change in
                    told.append("\(section.count) \(change?.modifications(inSection: 0).count ?? 0)")
                },
            ]
            realm.refresh()
            try realm.transaction {
                owner.dogs.add(Dog(value: ["name": "c"]))
                owner.dogs[0].age = 5
            }
            realm.refresh()
            #expect(told == ["2 [] 0", "1 0", "3 [[2, 0]] 1", "1 1"])
            for token in tokens { token.invalidate() }
        }
    }
}
