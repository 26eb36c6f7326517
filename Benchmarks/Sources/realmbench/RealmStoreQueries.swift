import Foundation
@_spi(Engine) import RealmStore

/// RealmStore through its public interface: every case parses its query from text and evaluates it.
struct RealmStoreQueries: QueryEngine {
    private let realm: Realm

    init(file: URL) throws {
        var configuration = Realm.Configuration(fileURL: file)
        configuration.schemaMode = .discovered
        realm = try Realm(configuration: configuration)
    }

    var name: String { "RealmStore" }

    private var rows: Results<DynamicObject> { realm.dynamicObjects("Row") }

    func count(olderThan age: Int) -> UInt64 { UInt64(rows.filter("age > %@", age).count) }

    func count(nameContaining text: String) -> UInt64 { UInt64(rows.filter("name CONTAINS %@", text).count) }

    func count(olderThan age: Int, nameContaining text: String) -> UInt64 {
        UInt64(rows.filter("age > %@ AND name CONTAINS %@", age, text).count)
    }

    func count(emails: [String]) throws -> UInt64 { try count("email", emails) }

    func count(names: [String]) throws -> UInt64 { try count("name", names) }

    private func count(_ property: String, _ texts: [String]) throws -> UInt64 {
        let reader = EngineReader(realm, className: "Row")
        var count: UInt64 = 0
        try reader.forEachCount(of: property, equalToEachOf: texts) { count += UInt64($0) }
        return count
    }

    func count(filteringEmails emails: [String]) -> UInt64 {
        emails.reduce(0) { $0 + UInt64(rows.filter("email == %@", $1).count) }
    }

    func count(emailsBeginningWith prefixes: [String]) -> UInt64 {
        prefixes.reduce(0) { $0 + UInt64(rows.filter("email BEGINSWITH %@", $1).count) }
    }

    func orderByScore() -> UInt64 { order(rows.sorted(byKeyPath: "score")) }

    func orderByName() -> UInt64 { order(rows.sorted(byKeyPath: "name")) }

    func orderByEmail() -> UInt64 { order(rows.sorted(byKeyPath: "email")) }

    private func order(_ sorted: Results<DynamicObject>) -> UInt64 {
        var hash = OrderHash()
        for position in stride(from: 0, to: sorted.count, by: OrderHash.step) {
            hash.add(id: sorted[position]["id"] as? Int ?? 0)
        }
        return hash.value
    }

    func firstByScore() -> UInt64 { first(rows.sorted(byKeyPath: "score")) }

    func firstByName() -> UInt64 { first(rows.sorted(byKeyPath: "name")) }

    private func first(_ sorted: Results<DynamicObject>) -> UInt64 {
        var hash = OrderHash()
        for row in sorted[0..<min(OrderHash.first, sorted.count)] { hash.add(id: row["id"] as? Int ?? 0) }
        return hash.value
    }

    func sumAndMaximumAge() -> UInt64 {
        CaseResult.aggregate(sum: rows.sum(ofProperty: "age"), maximum: rows.max(ofProperty: "age") ?? 0)
    }

    func count(withPlaceLargerThan size: Int) -> UInt64 { UInt64(rows.filter("ANY places.size > %@", size).count) }
}

/// Writes the rows to query into a Realm.
struct RealmStoreQueryBuilder {
    let rows: QueryRows

    private static let schema = Schema([
        ObjectSchema(
            className: "Row",
            properties: [
                Property(name: "id", type: .int), Property(name: "name", type: .string, isIndexed: true),
                Property(name: "age", type: .int), Property(name: "score", type: .double),
                Property(name: "email", type: .string, isIndexed: true), Property(name: "created", type: .date),
                Property(name: "places", type: .object, objectClassName: "Place", isArray: true),
            ], primaryKey: "id"),
        ObjectSchema(
            className: "Place",
            properties: [Property(name: "id", type: .int), Property(name: "size", type: .int)], primaryKey: "id"),
    ])

    func write(to file: URL) throws {
        var configuration = Realm.Configuration(fileURL: file)
        configuration.schemaMode = .explicit(Self.schema)
        let realm = try Realm(configuration: configuration)
        try realm.write {
            try EngineWriter(realm, className: "Place").insert(rows.placeCount, setting: ["id", "size"]) { index, row in
                row.set(0, index)
                row.set(1, rows.size(ofPlace: index))
            }
            let names = ["id", "name", "age", "score", "email", "created"]
            try EngineWriter(realm, className: "Row").insert(rows.rows.count, setting: names) { index, row in
                let values = rows.row(at: index)
                row.set(0, Int(values.id))
                row.set(1, values.name)
                row.set(2, Int(values.age))
                row.set(3, values.score)
                row.set(4, rows.email(at: index))
                row.set(5, Date(timeIntervalSince1970: Double(values.bornMilliseconds) / 1000))
            }
        }
        let batch = 50_000
        for first in stride(from: 0, to: rows.rows.count, by: batch) {
            try realm.write {
                let writer = try EngineWriter(realm, className: "Row")
                try writer.appendLinks(to: "places", ofObjectsAt: first..<min(first + batch, rows.rows.count)) {
                    rows.places(at: $0)
                }
            }
        }
    }
}
