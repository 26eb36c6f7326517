import Foundation
import RealmStore
import TestSupport

/// A property of every type, each with an initial value.
final class InitialValues: TestObject {
    @Persisted(primaryKey: true) var id = 0
    @Persisted var bool = true
    @Persisted var int = 1
    @Persisted var int8: Int8 = 8
    @Persisted var float: Float = 1.5
    @Persisted var double = 2.5
    @Persisted var string = "initial"
    @Persisted var data = Data([1])
    @Persisted var date = Date(timeIntervalSince1970: 1)
    @Persisted var decimal: Decimal128 = 4
    @Persisted var objectId = ObjectId.generate()
    @Persisted var uuid = UUID()
    @Persisted var any: AnyRealmValue = .int(3)
    @Persisted var colour: ModelColour = .green
    @Persisted var point = ModelPoint(x: 1, y: 2)
    @Persisted var optionalBool: Bool? = true
    @Persisted var optionalInt: Int? = 5
    @Persisted var optionalFloat: Float? = 2
    @Persisted var optionalString: String? = "initial"
    @Persisted var optionalData: Data? = Data([1])
    @Persisted var optionalDate: Date? = Date(timeIntervalSince1970: 1)
    @Persisted var optionalColour: ModelColour? = .blue
    @Persisted var optionalPoint: ModelPoint? = ModelPoint(x: 3, y: 4)
    @Persisted var dog: ModelDog? = ModelDog(value: ["name": "initial"])
    @Persisted var home: InitialPart? = InitialPart()
    @Persisted var ints = InitialValues.list(99)
    @Persisted var strings = List<String?>()
    @Persisted var dogs = List<ModelDog>()
    @Persisted var homes = List<InitialPart>()
    @Persisted var anys = List<AnyRealmValue>()
    @Persisted var words = MutableSet<String>()
    @Persisted var dogSet = MutableSet<ModelDog>()
    @Persisted var anySet = MutableSet<AnyRealmValue>()
    @Persisted var counts = Map<String, Int>()
    @Persisted var dogsByName = Map<String, ModelDog?>()
    @Persisted var homesByName = Map<String, InitialPart?>()
    @Persisted var owners = LinkingObjects(fromType: InitialOwner.self, property: "values")

    static func list(_ number: Int) -> List<Int> {
        let list = List<Int>()
        list.append(number)
        return list
    }

    /// One that has another value in every property.
    static func changed(_ id: Int = 1) -> InitialValues {
        let dog = ModelDog(value: ["name": "Rex"])
        let home = InitialPart(value: ["numbers": [7]])
        return InitialValues(
            value: [
                "id": id, "bool": false, "int": 2, "int8": 9, "float": 3.5, "double": 4.5, "string": "s",
                "data": Data([2, 3]), "date": Date(timeIntervalSince1970: 2), "decimal": 5,
                "objectId": ObjectId("507f1f77bcf86cd799439011"), "uuid": "137decc8-b300-4954-a233-f89909f4fd89",
                "any": "text", "colour": "red", "point": "5,6", "optionalBool": NSNull(), "optionalInt": NSNull(),
                "optionalFloat": NSNull(), "optionalString": NSNull(), "optionalData": NSNull(),
                "optionalDate": NSNull(),
                "optionalColour": NSNull(), "optionalPoint": NSNull(), "dog": dog, "home": home, "ints": [1, 2],
                "strings": ["a", nil] as [String?], "dogs": [dog],
                "homes": [home, home].map { InitialPart(value: $0) },
                "anys": [1, "x"] as [Any], "words": ["w"], "dogSet": [dog], "anySet": [4], "counts": ["k": 1],
                "dogsByName": ["Rex": dog], "homesByName": ["h": InitialPart(value: home)],
            ] as [String: Any])
    }

    /// The values that the properties read as.
    var texts: [String] {
        let single: [Any?] = [
            bool, int, int8, float, double, string, Array(data), date.timeIntervalSince1970, decimal, objectId, uuid,
            any, colour, point.persistableValue, optionalBool, optionalInt, optionalFloat, optionalString,
            optionalData.map(Array.init), optionalDate?.timeIntervalSince1970, optionalColour,
            optionalPoint?.persistableValue, dog?.name, home.map { Array($0.numbers) },
        ]
        let collections: [Any] = [
            Array(ints), Array(strings), dogs.map { $0.name } as [String], homes.map { Array($0.numbers) } as [[Int]],
            Array(anys), Array(words), dogSet.map { $0.name } as [String], Array(anySet),
            counts.map { "\($0.key)=\($0.value)" }, dogsByName.map { "\($0.key)=\($0.value?.name ?? "")" },
            homesByName.map { entry in "\(entry.key)=\(entry.value.map { Array($0.numbers) } ?? [])" },
        ]
        return single.map { "\($0 ?? "nil")" } + collections.map { "\($0)" }
    }
}

/// An embedded object whose list has an initial value.
final class InitialPart: OwnedTestObject {
    @Persisted var numbers = List<Int>()
}

final class InitialOwner: TestObject {
    @Persisted var values: InitialValues?
}

/// Properties are set in `init`, as if they had been declared with these values.
final class InitialInInit: TestObject {
    @Persisted var numbers: List<Int>
    @Persisted var name: String

    required init() {
        super.init()
        numbers.append(99)
        name = "initial"
    }
}

final class InitialView: Projection<InitialValues> {
    @Projected(\InitialValues.ints) var ints
    @Projected(\InitialValues.dogs.projectTo.name) var names
    @Projected(\InitialValues.counts) var counts
}

/// A Realm with one object of the first class, whose plain object is gone: values are read from the file.
struct InitialRealm {
    let directory: TemporaryDirectory
    let configuration: Realm.Configuration
    let realm: Realm
    /// The expected values of the properties.
    let texts: [String]

    init() throws {
        directory = try TemporaryDirectory()
        configuration = Realm.Configuration(
            fileURL: directory.url.appendingPathComponent("initial.realm"),
            objectTypes: [
                InitialValues.self, InitialPart.self, InitialOwner.self, InitialInInit.self, ModelDog.self,
                ModelPerson.self, ModelAddress.self,
            ])
        realm = try Realm(configuration: configuration)
        let added = InitialValues.changed()
        texts = added.texts
        try realm.write { realm.add(added) }
    }

    /// Another accessor on every call.
    var fetched: InitialValues { realm.objects(InitialValues.self)[0] }
}
