import Foundation
import RealmStore
import TestSupport
import Testing

final class TypedRow: TestObject {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
    @Persisted var nick: String?
    @Persisted var age: Int
    @Persisted var optionalAge: Int?
    @Persisted var done: Bool
    @Persisted var double: Double
    @Persisted var float: Float
    @Persisted var decimal: Decimal128
    @Persisted var date: Date
    @Persisted var data: Data
    @Persisted var uuid: UUID
    @Persisted var any: AnyRealmValue
    @Persisted var next: TypedRow?
    @Persisted var others: List<TypedRow>
    @Persisted var ints: List<Int>
    @Persisted var optionalInts: List<Int?>
    @Persisted var words: MutableSet<String>
    @Persisted var counts: Map<String, Int>
    @Persisted var colour = ModelColour.red
    @Persisted var optionalColour: ModelColour?
    @Persisted var colours: List<ModelColour>
    @Persisted var colourMap: Map<String, ModelColour>
    @Persisted var point = ModelPoint(x: 0, y: 0)
    @Persisted var points: List<ModelPoint>
    @Persisted(originProperty: "next") var origins: LinkingObjects<TypedRow>
}

/// Every operator and method of typed queries, on three rows.
@Suite("Typed queries") struct ModelTypedQueryTests {
    private let realm: Realm
    private let rows: Results<TypedRow>
    private static let uuid = UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF")!

    init() throws {
        realm = try Realm(
            configuration: Realm.Configuration(
                inMemoryIdentifier: "typed \(UUID().uuidString)", objectTypes: [TypedRow.self]))
        rows = realm.objects(TypedRow.self)
        try realm.write {
            let (one, two, three) = (TypedRow(), TypedRow(), TypedRow())
            for (id, row) in [(1, one), (2, two), (3, three)] {
                row.id = id
                row.name = ["Ann", "bob", "Éva"][id - 1]
                row.age = id * 10
                row.double = Double(id) / 2
                row.float = Float(id)
                row.decimal = Decimal128(number: NSNumber(value: id))
                row.date = Date(timeIntervalSince1970: Double(id))
                row.data = Data([UInt8(id), 7])
                row.done = id == 2
            }
            one.nick = "A"
            one.optionalAge = 5
            two.uuid = Self.uuid
            two.any = .int(4)
            three.any = .string("x")
            two.next = one
            three.others.append(objectsIn: [one, two])
            two.others.append(three)
            one.ints.append(objectsIn: [1, 2, 3])
            two.ints.append(objectsIn: [5])
            two.optionalInts.append(objectsIn: [4, 6])
            one.words.insert(objectsIn: ["tree", "house"])
            two.counts["a"] = 1
            two.counts["b"] = 8
            two.colour = .blue
            three.optionalColour = .green
            one.colours.append(objectsIn: [.green, .blue])
            three.colourMap["k"] = .blue
            two.point = ModelPoint(x: 1, y: 2)
            three.points.append(ModelPoint(x: 3, y: 4))
            realm.add([one, two, three])
        }
    }

    private func expect(
        _ ids: [Int], _ location: SourceLocation = #_sourceLocation, _ query: (Query<TypedRow>) -> Query<Bool>
    ) {
        #expect(rows.where(query).map(\.id) == ids, sourceLocation: location)
    }

    @Test func `values are compared`() {
        expect([1]) { $0.name == "Ann" }
        expect([2, 3]) { $0.name != "Ann" }
        expect([1, 2, 3]) { $0.name == $0.name }
        expect([]) { $0.name != $0.name }
        expect([2, 3]) { $0.nick == nil }
        expect([2, 3]) { $0.age > 10 }
        expect([1, 2]) { $0.age <= 20 }
        expect([1]) { $0.age < 20 }
        expect([2, 3]) { $0.age >= 20 }
        expect([]) { $0.age > $0.age }
        expect([]) { $0.optionalAge < $0.optionalAge }
        expect([1]) { $0.optionalAge < 6 }
        expect([2, 3]) { $0.double > 0.5 }
        expect([1, 2]) { $0.float < 3 }
        expect([3]) { $0.decimal >= 3 }
        expect([1, 2]) { $0.date <= Date(timeIntervalSince1970: 2) }
        let dated = NSPredicate(format: "date <= %@", Date(timeIntervalSince1970: 2))
        #expect(rows.filter(dated).map(\.id).sorted() == [1, 2])
        expect([2]) { $0.data == Data([2, 7]) }
        expect([2]) { $0.uuid == Self.uuid }
        expect([2, 3]) { $0.name > "Ann" }
        expect([2]) { $0.any > .int(3) }
    }

    @Test func `conditions are joined`() {
        expect([2]) { $0.done }
        expect([1, 3]) { !$0.done }
        expect([2]) { $0.done && $0.age > 10 }
        expect([2, 3]) { $0.done || $0.age > 20 }
        expect([1, 3]) { !($0.age == 20) }
    }

