import RealmSwift
import Testing

extension Person: ObjectKeyIdentifiable {}
extension PersonName: ObjectKeyIdentifiable {}

@Suite struct ObjectKeyIdentifiableTests {
    @Test func `unmanaged objects have identities of their own`() {
        let (first, second) = (Person(), Person())
        #expect(first.id == first.id && first.id != second.id)
    }

    @Test func `accessors of one object share its identity`() throws {
        let realm = try Realm.inMemory()
        let people = try realm.write { [realm.create(Person.self), realm.create(Person.self)] }
        #expect(people[0].id == realm.objects(Person.self)[0].id)
        #expect(people[0].id != people[1].id)
        #expect(PersonName(projecting: people[0]).id == people[0].id)
        #expect(people[0].freeze().id == people[0].id)
    }

    @Test func `a deleted object has no identity`() async {
        await #expect(processExitsWith: .failure) {
            let realm = try Realm.inMemory()
            let person = try realm.write { realm.create(Person.self) }
            try realm.write { realm.delete(person) }
            _ = person.id
        }
    }
}
