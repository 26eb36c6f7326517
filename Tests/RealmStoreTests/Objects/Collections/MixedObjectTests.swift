import Foundation
import RealmStore
import TestSupport
import Testing

/// Objects in collections of mixed values.
@Suite("Objects among mixed values") struct MixedObjectTests {
    /// Without a primary key, so that accessors of one object are not equal in Swift.
    private struct Made {
        let realm: Realm
        let holder: LinkHolder
        /// Two accessors of the object that every collection has.
        let dog: ModelDog
        let again: ModelDog
        let stranger: ModelDog

        init() throws {
            let links = try LinkRealm()
            (realm, holder) = (links.realm, links.holder)
            let (realm, holder) = (links.realm, links.holder)
            (dog, stranger) = try realm.write {
                let dog = realm.create(ModelDog.self, value: ["name": "Rex"])
                holder.anys.append(objectsIn: [.int(1), .object(dog)])
                holder.anySet.insert(objectsIn: [.int(1), .object(dog)])
                holder.anyMap["k"] = .object(dog)
                return (dog, realm.create(ModelDog.self))
            }
            again = realm.objects(ModelDog.self)[0]
        }
    }

    @Test func `a list finds an object`() throws {
        let made = try Made()
        #expect(made.holder.anys.index(of: .object(made.again)) == 1)
        #expect(made.holder.anys.contains(.object(made.again)))
        #expect(made.holder.anys.index(of: .object(made.stranger)) == nil)
        #expect(!made.holder.anys.contains(.object(ModelDog())))
    }

    @Test func `a set finds an object`() throws {
        let made = try Made()
        #expect(made.holder.anySet.contains(.object(made.again)))
        #expect(!made.holder.anySet.contains(.object(made.stranger)))
        #expect(!made.holder.anySet.contains(.object(ModelDog())))
    }

    @Test func `sorted and frozen elements find an object`() throws {
        let made = try Made()
        #expect(made.holder.anys.sorted().index(of: .object(made.again)) != nil)
        let frozen = made.holder.anys.freeze()
        #expect(frozen.index(of: .object(made.again.freeze())) == 1)
    }

    @Test func `a set has an object once`() throws {
        let made = try Made()
        try made.realm.write { made.holder.anySet.insert(.object(made.again)) }
        #expect(made.holder.anySet.count == 2)
    }

    @Test func `a set removes an object`() throws {
        let made = try Made()
        try made.realm.write { made.holder.anySet.remove(.object(made.again)) }
        #expect(Array(made.holder.anySet) == [.int(1)] && !made.again.isInvalidated)
    }

    @Test func `removing an object that is in no Realm adds none`() throws {
        let made = try Made()
        let count = made.realm.objects(ModelDog.self).count
        try made.realm.write { made.holder.anySet.remove(.object(ModelDog())) }
        #expect(made.holder.anySet.count == 2 && made.realm.objects(ModelDog.self).count == count)
    }

    @Test func `sets are compared and combined with the objects in them`() throws {
        let made = try Made()
        let other = try made.realm.write {
            let other = made.realm.create(LinkHolder.self, value: ["id": 2])
            other.anySet.insert(.object(made.again))
            return other
        }
        #expect(other.anySet.isSubset(of: made.holder.anySet) && other.anySet.intersects(made.holder.anySet))
        #expect(!made.holder.anySet.isSubset(of: other.anySet))
        try made.realm.write { made.holder.anySet.formIntersection(other.anySet) }
        #expect(made.holder.anySet.count == 1)
        try made.realm.write { made.holder.anySet.formUnion(other.anySet) }
        #expect(made.holder.anySet.count == 1)
        try made.realm.write { made.holder.anySet.subtract(other.anySet) }
        #expect(made.holder.anySet.isEmpty)
    }

    @Test func `the objects of a list are asked for their properties`() throws {
        let made = try Made()
        try made.realm.write { made.holder.anys.remove(at: 0) }
        #expect(made.holder.anys.value(forKey: "name") as? [String] == ["Rex"])
    }
}

