import Foundation
import RealmStore
import TestSupport
import Testing

/// Random edits of collections in memory and in a Realm, compared with the same edits of Swift's own collections.
@Suite("Editing collections") struct CollectionEditingTests {
    private static let seeds: [UInt64] = [1, 2, 3, 4]

    @Test(arguments: seeds) func `a list is edited like an array`(seed: UInt64) throws {
        var array: [Int] = []
        let (made, plain) = (try ShelfRealm(), List<Int>())
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            try made.write {
                for _ in 0..<10 {
                    let edit = ListEdit(of: array.count, &generator)
                    edit.apply(to: &array)
                    edit.apply(to: plain)
                    edit.apply(to: made.shelf.ints)
                }
            }
            #expect(Array(plain) == array)
            #expect(Array(made.shelf.ints) == array)
        }
    }

    @Test(arguments: seeds) func `a set is edited like a set of Swift`(seed: UInt64) throws {
        var set: Set<Int> = []
        let (made, plain) = (try ShelfRealm(), MutableSet<Int>())
        let other = try made.write { made.realm.create(Shelf.self, value: ["id": 2]) }
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let operands = (0..<generator.below(12)).map { _ in generator.below(20) }
            let plainOperands = MutableSet<Int>()
            plainOperands.insert(objectsIn: operands)
            let operation = generator.below(6)
            try made.write {
                other.intSet.removeAll()
                other.intSet.insert(objectsIn: operands)
                for (subject, operands) in [(plain, plainOperands), (made.shelf.intSet, other.intSet)] {
                    switch operation {
                    case 0: subject.formUnion(operands)
                    case 1: subject.formIntersection(operands)
                    case 2: subject.subtract(operands)
                    case 3: for value in operands { subject.remove(value) }
                    default: for value in operands { subject.insert(value) }
                    }
                }
            }
            switch operation {
            case 1: set.formIntersection(operands)
            case 2, 3: set.subtract(operands)
            default: set.formUnion(operands)
            }
            #expect(Set(plain) == set && plain.count == set.count)
            #expect(Array(made.shelf.intSet) == set.sorted())
            #expect(made.shelf.intSet.indices.map { made.shelf.intSet[$0] } == set.sorted())
            #expect(plain.isSubset(of: plainOperands) == set.isSubset(of: operands))
            #expect(made.shelf.intSet.isSubset(of: other.intSet) == set.isSubset(of: operands))
            #expect(plain.intersects(plainOperands) == !set.isDisjoint(with: operands))
            #expect(made.shelf.intSet.intersects(other.intSet) == !set.isDisjoint(with: operands))
            #expect((0..<20).allSatisfy { made.shelf.intSet.contains($0) == set.contains($0) })
        }
    }

    @Test(arguments: seeds) func `a map is edited like a dictionary`(seed: UInt64) throws {
        var dictionary: [String: Int] = [:]
        let (made, plain) = (try ShelfRealm(), Map<String, Int>())
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let (key, value) = ("k\(generator.below(30))", generator.below(1000))
            let merged = (0..<generator.below(5)).map { (key: "k\($0 * 3)", value: value + $0) }
            let operation = generator.below(12)
            try made.write {
                for subject in [plain, made.shelf.counts] {
                    switch operation {
                    case 0: subject.removeAll()
                    case 1, 2: subject.removeObject(for: key)
                    case 3: subject[key] = nil
                    case 4: subject.merge(merged, uniquingKeysWith: +)
                    case 5: subject.updateValue(value, forKey: key)
                    default: subject[key] = value
                    }
                }
            }
            switch operation {
            case 0: dictionary = [:]
            case 1, 2, 3: dictionary[key] = nil
            case 4: dictionary.merge(merged.map { ($0.key, $0.value) }, uniquingKeysWith: +)
            default: dictionary[key] = value
            }
            for subject in [plain, made.shelf.counts] {
                #expect(subject.keys == dictionary.keys.sorted())
                #expect(subject.values == dictionary.sorted { $0.key < $1.key }.map(\.value))
                #expect(subject[key] == dictionary[key])
            }
        }
    }

    @Test func `lists are sorted, reversed and partitioned in place`() throws {
        let made = try ShelfRealm()
        try made.write {
            var list = made.shelf.ints
            list.append(objectsIn: [3, 1, 4, 1, 5])
            list.sort()
            #expect(Array(list) == [1, 1, 3, 4, 5])
            list.reverse()
            #expect(Array(list) == [5, 4, 3, 1, 1])
            let pivot = list.partition { $0 > 3 }
            #expect(list[..<pivot].allSatisfy { $0 <= 3 } && list[pivot...].allSatisfy { $0 > 3 })
            list[0..<2] = list[3..<4]
            #expect(list.count == 4)
        }
    }

    @Test func `several offsets are moved one after the other`() {
        let list = List<String>()
        list.append(objectsIn: ["a", "b", "c", "d", "e"])
        list.move(fromOffsets: [0, 1], toOffset: 4)
        var array = ["a", "b", "c", "d", "e"]
        for offset in [0, 1] { array.insert(array.remove(at: offset), at: 3) }
        #expect(Array(list) == array)
    }

    @Test func `a list is appended to itself once`() throws {
        let made = try ShelfRealm()
        try made.write {
            made.shelf.ints.append(objectsIn: [1, 2])
            made.shelf.ints.append(objectsIn: made.shelf.ints)
        }
        #expect(Array(made.shelf.ints) == [1, 2, 1, 2])
    }

    @Test func `objects in memory are added to the Realm with the collection they are put in`() throws {
        let made = try ShelfRealm()
        let (listed, member, entry) = (Book("a", 1), Book("b", 2), Book("c", 3))
        try made.write {
            made.shelf.books.append(listed)
            made.shelf.bookSet.insert(member)
            made.shelf.bookMap["c"] = entry
        }
        #expect([listed, member, entry].allSatisfy { $0.realm == made.realm })
        #expect(made.books.count == 3)
    }

    @Test func `removing a link leaves the object`() throws {
        let made = try ShelfRealm.withBooks()
        try made.write {
            made.shelf.books.removeFirst(2)
            made.shelf.books.remove(atOffsets: [0, 2])
        }
        #expect(made.shelf.books.titles == "d")
        #expect(made.books.count == 5)
    }

    @Test func `merging stops where it throws and keeps what was merged`() throws {
        struct Stop: Error {}
        let map = Map<String, Int>()
        map["b"] = 1
        #expect(throws: Stop.self) {
            try map.merge([(key: "a", value: 1), (key: "b", value: 2)], uniquingKeysWith: { _, _ in throw Stop() })
        }
        #expect(map.keys == ["a", "b"] && map["b"] == 1)
    }

    @Test func `a map of another map's entries asks where both have a key`() {
        let (map, other) = (Map<String, Int>(), Map<String, Int>())
        map.merge([(key: "a", value: 1), (key: "b", value: 2)], uniquingKeysWith: +)
        other.merge([(key: "b", value: 10), (key: "c", value: 20)], uniquingKeysWith: +)
        map.merge(other, uniquingKeysWith: *)
        #expect(map.values == [1, 20, 20])
    }

    @Test func `nil is a value of a map that says so`() throws {
        let made = try ShelfRealm()
        for map in [Map<String, Int?>(), made.shelf.optionalCounts] {
            try made.write {
                map["a"] = .some(nil)
                map.updateValue(nil, forKey: "b")
                map["c"] = 3
                map["c"] = nil
            }
            #expect(map.keys == ["a", "b"])
            #expect(map["a"] == .some(nil) && map["c"] == nil)
        }
    }

    @Test func `deleting a map deletes its objects and empties it`() throws {
        let made = try ShelfRealm()
        try made.write {
            made.shelf.bookMap["a"] = Book("a", 1)
            made.shelf.bookMap["b"] = .some(nil)
            made.realm.add(Book("other", 2))
        }
        try made.write { made.realm.delete(made.shelf.bookMap) }
        #expect(made.shelf.bookMap.count == 0)
        #expect(made.books.titles == "other")
    }

    @Test func `deleting a set or results deletes their objects`() throws {
        let made = try ShelfRealm.withBooks()
        try made.write {
            made.shelf.bookSet.insert(objectsIn: made.books.filter("year == 1980"))
            made.realm.delete(made.shelf.bookSet)
        }
        #expect(made.books.titles == "a d ä")
        try made.write { made.realm.delete(made.books.filter("year == 1867")) }
        #expect(made.shelf.books.titles == "d" && made.shelf.bookSet.isEmpty)
    }
}
