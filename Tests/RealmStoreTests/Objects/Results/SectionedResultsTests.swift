import Foundation
import RealmStore
import Testing

@testable import TestSupport

@Suite("Sections") struct SectionedResultsTests {
    @Test func `elements are grouped in the order of the sort`() throws {
        let made = try ShelfRealm.withBooks()
        let sections = made.books.sectioned(by: \.year, sortDescriptors: ["year", "title"])
        #expect(sections.allKeys == [1867, 1980, 1999])
        #expect(sections.map(\.key) == sections.allKeys)
        #expect(sections.map(\.titles) == ["a ä", "C b", "d"])
        #expect(sections[1].count == 2 && sections[1][1].title == "b")
        #expect(sections[IndexPath(item: 1, section: 0)].title == "ä")
    }

    @Test func `a property groups either way`() throws {
        let made = try ShelfRealm.withBooks()
        #expect(made.books.sectioned(by: \.year).allKeys == [1867, 1980, 1999])
        #expect(made.books.sectioned(by: \.year, ascending: false).allKeys == [1999, 1980, 1867])
        #expect(made.books.sectioned(by: \.price).allKeys == [nil, 1, 2.5, 4])
    }

    @Test func `equal keys apart in the order are one section, at the first place`() throws {
        let made = try ShelfRealm.withBooks()
        let sections = made.books.sectioned(sortDescriptors: ["title"]) { $0.year }
        #expect(sections.allKeys == [1980, 1867, 1999])
        #expect(sections.map(\.titles) == ["C b", "a ä", "d"])
    }

    @Test func `every collection of objects has sections`() throws {
        let made = try ShelfRealm.withBooks()
        try made.write { made.shelf.bookSet.insert(objectsIn: made.books) }
        let initial = { (book: Book) in String(book.title.prefix(1)).lowercased() }
        let expected = ["c", "a", "b", "d", "ä"]
        let order: [RealmStore.SortDescriptor] = ["title"]
        #expect(Set(made.shelf.books.sectioned(by: initial, sortDescriptors: order).allKeys) == Set(expected))
        #expect(made.shelf.bookSet.sectioned(by: initial, sortDescriptors: order).allKeys == expected)
        #expect(AnyRealmCollection(made.books).sectioned(by: initial, sortDescriptors: order).allKeys == expected)
        let shelves = try #require(made.books.first).shelves
        #expect(shelves.sectioned(by: \.id).allKeys == [1])
    }

    @Test func `values are grouped in their own order`() throws {
        let made = try ShelfRealm()
        try made.write { made.shelf.ints.append(objectsIn: [5, 2, 9, 4, 7]) }
        let sections = made.shelf.ints.sectioned(by: { $0 % 2 == 0 ? "even" : "odd" })
        #expect(sections.allKeys == ["even", "odd"])
        #expect(sections.map { Array($0) } == [[2, 4], [5, 7, 9]])
        #expect(made.shelf.ints.sectioned(by: { $0 % 2 }, ascending: false).map { Array($0) } == [[9, 7, 5], [4, 2]])
    }

    @Test func `sections follow what is written`() throws {
        let made = try ShelfRealm.withBooks()
        let sections = made.books.sectioned(by: \.year)
        let last = sections[2]
        try made.write { made.realm.add(Book("e", 2020)) }
        #expect(sections.count == 4 && sections[3].titles == "e")
        try made.write { made.realm.delete(made.books.where { $0.year == 1999 }) }
        #expect(sections.allKeys == [1867, 1980, 2020])
        #expect(last.key == 1999 && last.isInvalidated && last.isEmpty)
        try made.write { made.realm.add(Book("f", 1999)) }
        #expect(!last.isInvalidated && last.titles == "f")
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `sections are what grouping the sorted elements gives`(seed: UInt64) throws {
        let made = try ShelfRealm()
        var (generator, array) = (SeededGenerator(seed: seed), [Int]())
        let sections = made.shelf.ints.sectioned(by: { $0 / 10 })
        for _ in 0..<50 {
            try made.write {
                let edit = ListEdit(of: array.count, &generator)
                edit.apply(to: &array)
                edit.apply(to: made.shelf.ints)
            }
            let groups = Dictionary(grouping: array.sorted()) { $0 / 10 }
            #expect(sections.allKeys == groups.keys.sorted())
            #expect(sections.map { Array($0) } == groups.keys.sorted().map { groups[$0] })
        }
    }

    @Test func `a loop over sections sees them as they were`() throws {
        let made = try ShelfRealm.withBooks()
        let sections = made.books.sectioned(by: \.year)
        try made.write {
            var seen: [String] = []
            var iterator: RLMSectionedResultsIterator<Int, Book> = sections.makeIterator()
            while let section = iterator.next() {
                var books: RLMSectionIterator<Book> = section.makeIterator()
                while let book = books.next() {
                    seen.append(book.title)
                    book.year = 2000
                }
            }
            #expect(seen == ["a", "ä", "b", "C", "d"])
            #expect(sections.allKeys == [2000])
        }
    }

    @Test func `sections are equal to themselves only`() throws {
        let made = try ShelfRealm.withBooks()
        let (sections, others) = (made.books.sectioned(by: \.year), made.books.sectioned(by: \.year))
        #expect(sections == sections && sections != others)
        #expect(sections[0] == sections[0] && sections[0] != sections[1] && sections[0] != others[0])
        #expect(sections[0].id == sections[0].key)
    }

    @Test func `frozen sections never change`() throws {
        let made = try ShelfRealm.withBooks()
        let sections = made.books.sectioned(by: \.year)
        #expect(sections.realm == made.realm && sections[0].realm == made.realm)
        let (frozen, section) = (sections.freeze(), sections[0].freeze())
        try made.write { made.realm.deleteAll() }
        #expect(frozen.isFrozen && section.isFrozen && !sections.isFrozen)
        #expect(frozen.allKeys == [1867, 1980, 1999])
        #expect(section.titles == "a ä")
        #expect(frozen.thaw()?.count == 0)
        #expect(section.thaw() == nil)
    }

    @Test func `a section without elements is frozen as an empty one`() throws {
        let made = try ShelfRealm.withBooks()
        let section = made.books.sectioned(by: \.year)[0]
        try made.write { made.realm.deleteAll() }
        let frozen = section.freeze()
        #expect(frozen.isFrozen && frozen.isInvalidated && frozen.isEmpty && frozen.key == 1867)
        #expect(frozen.freeze() == frozen)
    }

    @Test func `sections are handed over to another thread`() throws {
        let made = try ShelfRealm.withBooks()
        let reference = ThreadSafeReference(to: made.books.sectioned(by: \.year))
        let configuration = made.realm.configuration
        let keys = try onThread { try Realm(configuration: configuration).resolve(reference)?.allKeys }
        #expect(keys == [1867, 1980, 1999])
    }

    @Test func `places in sections have the names of other platforms`() {
        var path = IndexPath(row: 3, section: 1)
        #expect(path == IndexPath(item: 3, section: 1))
        path.row = 5
        path.section = 2
        #expect(path.item == 5 && path.row == 5 && path.section == 2)
    }
}