/// A value that does not fit a property is refused, and nothing else is stored in its place.
@Suite("Values that do not fit") struct MisfitTests {
    @Test func `an object of another class is refused for a link, an element or an entry`() throws {
        let made = try LinkRealm()
        try made.link { holder in
            let dog = made.realm.create(ModelDog.self)
            for object in [dog, ModelDog()] {
                let values: [String: Any] = ["one": object, "list": [object], "set": [object], "map": ["k": object]]
                for (name, value) in values {
                    let error = #expect(throws: Realm.Error.self, "\(name)") { try holder.set(value, for: name) }
                    #expect(error?.localizedDescription.contains("LinkHolder.\(name)") == true)
                }
            }
            #expect(made.realm.objects(ModelDog.self).count == 1)
        }
        #expect(made.names == ["new"] && made.holder.one == nil)
    }

    @Test func `create refuses an object of another class that lacks a property`() throws {
        let made = try LinkRealm()
        try made.realm.write {
            for value in [["id": 2, "one": ModelDog()], ["id": 3, "list": [ModelDog()]]] as [[String: Any]] {
                let error = #expect(throws: Realm.Error.self) { try made.realm.create("LinkHolder", value: value) }
                #expect(error?.localizedDescription.contains("no property 'id'") == true)
            }
        }
        #expect(made.names == ["new"])
    }

    @Test func `a plain object refuses one of another class that lacks a property`() throws {
        let holder = LinkHolder()
        #expect(throws: Realm.Error.self) { try holder.set(ModelDog(), for: "one") }
        #expect(throws: Realm.Error.self) { try holder.set([ModelDog()], for: "list") }
        #expect(holder.one == nil && holder.list.isEmpty)
    }

    @Test func `a plain object refuses one of another class that has the properties`() throws {
        let kennel = DogKennel()
        #expect(throws: Realm.Error.self) { try kennel.set(ModelDogTwin(), for: "dog") }
        #expect(throws: Realm.Error.self) { try kennel.set([ModelDogTwin()], for: "dogs") }
        #expect(throws: Realm.Error.self) { try kennel.set(["k": ModelDogTwin()], for: "names") }
        #expect(kennel.dog == nil && kennel.dogs.isEmpty && kennel.names.count == 0)
        try kennel.set(ModelDog(), for: "dog")
        #expect(kennel.dog != nil)
    }

    @Test func `an entry set by name refuses an object of another class that has the properties`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            DogKennel().names.setValue(ModelDogTwin(), forKey: "k")
        }
        expectMessage(result, "is no value of a map of type ModelDog")
    }

    @Test func `an object is not made of one of another class that lacks a property`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = LinkTarget(value: ModelDog())
        }
        expectMessage(result, "LinkTarget", "ModelDog", "no property 'id'")
    }

    @Test func `an object of another class that has the properties is copied`() throws {
        #expect(ModelDog(value: ModelDogTwin(value: ["name": "Rex", "age": 3])).name == "Rex")
    }

    @Test func `a boolean is refused for a floating point number`() throws {
        let values = ModelValues()
        for given in [true as Any, NSNumber(value: true)] {
            for name in ["double", "float"] {
                #expect(throws: Realm.Error.self, "\(name) \(type(of: given))") { try values.set(given, for: name) }
            }
        }
        for given in [1 as Any, NSNumber(value: 1), 1.0, Float(1), NSNumber(value: 1.0)] {
            try values.set(given, for: "double")
            try values.set(given, for: "float")
            #expect(values.double == 1 && values.float == 1)
        }
    }

    @Test func `a boolean is refused for a floating point number in a Realm`() throws {
        let models = try ModelRealm()
        try models.realm.write {
            let values = models.realm.create(ModelValues.self)
            for given in [true as Any, NSNumber(value: true)] {
                for name in ["double", "float"] {
                    #expect(throws: Realm.Error.self, "\(name) \(type(of: given))") { try values.set(given, for: name) }
                }
            }
        }
    }

    @Test func `a mixed value takes no set`() throws {
        let made = try LinkRealm()
        #expect(throws: Realm.Error.self) { try LinkHolder().set(MutableSet<String>(), for: "any") }
        try made.link { holder in
            #expect(throws: Realm.Error.self) { try holder.set(MutableSet<String>(), for: "any") }
        }
    }
}

final class DogKennel: TestObject {
    @Persisted var dog: ModelDog?
    @Persisted var dogs: List<ModelDog>
    @Persisted var names: Map<String, ModelDog?>
}

/// Has the properties of another class.
final class ModelDogTwin: TestObject {
    @Persisted var name: String
    @Persisted var age: Int
}