    @Test func `values lie among others`() {
        expect([1, 3]) { $0.age.in([10, 30, 50]) }
        expect([]) { $0.age.in([]) }
        expect([1, 2, 3]) { $0.nick.in([nil, "A"]) }
        expect([1]) { $0.age.contains(10..<20) }
        expect([1, 2]) { $0.age.contains(10...20) }
        expect([]) { $0.optionalAge.contains(1..<5) }
        expect([1]) { $0.optionalAge.contains(1...5) }
    }

    @Test func `texts and data are searched`() {
        expect([1]) { $0.name.contains("nn") }
        expect([2]) { $0.name.contains("BO", options: .caseInsensitive) }
        expect([3]) { $0.name.starts(with: "e", options: [.caseInsensitive, .diacriticInsensitive]) }
        expect([1, 2, 3]) { $0.name.starts(with: $0.name) }
        expect([2]) { $0.name.ends(with: "b") }
        expect([1, 2, 3]) { $0.name.contains($0.name) }
        expect([1, 2, 3]) { $0.name.ends(with: $0.name) }
        expect([1]) { $0.name.like("A?n") }
        expect([1]) { $0.name.like("a*", caseInsensitive: true) }
        expect([1]) { $0.name.equals("ANN", options: .caseInsensitive) }
        expect([1, 2]) { $0.name.notEquals("eva", options: [.caseInsensitive, .diacriticInsensitive]) }
        expect([2]) { $0.data.starts(with: Data([2])) }
        expect([1, 2, 3]) { $0.data.ends(with: Data([7])) }
        expect([3]) { $0.data.contains(Data([3, 7])) }
    }

    @Test func `paths lead over links`() {
        expect([2]) { $0.next.name == "Ann" }
        expect([1, 3]) { $0.next == nil }
        expect([1]) { $0.origins.age == 20 }
        expect([3]) { $0.others.name == "bob" }
        expect([2]) { $0.others.others.id == 1 }
        expect([2, 3]) { ($0.others.age > 5 && $0.others.done == false).count == 1 }
        expect([3]) { $0.others.count == 2 }
        expect([3]) { $0.others.age.max == 20 }
        expect([2, 3]) { $0.others.age.sum == 30 }
        expect([3]) { $0.others.age.avg == 15 }
        expect([2]) { $0.others.age.min == 30 }
        if let one = rows.first {
            expect([3]) { $0.others.contains(one) }
            expect([3]) { $0.others.containsAny(in: [one]) }
            expect([2]) { $0.next == one }
        }
    }

    @Test func `collections of values are searched`() {
        expect([1]) { $0.ints.contains(2) }
        expect([1, 2]) { $0.ints.containsAny(in: [3, 5]) }
        expect([1]) { $0.ints == 3 }
        expect([1, 2]) { $0.ints > 2 }
        expect([1]) { $0.ints.contains(1..<4) }
        expect([2]) { $0.ints.contains(5...5) }
        expect([2]) { $0.optionalInts.contains(4...6) }
        expect([]) { $0.optionalInts.contains(4..<6) }
        expect([1]) { $0.ints.sum == 6 }
        expect([2]) { $0.ints.avg > 3 }
        expect([1]) { $0.words == "tree" }
        expect([1]) { $0.words.count == 2 }
    }

    @Test func `maps are searched`() {
        expect([2]) { $0.counts.contains(8) }
        expect([2]) { $0.counts.containsAny(in: [1, 2]) }
        expect([2]) { $0.counts.values > 7 }
        expect([2]) { $0.counts.keys == "a" }
        expect([2]) { $0.counts.keys.starts(with: "b") }
        expect([2]) { $0.counts["b"] == 8 }
        expect([2]) { $0.counts.contains(1...8) }
        expect([]) { $0.counts.contains(1..<8) }
        expect([2]) { $0.counts.max == 8 }
        expect([2]) { $0.counts.count == 2 }
    }

    @Test func `enums and mapped values are seen as what they are stored`() {
        expect([2]) { $0.colour == .blue }
        expect([2]) { $0.colour.rawValue == "blue" }
        expect([1, 3]) { $0.colour.rawValue.starts(with: "r") }
        expect([3]) { $0.optionalColour.rawValue == "green" }
        expect([1]) { $0.colours.rawValue == "green" }
        expect([3]) { $0.colourMap.rawValue.values == "blue" }
        expect([1]) { $0.colours.contains(.blue) }
        expect([2]) { $0.point == ModelPoint(x: 1, y: 2) }
        expect([2]) { $0.point.persistableValue == "1,2" }
        expect([3]) { $0.points.persistableValue == "3,4" }
    }
}
