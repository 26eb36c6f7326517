import Foundation
import RealmStore
import Testing

@Suite("Queries and values of maps") struct MapTests {
    /// A map of three books and an entry without one.
    private func library() throws -> (ShelfRealm, Map<String, Book?>) {
        let made = try ShelfRealm()
        try made.write {
            made.shelf.bookMap["x"] = Book("b", 1980, price: 3)
            made.shelf.bookMap["y"] = Book("a", 1867)
            made.shelf.bookMap["z"] = .some(nil)
            made.shelf.bookMap["w"] = Book("C", 1999, price: 1)
        }
        return (made, made.shelf.bookMap)
    }

    @Test func `objects are filtered, entries without one left out`() throws {
        let (_, map) = try library()
        #expect(map.filter(NSPredicate(format: "year > %@", 1900)).compactMap { $0?.title } == ["C", "b"])
        #expect(map.where { $0.title == "a" }.first??.year == 1867)
        #expect(map.filter(NSPredicate(format: "TRUEPREDICATE")).count == 3)
    }

    @Test func `objects are sorted by properties`() throws {
        let (_, map) = try library()
        #expect(map.sorted(byKeyPath: "title").compactMap { $0?.title } == ["C", "a", "b"])
        #expect(map.sorted(by: \.year, ascending: false).compactMap { $0?.year } == [1999, 1980, 1867])
        #expect(map.sorted(by: ["price", "year"]).compactMap { $0?.title } == ["a", "C", "b"])
    }

    @Test func `values are sorted and aggregated`() throws {
        let made = try ShelfRealm()
        let plain = Map<String, Int>()
        try made.write {
            for map in [plain, made.shelf.counts] {
                map.merge([(key: "a", value: 5), (key: "b", value: 2), (key: "c", value: 8)], uniquingKeysWith: +)
            }
        }
        #expect(Array(made.shelf.counts.sorted()) == [2, 5, 8])
        #expect(Array(made.shelf.counts.sorted(ascending: false)) == [8, 5, 2])
        for map in [plain, made.shelf.counts] {
            #expect(map.min() == 2 && map.max() == 8 && map.sum() == 15 && (map.average() as Double?) == 5)
        }
        for map in [Map<String, Int?>(), made.shelf.optionalCounts] {
            #expect(map.min() == nil && map.max() == nil && map.sum() == 0 && (map.average() as Double?) == nil)
        }
    }

    @Test func `properties of objects are aggregated`() throws {
        let (_, map) = try library()
        let plain = Map<String, Book?>()
        for (key, value) in map.asKeyValueSequence() {
            plain.updateValue(value.map { Book($0.title, $0.year, price: $0.price) }, forKey: key)
        }
        for map in [plain, map] {
            #expect(map.min(of: \.year) == 1867 && map.max(of: \.year) == 1999)
            #expect(map.sum(of: \.price) == 4 && map.average(of: \.price) == 2)
            #expect((map.min(ofProperty: "price") as Double?) == 1 && (map.max(ofProperty: "price") as Double?) == 3)
            #expect((map.sum(ofProperty: "year") as Int) == 5846)
            #expect((map.average(ofProperty: "price") as Double?) == 2)
        }
    }

    @Test func `keys lead to values in paths`() throws {
        let (made, map) = try library()
        #expect((map.value(forKey: "x") as? Book)?.title == "b" && map.value(forKey: "z") is NSNull)
        #expect(map.value(forKeyPath: "y.title") as? String == "a")
        #expect(map.value(forKeyPath: "@max.year") as? Int == 1999 && map.value(forKey: "@count") as? Int == 4)
        #expect(map.value(forKey: "invalidated") as? Bool == false)
        #expect(made.shelf.value(forKeyPath: "bookMap.x.year") as? Int == 1980)
        let counts = made.shelf.counts
        try made.write {
            counts.setValue(3, forKey: "a")
            counts.setValue("b" == "a" ? 1 : 4, forKey: "b")
            counts.setValue(nil, forKey: "a")
            map.setValue(map["x"]!, forKey: "again")
        }
        #expect(counts.keys == ["b"] && counts.value(forKey: "b") as? Int == 4)
        #expect(map["again"]??.title == "b")
    }

    @Test func `entries are found by key and value`() throws {
        let (made, map) = try library()
        #expect(map.contains { key, book in key == "w" && book?.title == "C" })
        #expect(!map.contains { key, book in key == "z" && book != nil })
        let entries = Dictionary(map.asKeyValueSequence().map { ($0.key, $0.value?.year) }) { first, _ in first }
        #expect(entries == ["w": 1999, "x": 1980, "y": 1867, "z": nil])
        #expect(made.shelf.counts.asKeyValueSequence().map(\.key).isEmpty)
    }

    @Test func `entries compare their values and hash their keys`() {
        #expect(String._rlmType == .string)
        let map = Map<String, Int>()
        map.merge([(key: "a", value: 1), (key: "b", value: 1), (key: "c", value: 2)], uniquingKeysWith: +)
        let entries = Array(map)
        #expect(entries[0] == entries[1] && entries[1] != entries[2])
        #expect(entries.map(\.key) == ["a", "b", "c"] && entries.map(\.value) == [1, 1, 2])
    }

    @Test func `a frozen map never changes`() throws {
        let (made, map) = try library()
        #expect(map.realm == made.realm && Map<String, Int>().realm == nil)
        let frozen = map.freeze()
        try made.write { map.removeAll() }
        #expect(frozen.isFrozen && !map.isFrozen && frozen.count == 4 && frozen["x"]??.title == "b")
        #expect(frozen.thaw()?.count == 0)
        try made.write { made.realm.delete(made.shelf) }
        #expect(map.isInvalidated && !frozen.isInvalidated && frozen.thaw() == nil)
    }

    @Test func `deleting an object leaves its keys with nil`() throws {
        let (made, map) = try library()
        try made.write { made.realm.delete(made.books) }
        #expect(map.keys == ["w", "x", "y", "z"] && map.values.allSatisfy { $0 == nil })
    }
}
