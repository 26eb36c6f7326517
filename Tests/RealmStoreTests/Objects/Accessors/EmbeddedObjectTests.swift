import Foundation
import RealmStore
import TestSupport
import Testing

/// Embedded objects belong to one place, and are created, changed and deleted with it.
@Suite("Embedded objects") struct EmbeddedObjectTests {
    /// A person with a home and two addresses, in a Realm.
    private struct Made {
        let models: ModelRealm
        let person: ModelPerson
        var realm: Realm { models.realm }

        init() throws {
            models = try ModelRealm()
            let realm = models.realm
            person = try realm.write { realm.create(ModelPerson.self, value: Made.values) }
        }

        static var values: [String: Any] {
            [
                "id": 1, "home": ["street": "Main", "number": 1], "addresses": [["street": "A"], ["street": "B"]],
            ]
        }
    }

    // MARK: To itself

    @Test func `a link set to its own embedded object stays as it is`() throws {
        let made = try Made()
        let home = try #require(made.person.home)
        try made.realm.write { made.person.home = made.person.home }
        #expect(!home.isInvalidated && made.person.home?.street == "Main")
    }

    @Test func `an element set to the embedded object that it is stays as it is`() throws {
        let made = try Made()
        try made.realm.write { made.person.addresses[0] = made.person.addresses[0] }
        #expect(made.person.addresses.map { $0.street } == ["A", "B"])
    }

    @Test func `an entry set to the embedded object that it is stays as it is`() throws {
        let made = try InitialRealm()
        try made.realm.write {
            let values = made.fetched
            values.homesByName["h"] = values.homesByName["h"]
        }
        #expect(made.fetched.homesByName["h"]??.numbers.first == 7)
    }

    @Test func `collections of embedded objects set by name to themselves stay as they are`() throws {
        let made = try InitialRealm()
        try made.realm.write {
            let values = made.fetched
            values["homes"] = values.homes
            values["homesByName"] = values.homesByName
        }
        #expect(made.fetched.texts == made.texts)
    }

