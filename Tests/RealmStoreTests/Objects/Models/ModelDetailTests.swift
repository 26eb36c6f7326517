import Foundation
import RealmStore
import TestSupport
import Testing

private struct ModelCode: FailableCustomPersistable, Equatable {
    typealias PersistedType = Int

    let value: Int

    init?(persistedValue: Int) {
        guard persistedValue >= 0 else { return nil }
        value = persistedValue
    }
    var persistableValue: Int { value }
}

/// Mapped types and names, hooks for keys that are not properties, and a size that values may outgrow.
private final class DetailModel: TestObject {
    @Persisted(primaryKey: true) var colour: ModelColour
    @Persisted var code: ModelCode?
    @Persisted(indexed: true) var point: ModelPoint
    @Persisted var small: Int8
    @Persisted var flag: Bool
    @Persisted var data: Data?
    @Persisted var next: DetailModel?
    @Persisted var home: ModelAddress?
    @Persisted var words: List<String>
    var unknown: [String: String] = [:]

    override class func _realmObjectName() -> String? { "Detail" }
    override class func propertiesMapping() -> [String: String] { ["small": "tiny"] }
    override func value(forUndefinedKey key: String) -> Any? { unknown[key] }
    override func setValue(_ value: Any?, forUndefinedKey key: String) { unknown[key] = value as? String }
}

/// Declares with functions what other classes declare with `@Persisted`.
private final class OlderModel: TestObject {
    @Persisted var key: String
    @Persisted var size: Int
    @Persisted var hidden: Int = 5
    @Persisted var friends: MutableSet<OlderModel>
    @Persisted var owned: List<OlderPart>
    @Persisted var any: AnyRealmValue

    override class func primaryKey() -> String? { "key" }
    override class func indexedProperties() -> [String] { ["size"] }
    override class func ignoredProperties() -> [String] { ["hidden"] }
}

private final class OlderPart: OwnedTestObject {
    @Persisted var number: Int
    @Persisted var scratch: Int
    @Persisted var friends: List<OlderModel>

    override class func ignoredProperties() -> [String] { ["scratch"] }
    override class func propertiesMapping() -> [String: String] { ["number": "no"] }
}

private func olderRealm() throws -> Realm {
    let types: [ObjectBase.Type] = [OlderModel.self, OlderPart.self]
    return try Realm(configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: types))
}

private func detailRealm() throws -> Realm {
    let types: [ObjectBase.Type] = [DetailModel.self, ModelAddress.self]
    return try Realm(configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: types))
}

@Suite("Details of model classes") struct ModelDetailTests {
    @Test func `a class may have another name and columns of other names`() throws {
        let realm = try detailRealm()
        #expect(DetailModel.className() == "Detail")
        #expect(realm.schema["Detail"]?["small"]?.columnName == "tiny")
        #expect(DetailModel().objectSchema.className == "Detail")
    }

    @Test func `a mapped primary key is given as it is`() throws {
        let realm = try detailRealm()
        try realm.write { realm.create(DetailModel.self, value: ["colour": "green", "small": 3]) }
        #expect(realm.object(ofType: DetailModel.self, forPrimaryKey: ModelColour.green)?.small == 3)
        #expect(realm.object(ofType: DetailModel.self, forPrimaryKey: "red") == nil)
        #expect(realm.schema["Detail"]?["point"]?.isIndexed == true)
    }

    @Test func `null in a required property of a mapped type is its default`() throws {
        let realm = try detailRealm()
        let object = try realm.write { realm.create(DetailModel.self, value: ["point": NSNull()]) }
        #expect(object.point == ModelPoint(x: 0, y: 0))
        #expect(DetailModel(value: ["point": NSNull()]).point == ModelPoint(x: 0, y: 0))
    }

    @Test func `a stored value that stands for nothing reads as nil where it may`() throws {
        let realm = try detailRealm()
        try realm.write { realm.create(DetailModel.self, value: ["code": 5]) }
        let object = try #require(realm.objects(DetailModel.self).first)
        #expect(object.code?.value == 5)
        try realm.write { object["code"] = -1 }
        #expect(object.code == nil)
    }

    @Test func `key, indexes and exceptions may be named by functions`() throws {
        let schema = try olderRealm().schema
        #expect(schema["OlderModel"]?.primaryKeyProperty?.name == "key")
        #expect(schema["OlderModel"]?["size"]?.isIndexed == true)
        #expect(schema["OlderModel"]?["hidden"] == nil)
        #expect(schema["OlderPart"]?["number"]?.columnName == "no")
        #expect(schema["OlderPart"]?["scratch"] == nil)
    }

    @Test func `an embedded object is read by name and compared by row`() throws {
        let realm = try olderRealm()
        let object = try realm.write {
            realm.create(
                OlderModel.self,
                value: ["key": "a", "owned": [["number": 3, "friends": [["key": "b"]]]], "friends": [["key": "c"]]])
        }
        let part = object.owned[0]
        #expect(part["number"] as? Int == 3)
        #expect(part.dynamicList("friends").first?["key"] as? String == "b")
        #expect(part.isSameObject(as: object.owned[0]))
        #expect(object.dynamicMutableSet("friends").first?["key"] as? String == "c")
        try realm.write { part["number"] = 4 }
        #expect(object.owned[0].number == 4)
    }

    @Test func `a linked object of a mixed value is read by name`() throws {
        let realm = try olderRealm()
        let object = try realm.write { realm.create(OlderModel.self, value: ["key": "a"]) }
        try realm.write { object.any = .object(object) }
        #expect(object.any.dynamicObject?["key"] as? String == "a")
        #expect(Set([object.any, .int(1), .int(1)]).count == 2)
    }

