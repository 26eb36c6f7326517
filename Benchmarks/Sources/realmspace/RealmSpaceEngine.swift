import Foundation
import RealmStore

final class Product: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted(indexed: true) var category: String
}

final class Customer: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted(indexed: true) var email: String
}

final class OrderLine: EmbeddedObject {
    @Persisted var product: Product?
    @Persisted var quantity: Int
}

final class Order: Object {
    @Persisted(primaryKey: true) var id: String
    @Persisted var customer: Customer?
    @Persisted var lines: List<OrderLine>
    @Persisted(indexed: true) var status: String
    @Persisted var created: Date
}

final class Item: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var number: Int
    @Persisted var text: String
    @Persisted var data: Data
}

/// RealmStore, through the API that apps use.
final class RealmSpaceEngine: SpaceEngine {
    static let name = "RealmStore"
    private let realm: Realm
    private let file: URL

    private static func configuration(_ directory: URL) -> Realm.Configuration {
        Realm.Configuration(
            fileURL: directory.appending(path: "space.realm"),
            objectTypes: [Product.self, Customer.self, OrderLine.self, Order.self, Item.self])
    }

    init(_ workload: Workload, in directory: URL) throws {
        let configuration = RealmSpaceEngine.configuration(directory)
        file = directory.appending(path: "space.realm")
        realm = try Realm(configuration: configuration)
        try realm.write {
            switch workload {
            case .orders:
                for id in 0..<Workload.productCount {
                    realm.create(Product.self, value: ["id": id, "category": "c\(id % 100)"] as [String: Any])
                }
                for id in 0..<Workload.customerCount {
                    realm.create(Customer.self, value: ["id": id, "email": "c\(id)@example.com"] as [String: Any])
                }
            case .updates, .texts:
                for id in 0..<Workload.objectCount { realm.create(Item.self, value: ["id": id]) }
            case .large: realm.create(Item.self, value: ["id": 0])
            case .queue: break
            }
        }
    }

    func commit(_ change: Workload.Change) throws {
        try realm.write {
            switch change {
            case .order(let id, let customer, let products):
                let order = Order()
                order.id = id
                order.customer = realm.object(ofType: Customer.self, forPrimaryKey: customer)
                order.status = "new"
                for product in products {
                    let line = OrderLine()
                    line.product = realm.object(ofType: Product.self, forPrimaryKey: product)
                    line.quantity = 1
                    order.lines.append(line)
                }
                realm.add(order)
            case .update(let id, let value): item(id)?.number = value
            case .enqueue(let id, let body, let gone):
                let item = Item()
                (item.id, item.text) = (id, body)
                realm.add(item)
                if let gone, let oldest = self.item(gone) { realm.delete(oldest) }
            case .text(let id, let body): item(id)?.text = body
            case .large(let bytes): item(0)?.data = Data(bytes)
            }
        }
    }

    private func item(_ id: Int) -> Item? { realm.object(ofType: Item.self, forPrimaryKey: id) }

    func usage() throws -> FileUse {
        let info = try Realm.fileInfo(at: file)
        return FileUse(file: info.bytes, used: info.usedBytes, freeBlocks: info.freeBlocks)
    }

    static func hold(_ workload: Workload, in directory: URL) throws -> AnyObject {
        let frozen = try Realm(configuration: configuration(directory)).freeze()
        let object: Object? =
            workload == .orders ? frozen.objects(Order.self).first : frozen.objects(Item.self).first
        return Held(realm: frozen, object: object)
    }

    private final class Held {
        private let realm: Realm
        private let object: Object?

        init(realm: Realm, object: Object?) { (self.realm, self.object) = (realm, object) }
    }
}