    @Test func `an element set to another's embedded object traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let made = try Made()
            try made.realm.write { made.person.addresses[0] = made.person.addresses[1] }
        }
        expectMessage(result, "existing managed embedded object", "init(value:)")
    }

    @Test func `a frozen embedded object is refused`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let made = try Made()
            let frozen = made.person.home?.freeze()
            try made.realm.write { made.person.home = frozen }
        }
        expectMessage(result, "already managed by another Realm", "frozen")
    }

    // MARK: Creating

    @Test func `creating from an object copies its embedded objects`() throws {
        let made = try Made()
        let copy = try made.realm.write {
            made.realm.create(
                ModelPerson.self, value: ["id": 2, "home": made.person.home as Any, "addresses": made.person.addresses])
        }
        #expect(copy.home?.street == "Main" && copy.addresses.map { $0.street } == ["A", "B"])
        #expect(copy.home?.isSameObject(as: made.person.home) == false && made.person.home?.street == "Main")
    }

    @Test func `updating an object from its own embedded objects keeps them`() throws {
        let made = try Made()
        try made.realm.write {
            made.realm.create(
                ModelPerson.self,
                value: [
                    "id": 1, "home": made.person.home as Any, "addresses": Array(made.person.addresses.reversed()),
                ],
                update: .all)
        }
        #expect(made.person.home?.street == "Main" && made.person.addresses.map { $0.street } == ["B", "A"])
    }

    @Test func `creating by name from an object of the Realm changes nothing`() throws {
        let made = try Made()
        let home = try #require(made.person.home)
        try made.realm.write {
            try made.realm.create("ModelPerson", value: made.person, update: .all)
        }
        #expect(!home.isInvalidated && made.person.addresses.count == 2)
    }

    @Test func `an embedded class cannot be created by name`() throws {
        let made = try Made()
        try made.realm.write {
            let error = #expect(throws: Realm.Error.self) {
                try made.realm.create("ModelAddress", value: ["street": "Main"])
            }
            #expect(error?.localizedDescription.contains("Embedded objects cannot be created directly") == true)
        }
    }

    @Test func `an embedded object in a mixed property is refused`() throws {
        let made = try LinkRealm()
        try made.link { holder in
            holder.part = LinkPart()
            #expect(throws: Realm.Error.self) { try holder.set(holder.part, for: "any") }
            #expect(throws: Realm.Error.self) { try holder.set(LinkPart(), for: "any") }
        }
    }

    // MARK: Updating

    @Test(arguments: [true, false])
    func `updating what is modified changes embedded objects in place`(adds: Bool) throws {
        let made = try Made()
        let (home, first) = (try #require(made.person.home), made.person.addresses[0])
        let values: [String: Any] = ["id": 1, "home": ["street": "New"], "addresses": [["street": "C"]]]
        try made.realm.write {
            if adds {
                made.realm.add(ModelPerson(value: values), update: .modified)
            } else {
                made.realm.create(ModelPerson.self, value: values, update: .modified)
            }
        }
        #expect(!home.isInvalidated && home.street == "New" && made.person.home?.isSameObject(as: home) == true)
        #expect(!first.isInvalidated && made.person.addresses.map { $0.street } == ["C"] && first.street == "C")
        #expect(made.realm.dynamicObjects("ModelAddress").count == 2)
    }

    @Test func `updating what is modified leaves what is not given of an embedded object`() throws {
        let made = try Made()
        try made.realm.write {
            made.realm.create(ModelPerson.self, value: ["id": 1, "home": ["street": "New"]], update: .modified)
        }
        #expect(made.person.home?.number == 1)
    }

    @Test func `updating what is modified adds embedded objects to a list that grows`() throws {
        let made = try Made()
        let first = made.person.addresses[0]
        let values: [String: Any] = ["id": 1, "addresses": ["A", "X", "Y"].map { ["street": $0] }]
        try made.realm.write { made.realm.create(ModelPerson.self, value: values, update: .modified) }
        #expect(made.person.addresses.map { $0.street } == ["A", "X", "Y"] && !first.isInvalidated)
    }

    @Test func `updating what is modified changes the embedded objects of a map in place`() throws {
        let made = try InitialRealm()
        let part = try #require(made.fetched.homesByName["h"] ?? nil)
        let homes = ["h": ["numbers": [1]], "i": ["numbers": [2]]]
        try made.realm.write {
            made.realm.create(InitialValues.self, value: ["id": 1, "homesByName": homes], update: .modified)
        }
        #expect(!part.isInvalidated && Array(part.numbers) == [1] && made.fetched.homesByName.keys == ["h", "i"])
        try made.realm.write {
            made.realm.create(
                InitialValues.self, value: ["id": 1, "homesByName": ["i": ["numbers": [3]]]], update: .modified)
        }
        #expect(part.isInvalidated && made.fetched.homesByName.keys == ["i"])
    }

    @Test func `updating all replaces embedded objects`() throws {
        let made = try Made()
        let (home, first) = (try #require(made.person.home), made.person.addresses[0])
        try made.realm.write { made.realm.add(ModelPerson(value: Made.values), update: .all) }
        #expect(home.isInvalidated && first.isInvalidated)
        #expect(made.person.home?.street == "Main" && made.person.addresses.map { $0.street } == ["A", "B"])
    }

    // MARK: Deleting

    @Test func `an object that was handed to delete has no Realm any more`() throws {
        let made = try Made()
        let other = made.realm.objects(ModelPerson.self)[0]
        try made.realm.write { made.realm.delete(made.person) }
        #expect(made.person.realm == nil && made.person.isInvalidated)
        #expect(other.realm == made.realm && other.isInvalidated)
    }

    @Test func `objects that were handed to delete in an array have no Realm any more`() throws {
        let made = try Made()
        try made.realm.write { made.realm.delete([made.person]) }
        #expect(made.person.realm == nil)
    }

    @Test func `an embedded object that was replaced keeps its Realm`() throws {
        let made = try Made()
        let home = try #require(made.person.home)
        try made.realm.write { made.person.home = ModelAddress() }
        #expect(home.isInvalidated && home.realm == made.realm)
    }

    @Test func `an object whose deletion was undone is found anew, with its embedded one`() throws {
        let made = try Made()
        made.realm.beginWrite()
        made.realm.delete(made.person)
        made.realm.cancelWrite()
        #expect(made.person.realm == nil && made.person.isInvalidated)
        #expect(made.realm.objects(ModelPerson.self).first?.home?.street == "Main")
    }
}
