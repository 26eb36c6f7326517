import Foundation
import RealmStore
import Testing

@Suite("Equality, texts, coding and key-value coding of collections") struct CollectionValueTests {
    // MARK: Equality

    @Test func `a collection in a Realm equals that of the same property only`() throws {
        let made = try ShelfRealm.withBooks()
        let again = try #require(made.realm.object(ofType: Shelf.self, forPrimaryKey: 1))
        let other = try made.write { made.realm.create(Shelf.self, value: ["id": 2]) }
        #expect(made.shelf.ints == again.ints && made.shelf.ints.hash == again.ints.hash)
        #expect(made.shelf.ints.isEqual(again.ints) && !made.shelf.ints.isEqual(nil))
        #expect(made.shelf.ints != other.ints && made.shelf.ints != List<Int>())
        #expect(made.shelf.intSet == again.intSet && made.shelf.intSet != other.intSet)
        #expect(made.shelf.counts == again.counts && made.shelf.counts != other.counts)
        let book = made.books[0]
        #expect(book.shelves == made.books[0].shelves && book.shelves != made.books[1].shelves)
    }

    @Test func `collections in memory are equal by content`() {
        let (list, same) = (List<Int>(), List<Int>())
        list.append(objectsIn: [1, 2])
        same.append(objectsIn: [1, 2])
        #expect(list == same && list.hash == same.hash)
        same.append(3)
        #expect(list != same)
        let (set, reversed) = (MutableSet<Int>(), MutableSet<Int>())
        set.insert(objectsIn: [1, 2])
        reversed.insert(objectsIn: [2, 1])
        #expect(set == reversed && set.hash == reversed.hash)
        let (map, other) = (Map<String, Int>(), Map<String, Int>())
        map["a"] = 1
        other["a"] = 1
        #expect(map == other && map.hash == other.hash)
        other["a"] = 2
        #expect(map != other)
    }

    @Test func `results are equal to themselves only`() throws {
        let made = try ShelfRealm.withBooks()
        let results = made.books.sorted(byKeyPath: "title")
        #expect(results == results && results != made.books.sorted(byKeyPath: "title"))
        let (erased, list) = (AnyRealmCollection(results), AnyRealmCollection(made.shelf.books))
        #expect(erased == AnyRealmCollection(results) && erased != list)
        #expect(list == AnyRealmCollection(made.shelf.books))
    }

    // MARK: Collections of any kind

    @Test func `an erased collection does what the collection behind it does`() throws {
        let made = try ShelfRealm.withBooks()
        let shelves = made.books[0].shelves
        let erased: [AnyRealmCollection<Book>] = [
            AnyRealmCollection(made.books), AnyRealmCollection(made.shelf.books),
            AnyRealmCollection(AnyRealmCollection(made.books.sorted(byKeyPath: "year"))),
        ]
        #expect(erased.map(\.titles) == ["b a C d ä", "b a C d ä", "a ä b C d"])
        #expect(erased.map { $0.sorted(byKeyPath: "title").titles }.allSatisfy { $0 == "C a b d ä" })
        #expect(erased.allSatisfy { $0.realm == made.realm && !$0.isInvalidated && $0[0].isSameObject(as: $0.first) })
        #expect(AnyRealmCollection(shelves).sum(of: \.id) == 1)
        let frozen = erased[1].freeze()
        try made.write { made.realm.delete(made.shelf) }
        #expect(erased[1].isInvalidated && frozen.count == 5 && frozen.thaw() == nil)
    }

    @Test func `collections are encoded as arrays, maps as objects`() throws {
        let made = try ShelfRealm()
        try made.write {
            made.shelf.ints.append(objectsIn: [3, 1])
            made.shelf.intSet.insert(objectsIn: [3, 1])
            made.shelf.counts["a"] = 1
        }
        func json(_ value: some Encodable) throws -> String {
            String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
        }
        #expect(try json(made.shelf.ints) == "[3,1]")
        #expect(try json(made.shelf.intSet) == "[1,3]")
        #expect(try json(made.shelf.ints.sorted()) == "[1,3]")
        #expect(try json(AnyRealmCollection(made.shelf.ints)) == "[3,1]")
        #expect(try json(made.shelf.counts) == #"{"a":1}"#)
        let decoder = JSONDecoder()
        #expect(Array(try decoder.decode(List<Int?>.self, from: Data("[1,null]".utf8))) == [1, nil])
        #expect(try decoder.decode(MutableSet<Int>.self, from: Data("[1,1,2]".utf8)).count == 2)
        #expect(try decoder.decode(Map<String, Int>.self, from: Data(#"{"b":2}"#.utf8))["b"] == 2)
    }

    // MARK: Texts

