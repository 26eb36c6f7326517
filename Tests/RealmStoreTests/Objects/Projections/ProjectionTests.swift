import Foundation
import RealmStore
import Testing

@testable import TestSupport

@Suite("Projections") struct ProjectionTests {
    @Test func `a projection reads and writes properties of its object`() throws {
        let made = try ShelfRealm.withBooks()
        let views = made.realm.objects(BookView.self).sorted(byKeyPath: "title")
        #expect(views.map(\.name) == ["C", "a", "b", "d", "ä"])
        #expect(views.map(\.writer) == ["Zola", "Zola", "Eco", nil, nil])
        try made.write { views[1].name = "aa" }
        #expect(made.books[1].title == "aa" && views[1].rootObject.title == "aa")
    }

    @Test func `conditions and orders name the object's properties, key paths the projection's`() throws {
        let made = try ShelfRealm.withBooks()
        let views = made.realm.objects(BookView.self)
        #expect(views.filter("year == 1980").map(\.name) == ["b", "C"])
        #expect(views.where { $0.name == "d" && $0.year > 1900 }.map(\.year) == [1999])
        #expect(views.sorted(by: ["year", "title"]).first?.name == "a")
        #expect(views.index(matching: "title == 'C'") == 2)
        #expect(views.index(of: BookView(projecting: made.books[3])) == 3)
    }

    @Test func `projections have sections`() throws {
        let made = try ShelfRealm.withBooks()
        let views = made.realm.objects(BookView.self)
        #expect(views.sectioned(by: \.year, ascending: false).allKeys == [1999, 1980, 1867])
        let sections = views.sectioned(by: \.year, sortDescriptors: ["year", "title"])
        #expect(sections.map { $0.map(\.name) } == [["a", "ä"], ["C", "b"], ["d"]])
        #expect(views.sectioned(by: { $0.name.lowercased() }, sortDescriptors: ["title"]).count == 5)
    }

    @Test func `a projection shows an object in memory`() {
        let book = Book("a", 1, by: Writer("W"))
        let view = BookView(projecting: book)
        #expect(view.name == "a" && view.writer == "W" && view.realm == nil && !view.isInvalidated)
        view.name = "b"
        #expect(book.title == "b")
    }

    @Test func `a projection shows a property of each object of a collection`() throws {
        let made = try ShelfRealm.withBooks()
        let view = try #require(made.realm.objects(ShelfView.self).first)
        #expect(Array(view.titles) == ["b", "a", "C", "d", "ä"])
        #expect(view.titles.index(of: "d") == 3)
        #expect(view.titles.index(matching: NSPredicate(format: "year == 1999")) == 3)
        try made.write {
            view.titles[0] = "bb"
            made.shelf.books.removeLast()
            made.shelf.bookSet.insert(made.shelf.books[1])
        }
        #expect(Array(view.titles) == ["bb", "a", "C", "d"] && Array(view.years) == [1867])
        #expect(made.books[0].title == "bb")
        #expect(view.titles.realm == made.realm && !view.titles.isInvalidated)
        #expect(view.titles.description.contains("[3] d"))
        #expect(view.description.contains("titles(\\.books.title) = ProjectedCollection<String> {"))
        let frozen = view.titles.freeze()
        try made.write { made.shelf.books.removeAll() }
        #expect(frozen.isFrozen && frozen.count == 4 && frozen.thaw()?.count == 0)
    }

    @Test func `projections of the same object are equal`() throws {
        let made = try ShelfRealm.withBooks()
        let (first, again) = (BookView(projecting: made.books[0]), BookView(projecting: made.books[0]))
        #expect(first == again && first.hashValue == again.hashValue)
        #expect(first != BookView(projecting: made.books[1]))
        #expect((first as Projection<Book>) == OtherBookView(projecting: made.books[0]))
        let book = Book("a", 1)
        #expect(BookView(projecting: book) == BookView(projecting: book))
        #expect(BookView(projecting: book) != BookView(projecting: Book("a", 1)))
    }

    @Test func `a frozen projection never changes`() throws {
        let made = try ShelfRealm.withBooks()
        let view = BookView(projecting: made.books[0])
        let frozen = view.freeze()
        try made.write { view.name = "new" }
        #expect(frozen.isFrozen && frozen.name == "b" && frozen.thaw()?.name == "new")
        try made.write { made.realm.delete(made.books[0]) }
        #expect(frozen.thaw() == nil && view.isInvalidated && frozen.name == "b")
    }

    @Test func `a projection is handed over to another thread`() throws {
        let made = try ShelfRealm.withBooks()
        let reference = ThreadSafeReference(to: BookView(projecting: made.books[0]))
        let configuration = made.realm.configuration
        #expect(try onThread { try Realm(configuration: configuration).resolve(reference)?.name } == "b")
    }

    @Test func `the text names the properties and where they come from`() throws {
        let made = try ShelfRealm.withBooks()
        let text = BookView(projecting: made.books[0]).description
        #expect(text.hasPrefix("BookView<Book> <0x"))
        #expect(text.hasSuffix("{\n\tname(\\.title) = b;\n\tyear(\\.year) = 1980;\n\twriter(\\.writer.name) = Eco;\n}"))
    }
}
