import Foundation
import RealmStore
import Testing

@Suite("Iterating while collections change") struct CollectionIterationTests {
    @Test func `a loop over a list sees it as it was at its start`() throws {
        let made = try ShelfRealm()
        try made.write {
            made.shelf.ints.append(objectsIn: [1, 2, 3])
            var seen: [Int] = []
            for number in made.shelf.ints {
                seen.append(number)
                made.shelf.ints.removeLast()
                made.shelf.ints.insert(0, at: 0)
            }
            #expect(seen == [1, 2, 3])
            #expect(Array(made.shelf.ints) == [0, 0, 0])
        }
    }

    @Test func `a loop over objects that changes their filter skips none`() throws {
        let made = try ShelfRealm.withBooks()
        try made.write { for book in made.books.filter("year < 1990") { book.year = 2000 } }
        #expect(made.books.filter("year == 2000").count == 4)
    }

    @Test func `a loop that deletes objects comes to invalidated ones`() throws {
        let made = try ShelfRealm.withBooks()
        let collections = [
            AnyRealmCollection(made.books), AnyRealmCollection(made.shelf.books),
            AnyRealmCollection(made.books.sorted(byKeyPath: "title")),
        ]
        for collection in collections {
            made.realm.beginWrite()
            var invalidated: [Bool] = []
            for book in collection {
                invalidated.append(book.isInvalidated)
                if invalidated.count == 1 { made.realm.deleteAll() }
            }
            #expect(invalidated == [false, true, true, true, true])
            made.realm.cancelWrite()
        }
    }

    @Test func `a loop that began before a write goes on with what it began with`() throws {
        let made = try ShelfRealm.withBooks()
        var iterator = made.shelf.books.makeIterator()
        #expect(iterator.next()?.title == "b")
        try made.write {
            made.shelf.books.removeAll()
            made.shelf.books.append(Book("new", 1))
        }
        #expect(iterator.next()?.title == "a")
        #expect(iterator.next()?.title == "C")
    }

    @Test func `a loop over linking objects may remove the links`() throws {
        let made = try ShelfRealm.withBooks()
        let book = try #require(made.books.first)
        try made.write {
            made.realm.create(Shelf.self, value: ["id": 2, "books": [book]])
            for shelf in book.shelves { shelf.books.removeAll() }
        }
        #expect(book.shelves.isEmpty)
    }

    @Test func `loops over sets and maps may empty them`() throws {
        let made = try ShelfRealm()
        try made.write {
            made.shelf.wordSet.insert(objectsIn: ["a", "b", "c"])
            made.shelf.counts.merge([(key: "x", value: 1), (key: "y", value: 2)], uniquingKeysWith: +)
            var words: [String] = []
            for word in made.shelf.wordSet {
                words.append(word)
                made.shelf.wordSet.remove(word)
            }
            #expect(words == ["a", "b", "c"])
            for entry in made.shelf.counts { made.shelf.counts[entry.key + "2"] = entry.value }
            #expect(made.shelf.counts.keys == ["x", "x2", "y", "y2"])
        }
    }

    @Test func `mixed values that are gone come as none`() throws {
        let made = try ShelfRealm()
        try made.write {
            made.shelf.anys.append(objectsIn: [.int(1), .object(Book("a", 1)), .fromArray([.int(2)]), .string("s")])
            var seen: [AnyRealmValue] = []
            for value in made.shelf.anys {
                if seen.isEmpty { made.realm.delete(made.books) }
                seen.append(value)
            }
            #expect(seen == [.int(1), .none, made.shelf.anys[1], .string("s")])
            #expect(seen[2].listValue?.first == .int(2))
        }
        #expect(made.realm.damage == nil)
    }

    @Test func `a slice of a list shows the list as it is`() throws {
        let list = List<Int>()
        list.append(objectsIn: [1, 2, 3, 4])
        let slice = list[1..<3]
        #expect(Array(slice) == [2, 3])
        list.insert(0, at: 0)
        #expect(Array(slice) == [1, 2])
    }

    @Test func `names are joined as an array's are`() throws {
        let made = try ShelfRealm.withBooks()
        #expect(made.books.map(\.title).joined() == "baCdä")
    }
}
