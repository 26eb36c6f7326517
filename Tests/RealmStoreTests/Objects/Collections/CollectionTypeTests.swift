import Foundation
import RealmStore
import Testing

/// A property and a list of every element type of lists.
final class Kinds: TestObject {
    @Persisted var int: Int
    @Persisted var int8: Int8
    @Persisted var int16: Int16
    @Persisted var int32: Int32
    @Persisted var int64: Int64
    @Persisted var float: Float
    @Persisted var double: Double
    @Persisted var decimal: Decimal128
    @Persisted var date: Date
    @Persisted var string: String
    @Persisted var data: Data
    @Persisted var any: AnyRealmValue
    @Persisted var optional: Int?
    @Persisted var int8s: List<Int8>
    @Persisted var int16s: List<Int16>
    @Persisted var int32s: List<Int32>
    @Persisted var int64s: List<Int64>
    @Persisted var floats: List<Float>
    @Persisted var doubles: List<Double>
    @Persisted var bools: List<Bool>
    @Persisted var strings: List<String>
    @Persisted var dates: List<Date>
    @Persisted var datas: List<Data>
    @Persisted var decimals: List<Decimal128>
    @Persisted var objectIds: List<ObjectId>
    @Persisted var uuids: List<UUID>
    @Persisted var anys: List<AnyRealmValue>
    @Persisted var optionalDates: List<Date?>
    @Persisted var colours: List<ModelColour>
    @Persisted var points: List<ModelPoint>
    @Persisted var optionalPoints: List<ModelPoint?>
}

@Suite("Types of elements") struct CollectionTypeTests {
    private func realm() throws -> Realm {
        try Realm(
            configuration: Realm.Configuration(inMemoryIdentifier: UUID().uuidString, objectTypes: [Kinds.self]))
    }

    /// Puts values into a list in memory and one in the Realm, and takes them out.
    private func keeps<Element>(_ values: [Element], in keyPath: KeyPath<Kinds, List<Element>>) throws {
        let (realm, plain) = (try realm(), Kinds())
        plain[keyPath: keyPath].append(objectsIn: values)
        let stored = try realm.write { realm.create(Kinds.self, value: plain) }
        #expect(Array(plain[keyPath: keyPath]) == values)
        #expect(Array(stored[keyPath: keyPath]) == values)
        #expect(stored[keyPath: keyPath].index(of: values[1]) == 1)
        #expect(Array(stored[keyPath: keyPath].distinct()) == values)
    }

    @Test func `every type that a collection can hold is kept in one`() throws {
        let (first, last) = (Date(timeIntervalSinceReferenceDate: 1.5), Date(timeIntervalSince1970: -3))
        try keeps([.min, .max, 0], in: \.int8s)
        try keeps([.min, .max, 0], in: \.int16s)
        try keeps([.min, .max, 0], in: \.int32s)
        try keeps([.min, .max, 0], in: \.int64s)
        try keeps([1.5, -.infinity], in: \.floats)
        try keeps([1.5, .greatestFiniteMagnitude], in: \.doubles)
        try keeps([true, false], in: \.bools)
        try keeps(["", "ä\0b"], in: \.strings)
        try keeps([first, last], in: \.dates)
        try keeps([Data([0, 255]), Data()], in: \.datas)
        try keeps([1.25, "1E+100"], in: \.decimals)
        try keeps([ObjectId.generate(), ObjectId.generate()], in: \.objectIds)
        try keeps([UUID(), UUID()], in: \.uuids)
        try keeps([.none, .int(1), .string("a"), .date(first)], in: \.anys)
        try keeps([nil, first], in: \.optionalDates)
        try keeps([.green, .red], in: \.colours)
        try keeps([ModelPoint(x: 1, y: 2), ModelPoint(x: 0, y: 0)], in: \.points)
        try keeps([ModelPoint(x: 1, y: 2), nil], in: \.optionalPoints)
        #expect(Int._rlmDefaultValue() == 0 && String._rlmDefaultValue() == "" && Int?._rlmDefaultValue() == nil)
    }

    /// Two objects; every value of the second one is greater.
    private func two() throws -> Results<Kinds> {
        let realm = try realm()
        try realm.write {
            for number in [2, 1] {
                let kinds = realm.create(Kinds.self, value: ["int": number, "int8": number, "int16": number])
                (kinds.int32, kinds.int64) = (Int32(number), Int64(number))
                (kinds.float, kinds.double) = (Float(number), Double(number))
                kinds.decimal = Decimal128(integerLiteral: Int64(number))
                kinds.date = Date(timeIntervalSince1970: TimeInterval(number))
                (kinds.string, kinds.data) = ("\(number)", Data([UInt8(number)]))
                (kinds.any, kinds.optional) = (.int(number), number)
            }
        }
        return realm.objects(Kinds.self)
    }

