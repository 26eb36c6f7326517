import Foundation
import RealmStore
import Testing

@Suite("Sorting, searching and aggregating collections") struct CollectionQueryTests {
    @Test func `a later sort counts most, and ties keep the earlier order`() throws {
        let made = try ShelfRealm.withBooks()
        let byTitle = made.books.sorted(byKeyPath: "title", ascending: false)
        #expect(byTitle.titles == "ä d b a C")
        #expect(byTitle.sorted(by: \.year).titles == "ä a b C d")
        #expect(byTitle.sorted(by: [RealmStore.SortDescriptor]()).titles == byTitle.titles)
        #expect(made.books.sorted(by: [SortDescriptor(keyPath: \Book.year), "title"]).titles == "a ä C b d")
    }

    @Test func `nil comes before every value, and a link that leads nowhere behind them`() throws {
        let made = try ShelfRealm.withBooks()
        #expect(made.books.sorted(byKeyPath: "price").titles == "a d ä b C")
        #expect(made.books.sorted(byKeyPath: "writer.name").titles == "b a C d ä")
    }

    @Test func `a key of a map leads on in an order`() throws {
        let made = try ShelfRealm()
        try made.write {
            made.shelf.counts["a"] = 2
            made.realm.create(Shelf.self, value: ["id": 2, "counts": ["a": 1]])
            made.realm.create(Shelf.self, value: ["id": 3])
        }
        #expect(made.realm.objects(Shelf.self).sorted(byKeyPath: "counts['a']").map(\.id) == [3, 2, 1])
    }

    @Test func `distinct keeps the first of equal elements in the order so far`() throws {
        let made = try ShelfRealm.withBooks()
        #expect(made.books.distinct(by: ["year"]).titles == "b a d")
        #expect(made.books.sorted(byKeyPath: "title").distinct(by: [\Book.year]).titles == "C a d")
        #expect(made.books.distinct(by: ["price"]).titles == "b a C ä")
        #expect(made.books.distinct(by: [String]()).count == 5)
        try made.write { made.shelf.ints.append(objectsIn: [3, 1, 3, 2, 1]) }
        #expect(Array(made.shelf.ints.distinct()) == [3, 1, 2])
        #expect(Array(made.shelf.ints.sorted(ascending: false).distinct()) == [3, 2, 1])
    }

    @Test func `conditions add up and keep the order`() throws {
        let made = try ShelfRealm.withBooks()
        let sorted = made.shelf.books.sorted(byKeyPath: "title", ascending: false)
        #expect(sorted.filter("year < 1990").where { $0.price != nil }.titles == "ä b C")
        #expect(sorted.filter(NSPredicate(format: "year == %@", 1980)).titles == "b C")
    }

    @Test func `elements are found by equality and by condition`() throws {
        let made = try ShelfRealm.withBooks()
        let books = made.shelf.books
        #expect(books.index(of: made.books[2]) == 2)
        #expect(books.index(of: Book("b", 1980)) == nil)
        #expect(books.index(matching: "year == %@", 1867) == 1)
        #expect(books.index(matching: NSPredicate(format: "price > 3")) == 2)
        #expect(books.index(matching: { $0.title == "none" }) == nil)
        #expect(books.sorted(byKeyPath: "title").index(matching: { $0.year == 1980 }) == 0)
        try made.write { made.shelf.ints.append(objectsIn: [4, 5, 4]) }
        #expect(made.shelf.ints.index(of: 4) == 0 && made.shelf.ints.index(of: 6) == nil)
        #expect(made.shelf.ints.sorted().index(of: 5) == 2)
    }

    @Test func `an object of another Realm is in no collection`() throws {
        let (made, other) = (try ShelfRealm.withBooks(), try ShelfRealm.withBooks())
        #expect(made.books.index(of: other.books[0]) == nil)
        #expect(made.shelf.books.index(of: other.books[0]) == nil)
    }

