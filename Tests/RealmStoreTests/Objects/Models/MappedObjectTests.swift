import Foundation
import RealmStore
import TestSupport
import Testing

/// Properties of a custom type that is stored as an embedded object: in schemas, queries and key paths.
@Suite("Types stored as embedded objects") struct MappedObjectTests {
    private let realm: Realm
    private let shapes: Results<Shape>

    init() throws {
        realm = try Realm(
            configuration: .init(
                inMemoryIdentifier: UUID().uuidString, objectTypes: [Shape.self, StoredPlace.self, StoredNest.self]))
        shapes = realm.objects(Shape.self).sorted(byKeyPath: "id")
        try realm.write { realm.add(MappedObjectTests.shapes()) }
    }

    /// In memory.
    private static func shapes() -> [Shape] {
        let (shape, other) = (Shape(), Shape())
        shape.id = 1
        shape.origin = Place(1, 2)
        shape.maybe = Place(3, 4)
        shape.path.append(objectsIn: [Place(3, 4), Place(5, 6)])
        shape.named["a"] = Place(7, 8)
        shape.maybeNamed["a"] = Place(7, 8)
        other.id = 2
        other.link = shape
        // With each of the values of the first path, but not in one element.
        other.path.append(objectsIn: [Place(3, 6), Place(5, 4)])
        return [shape, other]
    }

    private func ids(_ isIncluded: (Query<Shape>) -> Query<Bool>) -> [Int] { shapes.where(isIncluded).map(\.id) }

    @Test func `a property equals the values that are stored for it`() {
        #expect(ids { $0.origin == Place(1, 2) } == [1])
        #expect(ids { $0.origin != Place(1, 2) } == [2])
        #expect(ids { $0.maybe == Place(3, 4) } == [1])
        #expect(ids { $0.maybe != Place(3, 4) } == [2])
        #expect(ids { $0.origin.in([Place(9, 9), Place(1, 2)]) } == [1])
        #expect(shapes.filter("origin == %@", Place(1, 2)).map(\.id) == [1])
    }

    @Test func `an optional property is nil or not`() {
        #expect(ids { $0.maybe == nil } == [2])
        #expect(ids { $0.maybe != nil } == [1])
    }

    @Test func `a property is compared behind a link`() {
        #expect(ids { $0.link.origin == Place(1, 2) } == [2])
        #expect(ids { $0.link.origin.persistableValue.x == 1 } == [2])
    }

    @Test func `an element of a collection has all of the values`() {
        #expect(ids { $0.path == Place(3, 4) } == [1])
        #expect(ids { $0.path.contains(Place(5, 4)) } == [2])
        #expect(ids { $0.path.containsAny(in: [Place(9, 9), Place(5, 6)]) } == [1])
        #expect(ids { $0.named.values == Place(7, 8) } == [1])
        #expect(ids { $0.maybeNamed.values == Place(7, 8) } == [1])
        #expect(ids { $0.maybeNamed["a"] == Place(7, 8) } == [1])
    }

    @Test func `a collection differs if it has elements, and none is equal`() {
        #expect(ids { $0.path != Place(3, 4) } == [2])
        #expect(ids { $0.maybeNamed.values != Place(9, 9) } == [1])
    }

    @Test func `members are asked for one by one`() {
        #expect(ids { $0.origin.persistableValue.x == 1 } == [1])
        #expect(ids { $0.origin.persistableValue.x == 1 && $0.origin.persistableValue.y == 2 } == [1])
        #expect(ids { $0.maybe.persistableValue.y > 3 } == [1])
        #expect(ids { $0.path.persistableValue.x == 3 } == [1, 2])
    }

    @Test func `a key path ends with the property, whatever is stored for it`() {
        #expect(_name(for: \Shape.origin) == "origin")
        #expect(_name(for: \Shape.maybe) == "maybe")
        #expect(_name(for: \Shape.path) == "path")
        #expect(_name(for: \Shape.link?.origin) == "link.origin")
    }

    @Test func `a map of required values is stored, and null in it reads as the default`() throws {
        #expect(shapes[0].named["a"] == Place(7, 8))
        try realm.write { shapes[0].named.setValue(NSNull(), forKey: "b") }
        #expect(shapes[0].named["b"] == Place(0, 0))
    }

    @Test func `nil in a list of required values traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Shape(value: ["path": [NSNull()]])
        }
        expectMessage(result, "Shape.path")
    }

    @Test func `links and collections within the values are refused by name`() throws {
        let error = #expect(throws: Realm.Error.self) {
            try shapes.filter(parsing: "nest == %@", arguments: [Nest()]).count
        }
        #expect(error?.localizedDescription.contains("StoredNest.places") == true)
    }

    @Test func `conditions hold in memory as in a Realm`() {
        let plain = List<Shape>()
        plain.append(objectsIn: MappedObjectTests.shapes())
        for condition in [
            NSPredicate(format: "origin == %@", Place(1, 2)), NSPredicate(format: "origin != %@", Place(1, 2)),
            NSPredicate(format: "ANY path == %@", Place(5, 4)), NSPredicate(format: "ANY path != %@", Place(5, 4)),
            NSPredicate(format: "NONE path == %@", Place(5, 4)), NSPredicate(format: "origin.x == 1"),
            NSPredicate(format: "origin IN %@", [Place(1, 2), Place(9, 9)]),
        ] {
            let found = (plain.index(matching: condition), shapes.index(matching: condition))
            #expect(found.0 == found.1)
        }
    }
}

private struct Place: CustomPersistable, Equatable {
    typealias PersistedType = StoredPlace
    var x: Int
    var y: Int

    init(_ x: Int, _ y: Int) { (self.x, self.y) = (x, y) }
    init(persistedValue: StoredPlace) { self.init(persistedValue.x, persistedValue.y) }
    var persistableValue: StoredPlace { StoredPlace(value: [x, y]) }
}

private final class StoredPlace: OwnedTestObject {
    @Persisted var x: Int
    @Persisted var y: Int
}

private struct Nest: CustomPersistable, Equatable {
    typealias PersistedType = StoredNest

    init() {}
    init(persistedValue: StoredNest) {}
    var persistableValue: StoredNest { StoredNest() }
}

private final class StoredNest: OwnedTestObject {
    @Persisted var places: List<Int>
}

private final class Shape: TestObject {
    @Persisted var id: Int
    @Persisted var origin: Place
    @Persisted var maybe: Place?
    @Persisted var path: List<Place>
    @Persisted var named: Map<String, Place>
    @Persisted var maybeNamed: Map<String, Place?>
    @Persisted var nest: Nest
    @Persisted var link: Shape?
}
