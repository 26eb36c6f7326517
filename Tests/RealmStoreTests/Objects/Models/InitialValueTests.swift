import Foundation
import RealmStore
import Testing

@testable import TestSupport

/// A property reads the stored value, regardless of its declared value.
@Suite("Initial values") struct InitialValueTests {
    @Test func `a plain object begins with the declared values`() {
        let values = InitialValues()
        #expect(values.texts != InitialValues.changed().texts)
        #expect(values.string == "initial" && Array(values.ints) == [99] && values.dog?.name == "initial")
        for (initial, changed) in zip(values.texts, InitialValues.changed().texts) { #expect(initial != changed) }
    }

    @Test func `an object that was added reads what it had`() throws {
        let made = try InitialRealm()
        let added = InitialValues.changed(2)
        let texts = added.texts
        try made.realm.write { made.realm.add(added) }
        #expect(added.texts == texts)
    }

    @Test func `an object that is fetched reads what is stored`() throws {
        let made = try InitialRealm()
        #expect(made.fetched.texts == made.texts)
    }

    @Test func `elements appended to collections of a fetched object are stored`() throws {
        let made = try InitialRealm()
        try made.realm.write {
            let fetched = made.fetched
            fetched.ints.append(3)
            fetched.words.insert("v")
            fetched.counts["l"] = 2
            fetched.homes[0].numbers.append(8)
        }
        let fetched = made.fetched
        #expect(Array(fetched.ints) == [1, 2, 3] && fetched.words.contains("v") && fetched.counts["l"] == 2)
        #expect(Array(fetched.homes[0].numbers) == [7, 8])
    }

    @Test func `collections of a fetched object are in its Realm, and the same each time`() throws {
        let fetched = try InitialRealm().fetched
        #expect(fetched.ints.realm != nil && fetched.counts.realm != nil && fetched.words.realm != nil)
        #expect(fetched.ints === fetched.ints && fetched.counts === fetched.counts)
    }

    @Test func `a frozen object reads what is stored`() throws {
        let made = try InitialRealm()
        let frozen = made.fetched.freeze()
        try made.realm.write { made.fetched.ints.removeAll() }
        #expect(frozen.texts == made.texts)
    }

    @Test func `an object that was handed over reads what is stored`() throws {
        let made = try InitialRealm()
        let (reference, configuration) = (ThreadSafeReference(to: made.fetched), made.configuration)
        let texts = try onThread { try Realm(configuration: configuration).resolve(reference)?.texts }
        #expect(texts == made.texts)
    }

    @Test func `an embedded object reads what is stored`() throws {
        let made = try InitialRealm()
        let home = try #require(made.fetched.home)
        #expect(Array(home.numbers) == [7] && Array(home.freeze().numbers) == [7])
    }

    @Test func `an object created from a dictionary reads what was given`() throws {
        let made = try InitialRealm()
        let created = try made.realm.write {
            made.realm.create(
                InitialValues.self,
                value: [
                    "id": 2, "ints": [5], "dogs": [["name": "Ann"]], "counts": ["z": 9], "words": ["q"],
                    "homes": [["numbers": [6]]],
                ] as [String: Any])
        }
        #expect(Array(created.ints) == [5] && created.dogs.first?.name == "Ann" && created.counts["z"] == 9)
        #expect(created.words.contains("q") && Array(created.homes[0].numbers) == [6])
    }

    @Test func `an object created without values stores the declared ones`() throws {
        let made = try InitialRealm()
        try made.realm.write { made.realm.create(InitialValues.self, value: ["id": 2]) }
        let fetched = try #require(made.realm.object(ofType: InitialValues.self, forPrimaryKey: 2))
        #expect(fetched.string == "initial" && Array(fetched.ints) == [99] && fetched.dog?.name == "initial")
        #expect(fetched.home != nil && fetched.optionalColour == .blue && fetched.strings.isEmpty)
    }

    @Test func `a copy in memory has what is stored`() throws {
        let made = try InitialRealm()
        #expect(InitialValues(value: made.fetched).texts == made.texts)
    }

    @Test func `a copy in another Realm has what is stored`() throws {
        let (made, other) = (try InitialRealm(), try InitialRealm())
        try other.realm.write { other.realm.create(InitialValues.self, value: made.fetched, update: .all) }
        #expect(other.fetched.texts == made.texts)
    }

    @Test func `an object that is updated reads what was given`() throws {
        let made = try InitialRealm()
        try made.realm.write {
            made.realm.create(InitialValues.self, value: ["id": 1, "ints": [6]], update: .modified)
        }
        #expect(Array(made.fetched.ints) == [6])
    }

    @Test func `a projection shows what is stored`() throws {
        let view = try #require(try InitialRealm().realm.objects(InitialView.self).first)
        #expect(Array(view.ints) == [1, 2] && Array(view.names) == ["Rex"] && view.counts["k"] == 1)
        #expect(view.description.contains("ints(\\.ints)"))
    }

    @Test func `typed queries know collections with an initial value`() throws {
        let values = try InitialRealm().realm.objects(InitialValues.self)
        #expect(values.where { $0.ints.contains(2) }.count == 1)
        #expect(values.where { $0.dogs.name == "Rex" && $0.counts["k"] == 1 && $0.words.contains("w") }.count == 1)
        #expect(values.where { $0.ints.contains(99) }.isEmpty)
    }

    @Test func `key paths name collections with an initial value`() {
        #expect(_name(for: \InitialValues.ints) == "ints" && _name(for: \InitialValues.words) == "words")
        #expect(_name(for: \InitialValues.counts) == "counts")
    }

    @Test func `linking objects with an initial value lead to what links here`() throws {
        let made = try InitialRealm()
        try made.realm.write { made.realm.create(InitialOwner.self, value: ["values": made.fetched]) }
        #expect(made.fetched.owners.count == 1)
    }

    @Test func `a fetched object does not read the values that init sets`() throws {
        let made = try InitialRealm()
        let added = InitialInInit()
        added.numbers.removeAll()
        added.name = "added"
        try made.realm.write { made.realm.add(added) }
        let fetched = made.realm.objects(InitialInInit.self)[0]
        #expect(Array(fetched.numbers).isEmpty && fetched.name == "added")
    }
}
