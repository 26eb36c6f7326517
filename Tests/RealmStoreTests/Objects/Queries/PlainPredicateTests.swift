import Foundation
import RealmStore
import Testing

/// Conditions are tested on objects in memory as the engine tests those of a Realm.
@Suite("Conditions in memory") struct PlainPredicateTests {
    private static let conditions = [
        "year == 1867", "year != 1867", "1900 < year", "year >= 1980 AND price > 3", "year IN {1867, 1999}",
        "year BETWEEN {1900, 1990}", "NOT year BETWEEN {1900, 1990}", "price == nil", "price != nil", "price < 3",
        "price <= 4 OR title == 'd'", "title BEGINSWITH 'b'", "title BEGINSWITH[c] 'c'", "title ENDSWITH ''",
        "title CONTAINS[cd] 'A'", "title LIKE[c] '?'", "title ==[cd] 'a'", "title > 'b'", "title == 'c'",
        "writer == nil", "writer != nil", "writer.name == 'Zola'", "writer.name == nil", "writer.name CONTAINS 'o'",
        "TRUEPREDICATE", "FALSEPREDICATE", "year == 1980 AND (title == 'C' OR NOT price > 3)",
    ]

    private static let shelfConditions = [
        "books.@count == 2", "books.@count > 0", "ANY books.title == 'b'", "NONE books.year < 1900",
        "NONE books.price > 3", "ANY books.writer.name == 'Eco'", "books.@sum.year > 3900", "books.@max.price == 4",
        "books.@avg.year < 1900", "SUBQUERY(books, $b, $b.year == 1980 AND $b.price > 3).@count == 1",
        "ANY ints > 2", "NONE ints <= 2", "ints.@sum == 6", "ints.@count == 0", "ANY counts.@values == 2",
        "ANY counts.@keys == 'k'", "counts['k'] == 2", "counts.@count == 1", "3 IN ints", "ANY ints IN {3, 4}",
    ]

    /// The same shelves in memory and in a Realm.
    private func shelves() throws -> (plain: [Shelf], stored: Results<Shelf>) {
        func make() -> [Shelf] {
            let (eco, zola) = (Writer("Eco"), Writer("Zola"))
            let books = [
                Book("b", 1980, price: 2.5, by: eco), Book("a", 1867, by: zola), Book("C", 1980, price: 4, by: zola),
                Book("d", 1999), Book("ä", 1867, price: 1),
            ]
            let shelves = (0..<4).map { Shelf(value: ["id": $0]) }
            shelves[0].books.append(objectsIn: [books[0], books[2]])
            shelves[1].books.append(objectsIn: [books[1], books[4]])
            shelves[2].books.append(books[3])
            shelves[0].ints.append(objectsIn: [3, 3])
            shelves[1].ints.append(objectsIn: [1, 2, 3])
            shelves[0].counts["k"] = 2
            shelves[1].counts["other"] = 2
            return shelves
        }
        let made = try ShelfRealm()
        try made.write {
            made.realm.deleteAll()
            made.realm.add(make())
        }
        return (make(), made.realm.objects(Shelf.self).sorted(byKeyPath: "id"))
    }

    @Test(arguments: conditions) func `a condition on objects holds in memory as in a Realm`(text: String) throws {
        let shelves = try shelves()
        let plain = shelves.plain.flatMap { Array($0.books) }
        let stored = Array(shelves.stored).flatMap { Array($0.books) }
        let (predicate, list) = (NSPredicate(format: text), List<Book>())
        list.append(objectsIn: plain)
        let expected = stored.filter { predicate.evaluate(with: $0) }.titles
        #expect(plain.filter { predicate.evaluate(with: $0) }.titles == expected)
        #expect(list.index(matching: predicate) == stored.firstIndex { predicate.evaluate(with: $0) })
    }

    @Test(arguments: shelfConditions) func `a condition on collections holds in memory as in a Realm`(
        text: String
    ) throws {
        let shelves = try shelves()
        let predicate = NSPredicate(format: text)
        let expected = Array(shelves.stored.filter(predicate).map(\.id))
        #expect(shelves.plain.filter { predicate.evaluate(with: $0) }.map(\.id) == expected)
    }

    @Test func `a typed condition holds in memory as in a Realm`() throws {
        let shelves = try shelves()
        let list = List<Shelf>()
        list.append(objectsIn: shelves.plain)
        let conditions: [(Query<Shelf>) -> Query<Bool>] = [
            { $0.books.year > 1990 }, { $0.ints.contains(2) }, { $0.books.count == 0 }, { $0.ints.max == 3 },
            { ($0.books.price > 2 && $0.books.year == 1980).count == 2 }, { $0.counts["k"] == 2 },
            { $0.counts.values == 2 },
            { $0.books.title.starts(with: "D", options: .caseInsensitive) }, { !($0.id < 3) },
        ]
        for condition in conditions {
            #expect(list.index(matching: condition) == shelves.stored.index(matching: condition))
        }
    }

    @Test func `a block predicate is refused`() async {
        await #expect(processExitsWith: .failure) {
            let models = try ModelRealm()
            _ = models.realm.objects(ModelPerson.self).filter(NSPredicate { _, _ in true })
        }
    }
}
