import Foundation
import RealmStore
import TestSupport
import Testing

/// Base of the model classes of the tests: other tests open files with the classes of the files.
class TestObject: Object {
    override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

/// The same for objects that belong to others.
class OwnedTestObject: EmbeddedObject {
    override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

final class ModelPerson: TestObject {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name = "nobody"
    @Persisted(indexed: true) var city: String?
    @Persisted var dogs: List<ModelDog>
    @Persisted var favourite: ModelDog?
    @Persisted var home: ModelAddress?
    @Persisted var addresses: List<ModelAddress>
    var notes = "not stored"

    override class func propertiesMapping() -> [String: String] { ["name": "full_name"] }
}

final class ModelDog: TestObject {
    @Persisted var name: String
    @Persisted var age = 1
    @Persisted(originProperty: "dogs") var owners: LinkingObjects<ModelPerson>
}

final class ModelAddress: OwnedTestObject {
    @Persisted var street: String
    @Persisted var number: Int?
}

enum ModelColour: String, PersistableEnum {
    case red, green, blue
}

struct ModelPoint: CustomPersistable, Equatable {
    typealias PersistedType = String

    var x: Int
    var y: Int

    init(x: Int, y: Int) { (self.x, self.y) = (x, y) }
    init(persistedValue: String) {
        let parts = persistedValue.split(separator: ",").compactMap { Int($0) }
        self.init(x: parts.first ?? 0, y: parts.last ?? 0)
    }
    var persistableValue: String { "\(x),\(y)" }
}

final class ModelValues: TestObject {
    @Persisted var int: Int
    @Persisted var int8: Int8 = 7
    @Persisted var bool: Bool
    @Persisted var float: Float
    @Persisted var double: Double
    @Persisted var string: String
    @Persisted var data: Data
    @Persisted var date: Date
    @Persisted var decimal: Decimal128
    @Persisted var objectId: ObjectId
    @Persisted var uuid: UUID
    @Persisted var any: AnyRealmValue
    @Persisted var colour: ModelColour
    @Persisted var point: ModelPoint
    @Persisted var optionalInt: Int?
    @Persisted var optionalDate: Date?
    @Persisted var optionalColour: ModelColour?
    @Persisted var optionalPoint: ModelPoint?
    @Persisted var ints: List<Int>
    @Persisted var optionalStrings: List<String?>
    @Persisted var colours: MutableSet<ModelColour>
    @Persisted var words: MutableSet<String>
    @Persisted var counts: Map<String, Int>
    @Persisted var dogs: Map<String, ModelDog?>
}

final class NestedValues: TestObject {
    @Persisted var list: List<AnyRealmValue>
    @Persisted var map: Map<String, AnyRealmValue>
}

/// A Realm of the test classes in a directory of its own.
struct ModelRealm {
    let directory: TemporaryDirectory
    let configuration: Realm.Configuration
    let realm: Realm

    static let types: [ObjectBase.Type] = [
        ModelPerson.self, ModelDog.self, ModelAddress.self, ModelValues.self, NestedValues.self,
    ]

    init() throws {
        directory = try TemporaryDirectory()
        configuration = Realm.Configuration(
            fileURL: directory.url.appendingPathComponent("models.realm"),
            objectTypes: ModelRealm.types)
        realm = try Realm(configuration: configuration)
    }

    /// A copy that is only read.
    func readOnlyCopy() throws -> Realm {
        var configuration = configuration
        let copy = directory.url.appendingPathComponent("copy.realm")
        try realm.writeCopy(toFile: copy)
        configuration.fileURL = copy
        configuration.readOnly = true
        return try Realm(configuration: configuration)
    }
}
