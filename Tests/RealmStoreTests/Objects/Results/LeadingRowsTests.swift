import Foundation
import RealmStore
import TestSupport
import Testing

/// The first rows of an order, which are found without sorting the others.
@Suite("Results: the first rows of an order") struct LeadingRowsTests {
    private let realm: Realm
    private var random: SeededGenerator

    init() throws {
        random = SeededGenerator(for: "leading rows")
        realm = try Realm(
            configuration: Realm.Configuration(
                inMemoryIdentifier: UUID().uuidString, objectTypes: [LeadingRow.self, LeadingList.self]))
        let rows = (0..<3000).map { id in LeadingRow(value: row(id)) }
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

    private func sorted(_ rows: Results<LeadingRow>, _ order: Int) -> Results<LeadingRow> {
        rows.sorted(
            by: LeadingRowsTests.orders[order].map { SortDescriptor(keyPath: $0.path, ascending: $0.ascending) })
    }

    /// Results of which all rows were asked for have sorted them.
    private func check(_ rows: () -> Results<LeadingRow>, _ comment: Comment) {
        let all = Array(rows()).map(\.id)
        #expect(rows().first?.id == all.first, comment)
        #expect(rows()[0..<10].map(\.id) == Array(all[0..<10]), comment)
        #expect(rows().prefix(130).map(\.id) == Array(all.prefix(130)), comment)
        let found = rows()
        for position in [100, 3, 127, 128, 0, all.count - 1] { #expect(found[position].id == all[position], comment) }
        #expect(rows().count == all.count && !rows().isEmpty, comment)
    }

    @Test(arguments: orders.indices) func `they are those of all sorted rows`(order: Int) {
        check({ sorted(realm.objects(LeadingRow.self), order) }, "all")
        check({ sorted(realm.objects(LeadingRow.self).where { $0.id > 700 }, order) }, "most")
        check({ sorted(realm.objects(LeadingRow.self).filter("number < 40"), order) }, "some")
    }

    @Test(arguments: orders.indices)
    func `they are those of a list with an object at several places`(order: Int) throws {
        let list = LeadingList()
        try realm.write {
            realm.add(list)
            for _ in 0..<2 { list.rows.append(objectsIn: realm.objects(LeadingRow.self).filter("id > 100")) }
        }
        check({ sorted(list.rows.filter("id != 8"), order) }, "list")
    }

    @Test func `they are others after a change`() throws {
        let rows = realm.objects(LeadingRow.self).sorted(byKeyPath: "id")
        #expect(rows[2].id == 2)
        try realm.write {
            realm.delete(rows[2])
            #expect(rows[2].id == 3)
            realm.add(LeadingRow(value: ["id": -1]))
            #expect(rows[2].id == 1)
        }
        #expect(rows[2].id == 1 && rows.count == 3000)
        try realm.write { realm.delete(rows) }
        #expect(rows.first == nil && rows.isEmpty && rows.count == 0)
    }
}

class LeadingRow: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var number: Int?
    @Persisted var amount: Double
    @Persisted var text: String?
    @Persisted(indexed: true) var name: String
    @Persisted var next: LeadingRow?

    override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

class LeadingList: Object {
    @Persisted var rows: List<LeadingRow>

    override class func shouldIncludeInDefaultSchema() -> Bool { false }
}
