import Realm
import Testing

final class FaceDog: RLMObject {
    @Persisted var name: String
    @Persisted var age: Int
    @Persisted var owner: FacePerson?
    override class func primaryKey() -> String? { "name" }
    override class func defaultPropertyValues() -> [AnyHashable: Any]? { ["age": 7] }
}

final class FacePerson: RLMObject {
    @Persisted var name: String
    @Persisted var dogs: RLMArray<FaceDog>
    @Persisted var numbers: List<Int>
    @Persisted var tags: RLMSet<String>
    @Persisted var byName: RLMDictionary<String, FaceDog?>
    @Persisted var owned: LinkingObjects<FaceDog>
    @Persisted var nick: String?
    override class func linkingObjectsProperties() -> [String: RLMPropertyDescriptor] {
        ["owned": RLMPropertyDescriptor(with: FaceDog.self, propertyName: "owner")]
    }
    override class func requiredProperties() -> [String] { ["nick"] }
}

@Suite struct RLMModelTests {
    @Test func first() throws {
        let configuration = RLMRealmConfiguration()
        configuration.inMemoryIdentifier = "first"
        configuration.objectClasses = [FaceDog.self, FacePerson.self]
        let realm = try RLMRealm(configuration: configuration)
        let dog = FaceDog(value: ["name": "Rex"])
        #expect(dog.age == 7)
        #expect(FaceDog().age == 7)
        try realm.transaction {
            realm.add(dog)
            let person = FacePerson.create(
                in: realm,
                withValue: [
                    "name": "Ann", "dogs": [dog], "numbers": [1, 2, 3], "nick": "a", "byName": ["x": dog],
                ])
            dog.owner = person
            person.tags.add("a")
        }
        let people = FacePerson.allObjects(in: realm)
        #expect(people.count == 1)
        let person = people.firstObject() as! FacePerson
        #expect(person.dogs.count == 1)
        #expect(person.dogs[0].name == "Rex")
        #expect((person["numbers"] as? RLMArray<NSNumber>)?[1] == 2)
        #expect((person["tags"] as? RLMSet<NSString>)?.allObjects == ["a"])
        #expect((person["dogs"] as? RLMArray<FaceDog>)?.isEqual(person.dogs) == true)
        #expect((person["byName"] as? RLMDictionary<String, FaceDog>)?["x"]?.name == "Rex")
        #expect(person.owned.count == 1)
        #expect(dog.realm == realm)
        let reopened: RLMRealm? = person.realm
        #expect(reopened == realm)
        #expect(person.objectSchema["nick"]?.optional == false)
        #expect(person.objectSchema["owned"]?.linkOriginPropertyName == "owner")
        #expect(realm.allObjects("FaceDog").sum(ofProperty: "age") == 7)
        for dog in FaceDog.allObjects(in: realm).typed(as: FaceDog.self) { #expect(dog.name == "Rex") }
        let frozen = person.freeze()
        #expect(frozen.isFrozen && frozen.thaw().isEqual(to: person))
    }
}
