import Foundation
import RealmStore
import Testing

/// Mixed values of different types are ordered; their sums and means include numbers only.
@Suite("Aggregates of mixed values") struct MixedAggregateTests {
    /// In their order: first by type, all numbers being one.
    private let ascending: [AnyRealmValue]
    /// The same in another order.
    private let shuffled: [AnyRealmValue]

    init() throws {
        ascending = [
            .none, .bool(false), .bool(true), .int(-3), .decimal128("0.25"), .float(1.5), .double(2.5), .int(7),
            .string("a"), .string("b"), .data(Data([1])), .date(Date(timeIntervalSince1970: 5)),
            .objectId(try ObjectId(string: "0123456789abcdef01234567")), .uuid(UUID()),
        ]
        shuffled = [7, 0, 12, 4, 9, 1, 13, 10, 3, 6, 11, 5, 2, 8].map { [ascending] in ascending[$0] }
    }

    /// A list in memory, and one in a Realm.
    private func lists(_ values: [AnyRealmValue]) throws -> [List<AnyRealmValue>] {
        let (plain, made) = (List<AnyRealmValue>(), try ShelfRealm())
        plain.append(objectsIn: values)
        try made.write { made.shelf.anys.append(objectsIn: values) }
        return [plain, made.shelf.anys]
    }

    /// An object for each value.
    private func objects(_ values: [AnyRealmValue]) throws -> Results<Kinds> {
        let realm = try Realm(
            configuration: Realm.Configuration(inMemoryIdentifier: UUID().uuidString, objectTypes: [Kinds.self]))
        try realm.write {
            for value in values { realm.create(Kinds.self).any = value }
        }
        return realm.objects(Kinds.self)
    }

    @Test func `mixed values of a list are compared across types`() throws {
        for list in try lists(shuffled) {
            #expect(list.min() == .bool(false) && list.max() == ascending.last)
        }
        for list in try lists([.string("a"), .int(3), .double(2.5), .none]) {
            #expect(list.min() == .double(2.5) && list.max() == .string("a"))
        }
    }

    @Test func `sums and means of mixed values are decimals of the numbers among them`() throws {
        for list in try lists(shuffled) {
            #expect(list.sum() == .decimal128("8.25"))
            #expect((list.average() as AnyRealmValue?) == .decimal128("1.65"))
            #expect((list.average() as Decimal128?) == "1.65")
            #expect(list.value(forKeyPath: "@sum.self") as? Decimal128 == "8.25")
        }
    }

    @Test func `without numbers the sum of mixed values is 0, and they have no mean`() throws {
        for list in try lists([.none, .string("7")]) + lists([]) {
            #expect(list.sum() == .decimal128(0))
            #expect((list.average() as AnyRealmValue?) == nil)
        }
        for list in try lists([.none]) { #expect(list.min() == nil && list.max() == nil) }
    }

    @Test func `mixed values of a list are sorted across types`() throws {
        let list = try lists(shuffled)[1]
        #expect(Array(list.sorted()) == ascending)
        #expect(Array(list.sorted(ascending: false)) == ascending.reversed())
    }

    @Test func `objects are aggregated by a mixed property`() throws {
        let kinds = try objects(shuffled)
        func check<Objects: RealmCollection>(_ collection: Objects) where Objects.Element == Kinds {
            #expect(collection.min(of: \.any) == .bool(false) && collection.max(of: \.any) == ascending.last)
            #expect(collection.sum(of: \.any) == .decimal128("8.25"))
            #expect(collection.average(of: \.any) == .decimal128("1.65"))
            #expect((collection.min(ofProperty: "any") as AnyRealmValue?) == .bool(false))
            #expect((collection.sum(ofProperty: "any") as AnyRealmValue) == .decimal128("8.25"))
        }
        check(kinds)
        let plain = List<Kinds>()
        plain.append(objectsIn: kinds.map { Kinds(value: ["any": $0.any]) })
        check(plain)
    }

    @Test func `objects are sorted by a mixed property`() throws {
        let kinds = try objects(shuffled)
        #expect(kinds.sorted(by: \.any).map(\.any) == ascending)
        #expect(kinds.sorted(byKeyPath: "any", ascending: false).map(\.any) == ascending.reversed())
    }

    @Test func `links come last among mixed values`() throws {
        let made = try ShelfRealm.withBooks()
        let writer = try AnyRealmValue.object(#require(made.books[0].writer))
        try made.write { made.shelf.anys.append(objectsIn: [writer, .none, .uuid(UUID()), .int(1)]) }
        #expect(made.shelf.anys.max() == writer && made.shelf.anys.sorted().last == writer)
    }
}
