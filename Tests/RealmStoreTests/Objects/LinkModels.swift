import RealmStore
import TestSupport

final class LinkTarget: TestObject {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
}

/// Every way that an object can be linked to.
final class LinkHolder: TestObject {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var one: LinkTarget?
    @Persisted var list: List<LinkTarget>
    @Persisted var set: MutableSet<LinkTarget>
    @Persisted var map: Map<String, LinkTarget?>
    @Persisted var any: AnyRealmValue
    @Persisted var anys: List<AnyRealmValue>
    @Persisted var anySet: MutableSet<AnyRealmValue>
    @Persisted var anyMap: Map<String, AnyRealmValue>
    @Persisted var part: LinkPart?
}

final class LinkPart: OwnedTestObject {
    @Persisted var target: LinkTarget?
}

/// A holder and a target in a Realm, the target as it was when it was frozen, and one of another Realm.
struct LinkRealm {
    let realm: Realm
    let holder: LinkHolder
    let target: LinkTarget
    let frozen: LinkTarget
    let foreign: LinkTarget

    init() throws {
        let types: [ObjectBase.Type] = [
            LinkTarget.self, LinkHolder.self, LinkPart.self, ModelDog.self, ModelPerson.self, ModelAddress.self,
        ]
        func open() throws -> Realm {
            try Realm(configuration: .init(inMemoryIdentifier: "links \(ObjectId.generate())", objectTypes: types))
        }
        let (realm, other) = (try open(), try open())
        (holder, target) = try realm.write {
            (
                realm.create(LinkHolder.self, value: ["id": 1]),
                realm.create(LinkTarget.self, value: ["id": 1, "name": "old"])
            )
        }
        foreign = try other.write { other.create(LinkTarget.self, value: ["id": 1, "name": "foreign"]) }
        self.realm = realm
        frozen = target.freeze()
        let target = target
        try realm.write { target.name = "new" }
    }

    /// The name of each target there is.
    var names: [String] { realm.objects(LinkTarget.self).map(\.name) }

    /// Lets the holder link to something, in a write transaction.
    func link(_ body: (LinkHolder) throws -> Void) throws { try realm.write { try body(holder) } }
}
