import Foundation
import RealmStore
import Synchronization
import TestSupport
import Testing

/// Two classes of a program for the same objects, each with names of its own.
@Suite("Two classes for one table") struct SharedTableTests {
    private let realm: Realm

    init() throws {
        realm = try Realm(
            configuration: .init(
                inMemoryIdentifier: UUID().uuidString,
                objectTypes: [ShelfNamed.self, ShelfNumbered.self, BookNamed.self, BookNumbered.self]))
    }

    @Test func `the file has one class`() {
        #expect(realm.schema.objectSchema.map(\.className).sorted() == ["Book", "Shelf"])
    }

    @Test func `objects of one class are objects of the other`() throws {
        let book = BookNamed(value: ["title": "a", "pages": 7])
        try realm.write { realm.add(book) }
        let other = try #require(realm.objects(BookNumbered.self).first)
        #expect((other.text, other.number, realm.objects(BookNamed.self).count) == ("a", 7, 1))
        try realm.write { other.text = "b" }
        #expect(book.title == "b")
        #expect(type(of: other) == BookNumbered.self)
    }

    @Test func `objects are made of values by the names of the class that is asked for`() throws {
        try realm.write {
            realm.create(BookNumbered.self, value: ["text": "a", "number": 1])
            realm.create(BookNamed.self, value: ["title": "b", "pages": 2])
            realm.create(BookNumbered.self, value: ["c", 3])
        }
        #expect(realm.objects(BookNamed.self).sorted(by: \.pages).map(\.title) == ["a", "b", "c"])
    }

    @Test func `a new object has the default values of its class`() throws {
        try realm.write { _ = realm.create(BookNumbered.self) }
        #expect(realm.objects(BookNamed.self).first?.title == "numbered")
    }

    @Test func `queries use the names of their class`() throws {
        try realm.write {
            for number in 1...3 { realm.create(BookNumbered.self, value: ["\(number)", number]) }
        }
        #expect(realm.objects(BookNumbered.self).filter("number > 1").count == 2)
        #expect(realm.objects(BookNamed.self).filter("pages > 1").sorted(byKeyPath: "title").last?.title == "3")
        #expect(realm.objects(BookNumbered.self).where { $0.number > 2 }.first?.text == "3")
    }

    @Test func `links, lists, maps and linking objects have the class that their property says`() throws {
        try realm.write {
            let book = realm.create(BookNumbered.self, value: ["text": "a"])
            let shelf = realm.create(
                ShelfNumbered.self, value: ["first": book, "all": [["text": "b"], ["title": "c"]]])
            shelf.byText["b"] = shelf.all[0]
        }
        let named = try #require(realm.objects(ShelfNamed.self).first)
        let numbered = try #require(realm.objects(ShelfNumbered.self).first)
        #expect((named.favourite?.title, numbered.first?.text) == ("a", "a"))
        #expect((named.books.map(\.title), numbered.all.map(\.text)) == (["b", "c"], ["b", "c"]))
        #expect((named.byTitle["b"]??.title, numbered.byText["b"]??.text) == ("b", "b"))
        #expect(named.byTitle.where { $0.title == "b" }.first??.title == "b")
        #expect(numbered.byText.where { $0.text == "b" }.first??.text == "b")
        let book = try #require(named.favourite)
        #expect(book.shelves.first?.favourite?.title == "a")
        #expect(book.shelves.filter("first.text == 'a'").count == 1)
        #expect(numbered.first?.shelves.map { type(of: $0) == ShelfNumbered.self } == [true])
    }

    @Test func `an observed object names the properties of its own class`() throws {
        let queue = DispatchQueue(label: "observed")
        let configuration = realm.configuration
        let names = Mutex<[String]>([])
        try queue.sync {
            let realm = try Realm(configuration: configuration, queue: queue)
            try realm.write { realm.create(BookNamed.self) }
            let observed = try #require(realm.objects(BookNumbered.self).first)
            let token = observed.observe { change in
                if case .change(_, let properties) = change {
                    names.withLock { $0 += properties.map(\.name) }
                }
            }
            realm.refresh()
            try realm.write { realm.objects(BookNamed.self).first?.title = "new" }
            realm.refresh()
            token.invalidate()
        }
        queue.sync {}
        #expect(names.withLock { $0 } == ["text"])
    }

    @Test func `a frozen or handed over object keeps its class`() throws {
        try realm.write { realm.create(BookNumbered.self, value: ["text": "a"]) }
        let book = try #require(realm.objects(BookNumbered.self).first)
        #expect(book.freeze().text == "a")
        #expect(realm.resolve(ThreadSafeReference(to: book))?.text == "a")
    }

    @Test(arguments: [BookWithMore.self, BookWithOthers.self] as [Object.Type])
    func `classes that store something else are refused`(other: Object.Type) {
        let configuration = Realm.Configuration(
            inMemoryIdentifier: "refused", objectTypes: [BookNumbered.self, ShelfNumbered.self, other])
        let error = #expect(throws: Realm.Error.self) { try Realm(configuration: configuration) }
        #expect(error?.code == .badSchema)
        #expect(error?.localizedDescription.contains("are both called 'Book' in the schema, but") == true)
    }
}

private final class BookNamed: TestObject {
    @Persisted var title: String
    @Persisted var pages: Int
    @Persisted(originProperty: "favourite") var shelves: LinkingObjects<ShelfNamed>

    override class func _realmObjectName() -> String? { "Book" }
    override class func propertiesMapping() -> [String: String] { ["title": "name", "pages": "size"] }
}

private final class BookNumbered: TestObject {
    @Persisted var text: String = "numbered"
    @Persisted var number: Int
    @Persisted(originProperty: "first") var shelves: LinkingObjects<ShelfNumbered>

    override class func _realmObjectName() -> String? { "Book" }
    override class func propertiesMapping() -> [String: String] { ["text": "name", "number": "size"] }
}

private final class BookWithMore: TestObject {
    @Persisted var name: String
    @Persisted var size: Int
    @Persisted var more: Int

    override class func _realmObjectName() -> String? { "Book" }
}

/// Stores the same, but means another column by one of the names.
private final class BookWithOthers: TestObject {
    @Persisted var number: String
    @Persisted var size: Int

    override class func _realmObjectName() -> String? { "Book" }
    override class func propertiesMapping() -> [String: String] { ["number": "name"] }
}

private final class ShelfNamed: TestObject {
    @Persisted var favourite: BookNamed?
    @Persisted var books: List<BookNamed>
    @Persisted var byTitle: Map<String, BookNamed?>

    override class func _realmObjectName() -> String? { "Shelf" }
}

private final class ShelfNumbered: TestObject {
    @Persisted var first: BookNumbered?
    @Persisted var all: List<BookNumbered>
    @Persisted var byText: Map<String, BookNumbered?>

    override class func _realmObjectName() -> String? { "Shelf" }
    override class func propertiesMapping() -> [String: String] {
        ["first": "favourite", "all": "books", "byText": "byTitle"]
    }
}