    /// A text without its addresses.
    private func text(_ value: some CustomStringConvertible) -> String {
        value.description.replacing(#/0x[0-9a-f]+/#, with: "0x")
    }

    @Test func `texts name the kind, the type, and each element`() throws {
        let made = try ShelfRealm()
        try made.write {
            made.shelf.ints.append(objectsIn: [3, 1])
            made.shelf.wordSet.insert("w")
            made.shelf.counts["k"] = 7
            made.shelf.books.append(Book("a", 1))
        }
        #expect(text(made.shelf.ints) == "List<int> <0x> (\n\t[0] 3,\n\t[1] 1\n)")
        #expect(text(made.shelf.wordSet) == "MutableSet<string> <0x> (\n\t[0] w\n)")
        #expect(text(made.shelf.counts) == "Map<string, int> <0x> (\n\t[k]: 7\n)")
        #expect(text(made.shelf.bookSet) == "MutableSet<Book> <0x> (\n\n)")
        #expect(text(made.shelf.ints.sorted()) == "Results<int> <0x> (\n\t[0] 1,\n\t[1] 3\n)")
        let book = "Book {\n\t\ttitle = a;\n\t\tyear = 1;\n\t\tprice = (null);\n\t\twriter = (null);\n\t}"
        #expect(text(made.books) == "Results<Book> <0x> (\n\t[0] \(book)\n)")
        #expect(text(AnyRealmCollection(made.books)) == "AnyRealmCollection<Book> <0x> (\n\t[0] \(book)\n)")
        #expect(text(made.books[0].shelves).hasPrefix("LinkingObjects<Shelf> <0x> (\n\t[0] Shelf {"))
        #expect(text(List<String>()) == "List<string> <0x> (\n\n)")
    }

    @Test func `a deleted object has a description, and dynamic objects have their class`() throws {
        let made = try ShelfRealm.withBooks()
        #expect(text(made.realm.dynamicObjects("Book")).hasPrefix("Results<Book> <0x> (\n\t[0] Book {"))
        let (ints, counts) = (made.shelf.ints, made.shelf.counts)
        try made.write { made.realm.delete(made.shelf) }
        #expect(text(ints) == "List<int> <0x> (\n\n)" && text(counts) == "Map<string, int> <0x> (\n\n)")
        #expect(ints.isInvalidated && ints == ints && ints.realm == made.realm)
    }

    @Test func `texts show a hundred elements`() {
        let list = List<Int>()
        list.append(objectsIn: 0..<103)
        #expect(text(list).hasSuffix("[98] 98,\n\t[99] 99\n\t... 3 objects skipped.\n)"))
    }

    // MARK: Key-value coding

    @Test func `a key gives the values of all elements`() throws {
        let made = try ShelfRealm.withBooks()
        #expect(made.shelf.books.value(forKey: "year") as? [Int] == [1980, 1867, 1980, 1999, 1867])
        #expect(
            made.shelf.books.value(forKeyPath: "writer.name") as? [String?] == ["Eco", "Zola", "Zola", nil, nil])
        let boxed: [AnyObject] = made.shelf.books.value(forKey: "title")
        #expect(boxed.compactMap { $0 as? String } == ["b", "a", "C", "d", "ä"])
        let paths: [AnyObject] = made.shelf.books.value(forKeyPath: "year")
        #expect(paths.compactMap { $0 as? Int }.count == 5)
        try made.write { made.shelf.bookSet.insert(objectsIn: made.books) }
        let names = made.shelf.bookSet.value(forKeyPath: "writer.name")
        #expect(names as? Set<String?> == ["Eco", "Zola", nil])
        let boxedNames: [AnyObject] = made.shelf.bookSet.value(forKey: "writer")
        #expect(boxedNames.contains { $0 is NSNull } && boxedNames.count == 3)
        let years: [AnyObject] = made.shelf.bookSet.value(forKey: "year")
        #expect(Set(years.compactMap { $0 as? Int }) == [1980, 1867, 1999] && years.count == 3)
        #expect((made.books.value(forKey: "self") as? [Book])?.titles == "b a C d ä")
        #expect(made.books.value(forKey: "invalidated") as? Bool == false)
    }

    @Test func `operators compute over elements`() throws {
        let made = try ShelfRealm.withBooks()
        let books = made.shelf.books
        #expect(books.value(forKeyPath: "@count") as? Int == 5)
        #expect(books.value(forKeyPath: "@sum.price") as? Double == 7.5)
        #expect(books.value(forKeyPath: "@avg.year") as? Double == 1938.6)
        #expect(books.value(forKeyPath: "@min.year") as? Int == 1867)
        #expect(books.value(forKeyPath: "@max.title") as? String == "ä")
        #expect(books.value(forKeyPath: "@unionOfObjects.price") as? [Double] == [2.5, 4, 1])
        #expect(books.value(forKeyPath: "@distinctUnionOfObjects.year") as? [Int] == [1980, 1867, 1999])
        let shelves = made.realm.objects(Shelf.self)
        #expect((shelves.value(forKeyPath: "@unionOfArrays.books") as? [Book])?.count == 5)
        #expect((shelves.value(forKeyPath: "@distinctUnionOfArrays.books.year") as? [Int]) == [1980, 1867, 1999])
    }

    @Test func `setting a key sets it in every element`() throws {
        let made = try ShelfRealm.withBooks()
        try made.write {
            made.books.filter("year == 1980").setValue(2000, forKey: "year")
            made.shelf.ints.append(objectsIn: [1, 2])
            made.shelf.ints.setValue(9, forKey: "self")
            made.shelf.intSet.insert(objectsIn: [1, 2])
            made.shelf.intSet.setValue(9, forKey: "self")
        }
        #expect(made.books.filter("year == 2000").count == 2)
        #expect(Array(made.shelf.ints) == [9, 9] && Array(made.shelf.intSet) == [9])
        let plain = List<Book>()
        plain.append(objectsIn: [Book("a", 1), Book("b", 2)])
        plain.setValue("c", forKey: "title")
        #expect(plain.titles == "c c")
    }
}
