import Foundation
import RealmStore

// The classes of fixtures, as an app would declare them. Fixtures share names of classes, so each has its own space.

enum ContactFile {
    static let types: [ObjectBase.Type] = [Address.self, Contact.self, Note.self, Tag.self]

    final class Address: OwnedTestObject {
        @Persisted var street: String
        @Persisted var city: String
        @Persisted var zip: String?
        @Persisted var country: String
    }

    final class Contact: TestObject {
        @Persisted(primaryKey: true) var id: UUID
        @Persisted var firstName: String
        @Persisted(indexed: true) var lastName: String
        @Persisted var company: String?
        @Persisted var emails: List<String>
        @Persisted var phones: Map<String, String>
        @Persisted var birthday: Date?
        @Persisted var favorite: Bool
        @Persisted var home: Address?
        @Persisted var otherAddresses: List<Address>
        @Persisted var tags: MutableSet<Tag>
        @Persisted var notes: List<Note>
        @Persisted var rating: Double?
        @Persisted var balance: Decimal128?
        @Persisted var custom: AnyRealmValue
        @Persisted var createdAt: Date
        @Persisted var updatedAt: Date
    }

    final class Note: TestObject {
        @Persisted(primaryKey: true) var _id: ObjectId
        @Persisted var text: String
        @Persisted var createdAt: Date
        @Persisted var pinned: Bool
        @Persisted var thumbnail: Data?
        @Persisted(originProperty: "notes") var contacts: LinkingObjects<Contact>
    }

    final class Tag: TestObject {
        @Persisted(primaryKey: true) var name: String
        @Persisted var color: Int
    }
}

enum FamilyFile {
    static let types: [ObjectBase.Type] = [
        Address.self, Card.self, CardBack.self, Coordinate.self, Person.self,
    ]

    final class Address: OwnedTestObject {
        @Persisted var street: String?
        @Persisted var zip: Int
        @Persisted var spot: Coordinate?
        @Persisted var history: List<Coordinate>
    }

    final class Card: OwnedTestObject {
        @Persisted var number: String
        @Persisted var back: CardBack?
        @Persisted var any: AnyRealmValue
    }

    final class CardBack: OwnedTestObject {
        @Persisted var number: String
        @Persisted var spot: Coordinate?
        @Persisted var owner: Person?
        @Persisted var any: AnyRealmValue
    }

    final class Coordinate: OwnedTestObject {
        @Persisted var lat: Double
        @Persisted var lon: Double
    }

    final class Person: TestObject {
        @Persisted(primaryKey: true) var id: Int
        @Persisted var name: String
        @Persisted var home: Address?
        @Persisted var others: List<Address>
        @Persisted var byKind: Map<String, Address?>
        @Persisted var card: Card?
        @Persisted var friend: Person?
    }
}

enum LinkFile {
    static let types: [ObjectBase.Type] = [Hub.self, Leaf.self, Node.self]

    final class Hub: TestObject {
        @Persisted(primaryKey: true) var name: String
        @Persisted var boss: Hub?
        @Persisted(originProperty: "hub") var leaves: LinkingObjects<Leaf>
    }

    final class Leaf: TestObject {
        @Persisted var n: Int
        @Persisted var hub: Hub?
        @Persisted var hubs: List<Hub>
        @Persisted var any: AnyRealmValue
        @Persisted var anyList: List<AnyRealmValue>
        @Persisted var anyDict: Map<String, AnyRealmValue>
        @Persisted var anySet: MutableSet<AnyRealmValue>
    }

    final class Node: TestObject {
        @Persisted var n: Int
        @Persisted var next: Node?
        @Persisted var all: List<Node>
        @Persisted var some: MutableSet<Node>
        @Persisted var named: Map<String, Node?>
        @Persisted var hub: Hub?
    }
}

enum DocumentFile {
    static let types: [ObjectBase.Type] = [Doc.self, Thing.self]

    final class Doc: TestObject {
        @Persisted var name: String
        @Persisted var any: AnyRealmValue
        @Persisted var list: List<AnyRealmValue>
        @Persisted var dict: Map<String, AnyRealmValue>
    }

    final class Thing: TestObject {
        @Persisted(primaryKey: true) var id: Int
    }
}

enum KeyFile {
    static let types: [ObjectBase.Type] = [PkInt.self, PkStringOpt.self, PkUUID.self, PkObjectIdOpt.self]

    final class PkInt: TestObject {
        @Persisted(primaryKey: true) var id: Int
        @Persisted var note: String
        @Persisted var next: PkInt?
    }

    final class PkStringOpt: TestObject {
        @Persisted(primaryKey: true) var id: String?
        @Persisted var note: String
        @Persisted var next: PkStringOpt?
    }

    final class PkUUID: TestObject {
        @Persisted(primaryKey: true) var id: UUID
        @Persisted var note: String
        @Persisted var next: PkUUID?
    }

    final class PkObjectIdOpt: TestObject {
        @Persisted(primaryKey: true) var id: ObjectId?
        @Persisted var note: String
        @Persisted var next: PkObjectIdOpt?
    }
}
