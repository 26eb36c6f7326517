import Foundation
import RealmStore
import TestSupport
import Testing

/// The first and the last rows of an order, which are found without sorting the others.
@Suite("Results: both ends of an order") struct OrderEndsTests {
    private let realm: Realm
    private var random: SeededGenerator

    init() throws {
        random = SeededGenerator(for: "ends of orders")
        realm = try Realm(
            configuration: Realm.Configuration(
                inMemoryIdentifier: UUID().uuidString, objectTypes: [OrderedRow.self, OrderedList.self]))
        let rows = (0..<3000).map { id in OrderedRow(value: row(id)) }
        try realm.write {
            realm.add(rows)
            for row in rows where random.chance(oneIn: 2) { row.next = rows.randomElement(using: &random) }
        }
    }

    private mutating func row(_ id: Int) -> [String: Any] {
        let texts = ["", "a", "abcdefgh", "abcdefghX", "abcdefgi", "z\(random.below(500))", "é"]
        return [
            "id": id, "number": random.chance(oneIn: 5) ? NSNull() : random.below(300) as Any,
            "amount": random.chance(oneIn: 9) ? Double.nan : Double(random.below(40)) - 20,
            "text": random.chance(oneIn: 9) ? NSNull() : random.pick(texts) as Any, "name": random.pick(texts),
        ]
    }

    private static let orders: [[(path: String, ascending: Bool)]] = [
        [("number", true)], [("number", false)], [("amount", true)], [("amount", false)], [("text", true)],
        [("text", false)], [("name", true)], [("name", false)], [("id", false)], [("next.number", true)],
        [("next.number", false)], [("next.text", true)], [("number", false), ("text", true)],
        [("text", true), ("amount", false), ("id", false)], [("next.next.name", false), ("name", true)],
    ]

    private func sorted(_ rows: Results<OrderedRow>, _ order: Int) -> Results<OrderedRow> {
        rows.sorted(
            by: OrderEndsTests.orders[order].map { SortDescriptor(keyPath: $0.path, ascending: $0.ascending) })
    }

    /// Results of which all rows were asked for have sorted them.
    private func check(_ rows: () -> Results<OrderedRow>, _ comment: Comment) {
        let all = Array(rows()).map(\.id)
        #expect(rows().first?.id == all.first, comment)
        #expect(rows()[0..<10].map(\.id) == Array(all[0..<10]), comment)
        #expect(rows().prefix(130).map(\.id) == Array(all.prefix(130)), comment)
        let found = rows()
        for position in [100, 3, 127, 128, 0, all.count - 1] { #expect(found[position].id == all[position], comment) }
        #expect(rows().last?.id == all.last, comment)
        #expect(rows()[(all.count - 10)...].map(\.id) == Array(all.suffix(10)), comment)
        #expect(rows().suffix(130).map(\.id) == Array(all.suffix(130)), comment)
        let others = rows()
        for distance in [1, 128, 2, 127, 0, 129, 3, 128, all.count - 5] {
            let position = all.count - distance - 1
            #expect(others[position].id == all[position], comment)
        }
        #expect(rows().count == all.count && !rows().isEmpty, comment)
    }

    @Test(arguments: orders.indices) func `they are those of all sorted rows`(order: Int) {
        check({ sorted(realm.objects(OrderedRow.self), order) }, "all")
        check({ sorted(realm.objects(OrderedRow.self).where { $0.id > 700 }, order) }, "most")
        check({ sorted(realm.objects(OrderedRow.self).filter("number < 40"), order) }, "some")
    }

    @Test(arguments: orders.indices)
    func `they are those of a list with an object at several places`(order: Int) throws {
        let list = OrderedList()
        try realm.write {
            realm.add(list)
            for _ in 0..<2 { list.rows.append(objectsIn: realm.objects(OrderedRow.self).filter("id > 100")) }
        }
        check({ sorted(list.rows.filter("id != 8"), order) }, "list")
    }

    @Test func `they are others after a change`() throws {
        let rows = realm.objects(OrderedRow.self).sorted(byKeyPath: "id")
        #expect(rows[2].id == 2)
        try realm.write {
            realm.delete(rows[2])
            #expect(rows[2].id == 3)
            realm.add(OrderedRow(value: ["id": -1]))
            #expect(rows[2].id == 1)
        }
        #expect(rows[2].id == 1 && rows.count == 3000)
        #expect(rows.last?.id == 2999)
        try realm.write {
            realm.delete(rows[2999])
            #expect(rows.last?.id == 2998)
            realm.add(OrderedRow(value: ["id": 5000]))
            #expect(rows.last?.id == 5000)
        }
        #expect(rows[2998].id == 2998)
        try realm.write { realm.delete(rows) }
        #expect(rows.last == nil)
        #expect(rows.first == nil && rows.isEmpty && rows.count == 0)
    }
}

class OrderedRow: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var number: Int?
    @Persisted var amount: Double
    @Persisted var text: String?
    @Persisted(indexed: true) var name: String
    @Persisted var next: OrderedRow?

    override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

class OrderedList: Object {
    @Persisted var rows: List<OrderedRow>

    override class func shouldIncludeInDefaultSchema() -> Bool { false }
}
