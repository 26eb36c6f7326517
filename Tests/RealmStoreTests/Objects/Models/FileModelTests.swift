import Foundation
import RealmStore
import Testing

@testable import TestSupport

/// Files of another engine, opened with model classes. `REALMSTORE_MODEL_CHECKER` also checks the written files.
@Suite("Typed classes on files of another engine") struct FileModelTests {
    @Test func `contacts are read and changed`() throws {
        let file = try OpenedFixture("contacts_10k", ContactFile.types)
        let contacts = file.realm.objects(ContactFile.Contact.self)
        #expect(contacts.map(\.firstName) == file.strings("Contact", "firstName"))
        #expect(contacts.map(\.emails.count) == file.counts("Contact", "emails"))
        #expect(contacts.map(\.tags.count) == file.counts("Contact", "tags"))
        #expect(contacts.map(\.phones.count) == file.counts("Contact", "phones"))
        #expect(contacts.compactMap { $0.home?.city }.count == contacts.where { $0.home != nil }.count)
        let contact = try #require(contacts.where { $0.notes.count > 0 && $0.lastName.starts(with: "S") }.first)
        let note = try #require(contact.notes.first)
        #expect(note.contacts.contains(contact))
        let count = contacts.count
        try file.realm.write {
            contact.lastName = "Šebestová"
            contact.emails.append("new@example.org")
            contact.phones["car"] = "1"
            contact.tags.insert(ContactFile.Tag(value: ["name": "new", "color": 3]))
            contact.home = ContactFile.Address(value: ["street": "Main", "city": "Brno", "country": "CZ"])
            contact.custom = .fromArray([.int(1), .object(note)])
            contact.balance = "12.50"
            file.realm.delete(contacts.where { $0.favorite == true })
            file.realm.create(ContactFile.Contact.self, value: ["firstName": "Ada", "notes": [["text": "hello"]]])
        }
        try file.check()
        let again = try #require(file.reopened().object(ofType: ContactFile.Contact.self, forPrimaryKey: contact.id))
        #expect(again.lastName == "Šebestová")
        #expect((again.emails.last, again.phones["car"], again.home?.city) == ("new@example.org", "1", "Brno"))
        #expect(again.custom.listValue?[1].object(ContactFile.Note.self)?._id == note._id)
        #expect(contacts.count < count)
    }

