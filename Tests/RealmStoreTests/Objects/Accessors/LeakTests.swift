import Foundation
import RealmStore
import Testing

@testable import TestSupport

/// The number of objects in the loop: 1,000,000 in `make soak`.
private let objectCount =
    ProcessInfo.processInfo.environment["REALMSTORE_LEAK_OBJECTS"].flatMap { Int($0) } ?? 30_000

@Suite("Memory") struct LeakTests {
    @Test func `objects that come and go leave no memory behind`() async {
        // In a process of its own: memory that other tests allocate meanwhile would count.
        await #expect(processExitsWith: .success) {
            let models = try ModelRealm()
            let (round, rounds) = (5_000, max(objectCount / 5_000, 4))
            var sizes: [Int] = []
            for _ in 0..<rounds {
                try models.realm.write {
                    for number in 0..<round {
                        models.realm.create(ModelDog.self, value: ["name": "dog \(number)", "age": number])
                    }
                }
                var sum = 0
                for dog in models.realm.objects(ModelDog.self) { sum += dog.age + dog.name.utf8.count }
                #expect(sum > 0)
                try models.realm.write { models.realm.delete(models.realm.objects(ModelDog.self)) }
                sizes.append(try LeakTests.residentBytes())
            }
            // The first rounds make the file and the allocator's pools.
            let (settled, last) = (try #require(sizes.dropFirst(sizes.count / 2).first), try #require(sizes.last))
            #expect(last < settled + (16 << 20), "resident bytes after each round: \(sizes)")
        }
    }

    @Test func `a Realm goes with the last of its handles, objects and collections`() throws {
        let models = try TemporaryDirectory()
        let configuration = Realm.Configuration(
            fileURL: models.url.appendingPathComponent("gone.realm"), objectTypes: ModelRealm.types)
        weak var person: ModelPerson?
        weak var dogs: List<ModelDog>?
        try onThread {
            let realm = try Realm(configuration: configuration)
            try realm.write { realm.create(ModelPerson.self, value: ["dogs": [["name": "Rex"]]]) }
        }
        do {
            let realm = try Realm(configuration: configuration)
            let results = realm.objects(ModelPerson.self).where { $0.id == 0 }.sorted(by: \.name)
            let kept = try #require(results.first)
            person = kept
            dogs = kept.dogs
            #expect(kept.dogs[0].owners.count == 1)
            #expect(kept.freeze().dogs.count == 1)
            #expect(throws: Realm.Error.self) { try Realm.deleteFiles(for: configuration) }
        }
        #expect(person == nil)
        #expect(dogs == nil)
        #expect(try Realm.deleteFiles(for: configuration))
    }

    @Test func `an object keeps its Realm`() throws {
        let models = try TemporaryDirectory()
        let configuration = Realm.Configuration(
            fileURL: models.url.appendingPathComponent("kept.realm"), objectTypes: ModelRealm.types)
        var dog: ModelDog? = try {
            let realm = try Realm(configuration: configuration)
            return try realm.write { realm.create(ModelDog.self, value: ["name": "Rex"]) }
        }()
        #expect(dog?.name == "Rex")
        dog = nil
        #expect(try Realm.deleteFiles(for: configuration))
    }

    @Test(arguments: ["list", "set", "map", "mixed list"])
    func `an object in its own collection goes once it was added`(kind: String) throws {
        let directory = try TemporaryDirectory()
        let configuration = Realm.Configuration(
            fileURL: directory.url.appendingPathComponent("own.realm"), objectTypes: [SelfHolder.self])
        weak var freed: SelfHolder?
        do {
            let (first, second) = (SelfHolder(), SelfHolder())
            for (own, other) in [(first, first), (first, second), (second, first)] {
                switch kind {
                case "list": own.list.append(other)
                case "set": own.set.insert(other)
                case "map": own.map["\(own.map.count)"] = other
                default: own.anys.append(.object(other))
                }
            }
            freed = first
            let realm = try Realm(configuration: configuration)
            try realm.write { realm.add(first) }
            #expect(second.realm != nil)
        }
        #expect(freed == nil)
        #expect(try Realm.deleteFiles(for: configuration))
    }

    /// The resident memory of the process, from `/proc/self/statm`: its second number counts pages.
    static func residentBytes() throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        return try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) }) * 4096
    }
}

private final class SelfHolder: TestObject {
    @Persisted var list: List<SelfHolder>
    @Persisted var set: MutableSet<SelfHolder>
    @Persisted var map: Map<String, SelfHolder?>
    @Persisted var anys: List<AnyRealmValue>
}