    @Test func `values are bridged to loosely typed ones and back`() throws {
        let point: ModelPoint = dynamicBridgeCast(fromObjectiveC: "3,4")
        #expect(point == ModelPoint(x: 3, y: 4))
        #expect(dynamicBridgeCast(fromSwift: point) as? String == "3,4")
        #expect(Set([point, ModelPoint(x: 3, y: 4)]).count == 1)
        let queue: dispatch_queue_t = DispatchQueue(label: "bridged")
        #expect(queue.label == "bridged")
        let (key, transaction): (PropertyKey, AsyncTransactionId) = (3, 4)
        #expect((key, transaction) == (UInt16(3), UInt32(4)))
        #expect((RLMAnyValueType.list.rawValue, RLMAnyValueType.dictionary.rawValue) == (128, 512))
    }

    @Test func `keys that are not properties go to the class`() {
        let object = DetailModel()
        object.setValue("x", forKey: "extra")
        #expect(object.value(forKey: "extra") as? String == "x")
    }

    @Test func `key-value coding reads and writes properties`() throws {
        let realm = try detailRealm()
        let object = DetailModel(value: ["next": ["colour": "blue"], "home": ["street": "Main"]])
        try realm.write {
            realm.add(object)
            object.setValuesForKeys(["small": 5, "data": NSNull()])
            object.setValue("Side", forKeyPath: "home.street")
        }
        #expect(object.value(forKeyPath: "home.street") as? String == "Side")
        #expect(object.value(forKey: "self") as? DetailModel === object)
        #expect(object.value(forKey: "invalidated") as? Bool == false)
        let values = object.dictionaryWithValues(forKeys: ["small", "data"])
        #expect(values["small"] as? Int8 == 5)
        #expect(values["data"] is NSNull)
    }

    @Test func `a description shows properties and what they lead to`() throws {
        let object = DetailModel(
            value: [
                "colour": "blue", "code": 5, "flag": true, "data": Data(0..<30), "home": ["street": "Main"],
                "words": ["a", "b"],
            ])
        #expect(
            object.description.components(separatedBy: " <0x")[0] == """
                Detail {
                \tcolour = blue;
                \tcode = 5;
                \tpoint = 0,0;
                \tsmall = 0;
                \tflag = 1;
                \tdata = <000102030405060708090a0b0c0d0e0f1011121314151617... — 30 total bytes>;
                \tnext = (null);
                \thome = ModelAddress {
                \t\tstreet = Main;
                \t\tnumber = (null);
                \t};
                \twords = List<string>
                """)
    }

    @Test func `a configuration's description keeps the key to itself`() {
        let key = Data(repeating: 0xAB, count: 64)
        let text = Realm.Configuration(inMemoryIdentifier: "x", encryptionKey: key, schemaVersion: 4).description
        #expect(text.contains("64 bytes"))
        #expect(text.contains("schemaVersion = 4"))
        #expect(!text.lowercased().contains("abab"))
    }

    @Test func `schemas and properties are printed and compared`() throws {
        let types: [ObjectBase.Type] = [NestedValues.self]
        let schema = try Realm(configuration: .init(inMemoryIdentifier: "printed", objectTypes: types)).schema
        #expect(
            schema.description == """
                Schema {
                \tNestedValues {
                \t\tlist {
                \t\t\ttype = mixed;
                \t\t\tcolumnName = list;
                \t\t\tindexed = NO;
                \t\t\tisPrimary = NO;
                \t\t\tarray = YES;
                \t\t\tset = NO;
                \t\t\tdictionary = NO;
                \t\t\toptional = NO;
                \t\t}
                \t\tmap {
                \t\t\ttype = mixed;
                \t\t\tcolumnName = map;
                \t\t\tindexed = NO;
                \t\t\tisPrimary = NO;
                \t\t\tarray = NO;
                \t\t\tset = NO;
                \t\t\tdictionary = YES;
                \t\t\toptional = NO;
                \t\t}
                \t}
                }
                """)
        let object = try #require(schema["NestedValues"])
        #expect(object == NestedValues().objectSchema)
        #expect(object != ModelDog().objectSchema)
        #expect(object["list"] != object["map"])
        #expect(schema == Schema([object]))
    }

    @Test func `an embedded object in no Realm thaws to nothing`() {
        #expect(ModelAddress().thaw() == nil)
    }

    @Test func `legacy settings are kept without effect`() throws {
        var configuration = Realm.Configuration(inMemoryIdentifier: "events", objectTypes: [NestedValues.self])
        configuration.eventConfiguration = EventConfiguration(
            metadata: ["a": "b"], partitionPrefix: "p", logger: { _, _ in }, errorHandler: { _ in })
        #expect(configuration.eventConfiguration?.partitionPrefix == "p")
        #expect(try Realm(configuration: configuration).isEmpty)
    }

    @Test func `a number that outgrows its property traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let realm = try detailRealm()
            let object = try realm.write { realm.create(DetailModel.self) }
            try realm.write { try #require(realm.dynamicObjects("Detail").first)["tiny"] = 1000 }
            _ = object.small
        }
        expectMessage(result, "1000", "Int8")
    }

    @Test func `a raw value without a case traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let models = try ModelRealm()
            let values = try models.realm.write { models.realm.create(ModelValues.self) }
            try models.realm.write { try #require(models.realm.dynamicObjects("ModelValues").first)["colour"] = "pink" }
            _ = values.colour
        }
        expectMessage(result, "ModelColour", "pink")
    }
}