    @Test func `embedded objects are read and changed`() throws {
        let file = try OpenedFixture("embedded", FamilyFile.types)
        let people = file.realm.objects(FamilyFile.Person.self)
        #expect(people.map(\.name) == file.strings("Person", "name"))
        #expect(people.map(\.others.count) == file.counts("Person", "others"))
        #expect(people.map(\.byKind.count) == file.counts("Person", "byKind"))
        let person = try #require(people.first { $0.others.count > 1 })
        let holder = try #require(people.first { $0.card?.back != nil })
        let back = try #require(holder.card?.back)
        try file.realm.write {
            back.spot = FamilyFile.Coordinate(value: [1.5, -2.5])
            back.owner = person.friend
            person.others.removeFirst()
            person.others.append(FamilyFile.Address(value: ["zip": 5, "history": [["lat": 1, "lon": 2]]]))
            person.byKind["new"] = FamilyFile.Address(value: ["zip": 6])
            person.home = nil
            file.realm.delete(try #require(people.last { $0.id != person.id && $0.id != holder.id }))
        }
        try file.check()
        let reopened = try file.reopened()
        let again = try #require(reopened.object(ofType: FamilyFile.Person.self, forPrimaryKey: person.id))
        let card = reopened.object(ofType: FamilyFile.Person.self, forPrimaryKey: holder.id)?.card
        #expect(card?.back?.spot?.lon == -2.5)
        #expect(again.others.last?.history.first?.lat == 1)
        #expect(again.byKind["new"]??.zip == 6)
    }

    @Test func `links of all kinds are read and changed`() throws {
        let file = try OpenedFixture("links", LinkFile.types)
        let (leaves, nodes) = (file.realm.objects(LinkFile.Leaf.self), file.realm.objects(LinkFile.Node.self))
        #expect(leaves.map(\.n) == file.numbers("Leaf", "n"))
        #expect(nodes.map(\.all.count) == file.counts("Node", "all"))
        #expect(nodes.map(\.some.count) == file.counts("Node", "some"))
        let hub = try #require(file.realm.objects(LinkFile.Hub.self).max { $0.leaves.count < $1.leaves.count })
        let count = hub.leaves.count
        #expect(count == leaves.where { $0.hub == hub }.count)
        let leaf = try #require(hub.leaves.first)
        try file.realm.write {
            leaf.hub = nil
            leaf.hubs.append(hub)
            leaf.any = .object(hub)
            leaf.anyDict["hub"] = .fromArray([.object(hub)])
            nodes[0].named["last"] = nodes[nodes.count - 1]
            file.realm.delete(nodes[1])
        }
        #expect(hub.leaves.count == count - 1)
        try file.check()
        #expect(try file.reopened().objects(LinkFile.Node.self).first?.named.keys.contains("last") == true)
    }

    @Test func `collections nested in mixed values are read and changed`() throws {
        let file = try OpenedFixture("mixed_nested", DocumentFile.types)
        let documents = file.realm.objects(DocumentFile.Doc.self)
        #expect(documents.map(\.name) == file.strings("Doc", "name"))
        let deep = try #require(documents.first { $0.name == "list in list in list" })
        let innermost = try #require(deep.any.listValue?[0].listValue?[1].listValue)
        #expect(innermost[0] == .string("deep"))
        #expect(innermost[1].object(DocumentFile.Thing.self)?.id == 0)
        let json = try #require(documents.first { $0.name == "json-like" }?.any.dictionaryValue)
        #expect(json["age"] == .int(35))
        try file.realm.write {
            deep.any.listValue?.insert(.bool(true), at: 0)
            innermost.append(
                .fromDictionary(["thing": .object(try #require(innermost[1].object(DocumentFile.Thing.self)))]))
            json["pet"]?.dictionaryValue?["age"] = .int(3)
            json["age"] = nil
            file.realm.delete(try #require(file.realm.object(ofType: DocumentFile.Thing.self, forPrimaryKey: 5)))
        }
        #expect(innermost.count == 3)
        try file.check()
        let again = try #require(file.reopened().objects(DocumentFile.Doc.self).first { $0.name == deep.name })
        #expect(again.any.listValue?[1].listValue?[1].listValue?.count == 3)
    }

    @Test func `primary keys of all types are found and added`() throws {
        let file = try OpenedFixture("keys", KeyFile.types)
        let realm = file.realm
        for object in realm.objects(KeyFile.PkInt.self) {
            #expect(realm.object(ofType: KeyFile.PkInt.self, forPrimaryKey: object.id) == object)
        }
        for object in realm.objects(KeyFile.PkStringOpt.self) {
            #expect(realm.object(ofType: KeyFile.PkStringOpt.self, forPrimaryKey: object.id) == object)
        }
        for object in realm.objects(KeyFile.PkUUID.self) {
            #expect(realm.object(ofType: KeyFile.PkUUID.self, forPrimaryKey: object.id) == object)
        }
        for object in realm.objects(KeyFile.PkObjectIdOpt.self) {
            #expect(realm.object(ofType: KeyFile.PkObjectIdOpt.self, forPrimaryKey: object.id) == object)
        }
        let (text, uuid) = ("new \u{1F980}", UUID())
        try realm.write {
            realm.add(KeyFile.PkStringOpt(value: ["id": text, "note": "added"]))
            realm.add(KeyFile.PkStringOpt(value: ["id": nil as String?, "note": "nil"]), update: .all)
            realm.create(KeyFile.PkUUID.self, value: ["id": uuid, "next": ["id": UUID()]])
            realm.create(KeyFile.PkInt.self, value: ["id": Int.min, "note": "least"], update: .modified)
            realm.delete(realm.objects(KeyFile.PkObjectIdOpt.self))
        }
        try file.check()
        let again = try file.reopened()
        #expect(again.object(ofType: KeyFile.PkStringOpt.self, forPrimaryKey: text)?.note == "added")
        #expect(again.object(ofType: KeyFile.PkStringOpt.self, forPrimaryKey: nil as String?)?.note == "nil")
        #expect(again.object(ofType: KeyFile.PkUUID.self, forPrimaryKey: uuid)?.next != nil)
        #expect(again.object(ofType: KeyFile.PkInt.self, forPrimaryKey: Int.min)?.note == "least")
    }
}

/// A copy of a fixture, open with model classes, with the expected content of the fixture.
private struct OpenedFixture {
    let directory: TemporaryDirectory
    let configuration: Realm.Configuration
    let realm: Realm
    private let classes: [[String: Any]]

    init(_ name: String, _ types: [ObjectBase.Type]) throws {
        let fixture = Fixture.named(name)
        directory = try TemporaryDirectory()
        let dump = try fixture.dumpObject()
        classes = dump["classes"] as? [[String: Any]] ?? []
        configuration = Realm.Configuration(
            fileURL: try fixture.copy(into: directory),
            schemaVersion: (dump["schema_version"] as? String).flatMap { UInt64($0) } ?? 0, objectTypes: types)
        realm = try Realm(configuration: configuration)
    }

    private func values(_ className: String, _ property: String) -> [Any] {
        let objects = classes.first { $0["name"] as? String == className }?["objects"] as? [[String: Any]] ?? []
        return objects.compactMap { ($0["values"] as? [String: Any])?[property] }
    }

    func strings(_ className: String, _ property: String) -> [String] {
        values(className, property).map { $0 as? String ?? "" }
    }

    func numbers(_ className: String, _ property: String) -> [Int] {
        strings(className, property).map { Int($0) ?? 0 }
    }

    func counts(_ className: String, _ property: String) -> [Int] {
        values(className, property).map { ($0 as? [Any])?.count ?? 0 }
    }

    /// Expects the file to be sound.
    func check() throws {
        let url = try #require(configuration.fileURL)
        #expect(try Realm.verify(at: url).isSound)
        try ModelChecker(path: ProcessInfo.processInfo.environment["REALMSTORE_MODEL_CHECKER"])?
            .check(url.path, isEncrypted: false)
    }

    /// The file as another thread, which shares no state with this one, sees it.
    func reopened() throws -> Realm {
        let configuration = configuration
        return try onThread { Unchecked(content: try Realm(configuration: configuration).freeze()) }.content
    }
}