    @Test func `elements are taken at several indexes`() throws {
        let made = try ShelfRealm.withBooks()
        #expect(made.books.objects(at: [4, 0, 2]).titles == "b C ä")
        #expect(made.books.objects(at: IndexSet()).isEmpty)
        #expect(made.books.first?.title == "b" && made.books.last?.title == "ä")
        #expect(made.shelf.ints.first == nil && made.shelf.ints.last == nil)
    }

    @Test func `aggregates leave nil out`() throws {
        let made = try ShelfRealm.withBooks()
        #expect(made.books.min(of: \.price) == 1.0 && made.books.max(of: \.price) == 4.0)
        #expect(made.books.sum(of: \.price) == 7.5 && made.books.average(of: \.price) == 2.5)
        #expect((made.books.sum(ofProperty: "year") as Int) == 9693)
        #expect((made.books.average(ofProperty: "year") as Double?) == 1938.6)
        #expect(made.books.average(of: \.year) == 1938)
        #expect((made.shelf.bookSet.max(ofProperty: "year") as Int?) == nil)
        #expect((made.shelf.bookSet.sum(ofProperty: "year") as Int) == 0)
    }

    @Test func `lists in memory have the aggregates of lists in a Realm`() throws {
        let made = try ShelfRealm.withBooks()
        let plain = List<Book>()
        plain.append(objectsIn: made.books.map { Book($0.title, $0.year, price: $0.price) })
        for list in [plain, made.shelf.books] {
            #expect(list.min(of: \.year) == 1867 && (list.max(ofProperty: "price") as Double?) == 4)
            #expect(list.sum(of: \.price) == 7.5 && (list.average(ofProperty: "year") as Double?) == 1938.6)
        }
        try made.write { made.shelf.optionalInts.append(objectsIn: [3, nil, 5]) }
        let numbers = List<Int?>()
        numbers.append(objectsIn: [3, nil, 5])
        for list in [numbers, made.shelf.optionalInts] {
            #expect(list.min() == .some(3) && list.max() == .some(5) && list.sum() == 8)
            #expect((list.average() as Double?) == 4)
        }
        #expect(List<Int>().min() == nil && List<Int>().sum() == 0 && (List<Int>().average() as Double?) == nil)
    }

    @Test func `a list in memory is searched with a condition`() throws {
        let writer = Writer("Eco")
        let list = List<Book>()
        list.append(objectsIn: [Book("b", 1980), Book("a", 1867, price: 2, by: writer), Book("C", 1980)])
        #expect(list.index(matching: "year < %@ AND writer.name BEGINSWITH[c] 'e'", 1900) == 1)
        #expect(list.index(matching: NSPredicate(format: "title IN {'C', 'D'} OR year == 1")) == 2)
        #expect(list.index(matching: { $0.price != nil && !($0.title == "x") }) == 1)
        #expect(list.index(matching: { $0.year.contains(1900...1990) }) == 0)
        #expect(list.index(matching: "price == nil AND writer != nil") == nil)
        let shelves = List<Shelf>()
        shelves.append(objectsIn: [Shelf(value: ["id": 1]), Shelf(value: ["id": 2, "books": [["title": "x"]]])])
        #expect(shelves.index(matching: "ANY books.title == 'x'") == 1)
        #expect(shelves.index(matching: "books.@count == 1") == 1)
        #expect(shelves.index(matching: { $0.books.title == "y" }) == nil)
    }

    @Test func `values are searched with a condition on themselves`() throws {
        let made = try ShelfRealm()
        try made.write { made.shelf.ints.append(objectsIn: [4, 9, 6]) }
        let plain = List<Int>()
        plain.append(objectsIn: [4, 9, 6])
        for list in [plain, made.shelf.ints] {
            #expect(list.index(matching: { $0 > 5 }) == 1)
            #expect(list.index(matching: "self == %@", 6) == 2)
            #expect(list.index(matching: { $0 == 7 }) == nil)
        }
    }
}