    @Test func `types are marked for what collections can do with them`() throws {
        let kinds = try two()
        func check<T: _HasPersistedType & Equatable>(_ keyPath: KeyPath<Kinds, T>, _ sum: T)
        where T.PersistedType: MinMaxType & AddableType & SortableType {
            #expect(kinds.sorted(by: keyPath).map(\.int) == [1, 2])
            #expect(kinds.min(of: keyPath) == kinds[1][keyPath: keyPath])
            #expect(kinds.max(of: keyPath) == kinds[0][keyPath: keyPath])
            #expect(kinds.sum(of: keyPath) == sum)
        }
        check(\.int, 3)
        check(\.int8, 3)
        check(\.int16, 3)
        check(\.int32, 3)
        check(\.int64, 3)
        check(\.float, 3)
        check(\.double, 3)
        check(\.decimal, 3)
        check(\.any, .decimal128(3))
        check(\.optional, 3)
        #expect(kinds.sorted(by: \.date).map(\.int) == [1, 2] && kinds.max(of: \.date) == kinds[0].date)
        #expect(kinds.sorted(by: \.string).map(\.int) == [1, 2])
        func isMinMax<T: MinMaxType>(_: T.Type) -> String { "\(T.self)" }
        func isAddable<T: AddableType>(_: T.Type) -> String { "\(T.self)" }
        func isSortable<T: SortableType>(_: T.Type) -> String { "\(T.self)" }
        #expect([isMinMax(NSNumber.self), isAddable(NSNumber.self), isMinMax(NSDate.self)].count == 3)
        #expect(
            [isMinMax(Date?.self), isAddable(Double?.self), isSortable(String?.self), isSortable(Data.self)].count == 4)
    }

    @Test func `descriptors say what they sort by`() throws {
        let descriptor = SortDescriptor(keyPath: \Kinds.int, ascending: false)
        #expect(descriptor.keyPath == "int" && !descriptor.ascending)
        #expect(descriptor.reversed() == SortDescriptor(keyPath: "int"))
        #expect(descriptor != descriptor.reversed())
        #expect(descriptor.description == "SortDescriptor(keyPath: int, direction: descending)")
        let written: [RealmStore.SortDescriptor] = ["int", "double"]
        #expect(written == [SortDescriptor(keyPath: "int"), SortDescriptor(keyPath: "double", ascending: true)])
        #expect(try two().sorted(by: written).map(\.int) == [1, 2])
        #expect(try two().sorted(by: [descriptor]).map(\.int) == [2, 1])
    }

    @Test func `positions go from zero to the count`() throws {
        let kinds = try two()
        #expect(kinds.startIndex == 0 && kinds.endIndex == 2 && kinds.indices == 0..<2)
        #expect(kinds.index(after: 0) == 1 && kinds.index(before: 0) == -1)
        #expect(kinds.reversed().map(\.int) == [1, 2])
    }

    @Test func `linking objects in memory are empty`() {
        let origins = LinkingObjects(fromType: Shelf.self, property: "books")
        #expect(origins.isEmpty && origins.realm == nil && !origins.isInvalidated)
        #expect(Book("a", 1).shelves.isEmpty && Book("a", 1).shelves == origins)
    }

    @Test func `a map is used through its protocol`() throws {
        func double<Entries: RealmKeyedCollection>(_ entries: Entries) -> [Int]
        where Entries.Key == String, Entries.Value == Int {
            for key in entries.keys { entries.updateValue(entries[key]! * 2, forKey: key) }
            entries.setValue(1, forKey: "c")
            entries.removeObject(for: "a")
            return entries.sorted().map { $0 } + entries.sorted(by: [SortDescriptor(keyPath: "self", ascending: false)])
        }
        let made = try ShelfRealm()
        try made.write {
            made.shelf.counts.merge([(key: "a", value: 1), (key: "b", value: 2)], uniquingKeysWith: +)
            #expect(double(made.shelf.counts) == [1, 4, 4, 1])
        }
    }

    @Test func `a projection is used through its protocol`() {
        func again<View: ProjectionObservable>(_ view: View) -> View { View(projecting: view.rootObject) }
        let view = BookView(projecting: Book("a", 1))
        #expect(again(view) == view && again(view) !== view)
    }

    @Test func `a projection can be made of nothing`() {
        #expect(BookView._rlmDefaultValue().name == "" && BookView.className() == "Book")
    }
}
