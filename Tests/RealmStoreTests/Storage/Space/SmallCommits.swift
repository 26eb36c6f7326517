import Foundation
import RealmStore

final class SmallCustomer: Object {
    override class func shouldIncludeInDefaultSchema() -> Bool { false }
    @Persisted(primaryKey: true) var id: Int
}

final class SmallLine: EmbeddedObject {
    override class func shouldIncludeInDefaultSchema() -> Bool { false }
    @Persisted var product: String
    @Persisted var quantity: Int
}

final class SmallOrder: Object {
    override class func shouldIncludeInDefaultSchema() -> Bool { false }
    @Persisted(primaryKey: true) var id: String
    @Persisted var customer: SmallCustomer?
    @Persisted var lines: List<SmallLine>
    @Persisted(indexed: true) var status: String
}

final class SmallItem: Object {
    override class func shouldIncludeInDefaultSchema() -> Bool { false }
    @Persisted(primaryKey: true) var id: Int
    @Persisted var number: Int
    @Persisted var text: String
    @Persisted var data: Data
}

/// Small commits of one kind, determined by their numbers.
struct SmallCommits {
    enum Kind: String, Sendable {
        /// A new order with a link and two embedded lines.
        case orders
        /// A number of one of 1,000 objects changes.
        case updates
        /// An object is added, and the one that is 1,000 older is deleted.
        case queue
        /// One of 1,000 texts grows, and starts again beyond 2,000 bytes.
        case texts
        /// A value of 100,000 bytes or slightly more is replaced.
        case large
    }

    let realm: Realm
    private let kind: Kind
    private static let objectCount = 1_000

    init(_ kind: Kind, at file: URL) throws {
        self.kind = kind
        realm = try Realm(
            configuration: Realm.Configuration(
                fileURL: file, objectTypes: [SmallCustomer.self, SmallLine.self, SmallOrder.self, SmallItem.self]))
        try realm.write {
            for id in 0..<SmallCommits.objectCount {
                switch kind {
                case .orders: realm.create(SmallCustomer.self, value: ["id": id])
                case .updates, .texts, .large: realm.create(SmallItem.self, value: ["id": id])
                case .queue: break
                }
            }
        }
    }

    /// A number derived from `number`, below `limit`.
    private func random(_ number: Int, below limit: Int) -> Int {
        Int((UInt64(number) &* 0x9E37_79B9_7F4A_7C15) >> 24) % limit
    }

    func commit(_ number: Int) throws {
        let id = random(number, below: SmallCommits.objectCount)
        try realm.write {
            switch kind {
            case .orders:
                let order = SmallOrder()
                order.id = "o\(random(number, below: 1 << 40))-\(number)"
                order.customer = realm.object(ofType: SmallCustomer.self, forPrimaryKey: id)
                order.status = "new"
                order.lines.append(SmallLine(value: ["product": "p\(id)", "quantity": 1] as [String: Any]))
                order.lines.append(SmallLine(value: ["product": "q\(number % 77)", "quantity": 2] as [String: Any]))
                realm.add(order)
            case .updates: item(id)?.number = random(number, below: 1 << 40)
            case .queue:
                let item = SmallItem()
                item.id = number
                item.text = String(repeating: "x", count: 20 + random(number, below: 180))
                realm.add(item)
                if let oldest = self.item(number - SmallCommits.objectCount) { realm.delete(oldest) }
            case .texts:
                guard let item = item(id) else { return }
                let count = item.text.utf8.count + 10 + random(number + 1, below: 30)
                item.text = String(repeating: "x", count: count > 2_000 ? 10 : count)
            case .large:
                item(0)?.data = Data(repeating: UInt8(truncatingIfNeeded: number), count: 100_000 + id)
            }
        }
    }

    private func item(_ id: Int) -> SmallItem? { realm.object(ofType: SmallItem.self, forPrimaryKey: id) }
}
