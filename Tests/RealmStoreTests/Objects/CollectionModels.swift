import Foundation
import RealmStore

/// An object with collections of every kind.
final class Shelf: TestObject {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var ints: List<Int>
    @Persisted var optionalInts: List<Int?>
    @Persisted var anys: List<AnyRealmValue>
    @Persisted var books: List<Book>
    @Persisted var intSet: MutableSet<Int>
    @Persisted var wordSet: MutableSet<String>
    @Persisted var bookSet: MutableSet<Book>
    @Persisted var counts: Map<String, Int>
    @Persisted var optionalCounts: Map<String, Int?>
    @Persisted var bookMap: Map<String, Book?>
}

final class Book: TestObject {
    @Persisted var title: String
    @Persisted var year: Int
    @Persisted var price: Double?
    @Persisted var writer: Writer?
    @Persisted(originProperty: "books") var shelves: LinkingObjects<Shelf>

    convenience init(_ title: String, _ year: Int, price: Double? = nil, by writer: Writer? = nil) {
        self.init()
        self.title = title
        self.year = year
        self.price = price
        self.writer = writer
    }
}

final class Writer: TestObject {
    @Persisted(primaryKey: true) var name: String

    convenience init(_ name: String) {
        self.init()
        self.name = name
    }
}

final class BookView: Projection<Book> {
    @Projected(\Book.title) var name
    @Projected(\Book.year) var year
    @Projected(\Book.writer?.name) var writer
}

final class OtherBookView: Projection<Book> {
    @Projected(\Book.title.localizedUppercase) var name
}

final class ShelfView: Projection<Shelf> {
    @Projected(\Shelf.books.projectTo.title) var titles: ProjectedCollection<String>
    @Projected(\Shelf.bookSet.projectTo.year) var years: ProjectedCollection<Int>
}

/// A Realm in memory with an empty shelf.
struct ShelfRealm {
    let realm: Realm
    let shelf: Shelf

    init() throws {
        realm = try Realm(
            configuration: Realm.Configuration(
                inMemoryIdentifier: UUID().uuidString, objectTypes: [Shelf.self, Book.self, Writer.self]))
        let realm = realm
        shelf = try realm.write { realm.create(Shelf.self, value: ["id": 1]) }
    }

    /// With five books of three years, on the shelf in this order.
    static func withBooks() throws -> ShelfRealm {
        let made = try ShelfRealm()
        let (eco, zola) = (Writer("Eco"), Writer("Zola"))
        try made.write {
            made.shelf.books.append(objectsIn: [
                Book("b", 1980, price: 2.5, by: eco), Book("a", 1867, by: zola), Book("C", 1980, price: 4, by: zola),
                Book("d", 1999), Book("ä", 1867, price: 1),
            ])
        }
        return made
    }

    var books: Results<Book> { realm.objects(Book.self) }

    @discardableResult
    func write<Result>(_ body: () throws -> Result) throws -> Result { try realm.write(body) }
}

extension Sequence where Element == Book {
    var titles: String { map(\.title).joined(separator: " ") }
}
