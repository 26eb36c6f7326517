import Foundation
import RealmStore

/// A programming error to which a collection responds with a trap.
enum CollectionMisuse: String, CaseIterable, Codable, Sendable {
    case readingBehindTheEnd, readingBeforeTheStart, readingBehindTheEndInMemory, readingResultsBehindTheEnd
    case objectsAtBadIndexes, insertingBehindTheEnd, removingTooMany, removingABadRange, movingOutOfBounds
    case swappingOutOfBounds, changingOutsideOfAWrite, changingAFrozenList, addingAnObjectOfAnotherRealm
    case takenPrimaryKey, filteringInMemory, filteringValues, sortingByUnknown, sortingByAList, sortingValuesByTwo
    case aggregatingText, aggregatingUnknown, aggregatingInAnotherType, deletedArgument, indexInASet,
        combiningWithMemory, combiningRealms
    case keyWithDollar, keyWithDot, nestedOperator, unknownOperator, operatorWithoutPath
    case sectionOutOfBounds, sectionsInMemory, sectionsWithoutOrder, sectionsByAnotherOrder, sectionsByLinks
    case settingLinkingObjects, readOnlyProjection, projectionOfUnstored, freezingInMemory, deletedOwner

    /// Words of the message.
    var message: String {
        switch self {
        case .readingBehindTheEnd, .readingResultsBehindTheEnd, .objectsAtBadIndexes:
            "Index 5 is out of bounds (count 5)"
        case .readingBeforeTheStart: "Index -1 is out of bounds (count 5)"
        case .readingBehindTheEndInMemory: "Index 0 is out of bounds (count 0)"
        case .insertingBehindTheEnd: "Index 6 is out of bounds (count 5)"
        case .removingTooMany: "6 elements cannot be removed from a list of 5"
        case .removingABadRange: "Range 3..<7 is out of bounds (count 5)"
        case .movingOutOfBounds, .swappingOutOfBounds: "Index 5 is out of bounds (count 5)"
        case .changingOutsideOfAWrite: "outside of a write transaction"
        case .changingAFrozenList: "write transaction"
        case .addingAnObjectOfAnotherRealm: "Realm"
        case .takenPrimaryKey: "Eco"
        case .filteringInMemory, .sectionsInMemory: "only be called on collections that are in a Realm"
        case .filteringValues: "Only collections of objects can be filtered"
        case .sortingByUnknown, .aggregatingUnknown: "nothing"
        case .sortingByAList: "books"
        case .sortingValuesByTwo: "self"
        case .aggregatingText: "title"
        case .aggregatingInAnotherType: "7.5 does not fit type 'Int'"
        case .deletedArgument: "deleted or invalidated"
        case .indexInASet: "not available for MutableSet"
        case .combiningWithMemory, .combiningRealms: "in one Realm"
        case .keyWithDollar: "'$'"
        case .keyWithDot: "'.'"
        case .nestedOperator: "Nested"
        case .unknownOperator: "@nothing"
        case .operatorWithoutPath: "'@sum'"
        case .sectionOutOfBounds: "Section 3 is out of bounds (count 3)"
        case .sectionsWithoutOrder: "at least one SortDescriptor"
        case .sectionsByAnotherOrder: "'year'"
        case .sectionsByLinks: "single values"
        case .settingLinkingObjects: "read-only"
        case .readOnlyProjection: "can only be read"
        case .projectionOfUnstored: "UnstoredView.name"
        case .freezingInMemory: "can be frozen"
        case .deletedOwner: "has been deleted"
        }
    }

    /// Performs the call that traps.
    func commit() throws {
        let made = try ShelfRealm.withBooks()
        let (shelf, books) = (made.shelf, made.books)
        switch self {
        case .readingBehindTheEnd: _ = shelf.books[5]
        case .readingBeforeTheStart: _ = shelf.books[-1]
        case .readingBehindTheEndInMemory: _ = List<Int>()[0]
        case .readingResultsBehindTheEnd: _ = books.sorted(byKeyPath: "year")[5]
        case .objectsAtBadIndexes: _ = books.objects(at: [1, 5])
        case .insertingBehindTheEnd: try made.write { shelf.books.insert(Book("x", 1), at: 6) }
        case .removingTooMany: try made.write { shelf.books.removeLast(6) }
        case .removingABadRange: try made.write { shelf.books.removeSubrange(3..<7) }
        case .movingOutOfBounds: try made.write { shelf.books.move(from: 0, to: 5) }
        case .swappingOutOfBounds: try made.write { shelf.books.swapAt(5, 5) }
        case .changingOutsideOfAWrite: shelf.ints.append(1)
        case .changingAFrozenList: shelf.ints.freeze().append(1)
        case .addingAnObjectOfAnotherRealm:
            let other = try ShelfRealm.withBooks()
            try made.write { shelf.books.append(other.books[0]) }
        case .takenPrimaryKey: try made.write { shelf.books.append(Book("x", 1, by: Writer("Eco"))) }
        case .deletedOwner:
            let ints = shelf.ints
            try made.write {
                made.realm.delete(shelf)
                ints.append(1)
            }
        default: try commitInQuery(made)
        }
    }

    private func commitInQuery(_ made: ShelfRealm) throws {
        let (shelf, books) = (made.shelf, made.books)
        switch self {
        case .filteringInMemory: _ = List<Book>().filter("year == 1")
        case .filteringValues: _ = shelf.ints.filter("self == 1")
        case .sortingByUnknown: _ = books.sorted(byKeyPath: "nothing")
        case .sortingByAList: _ = made.realm.objects(Shelf.self).sorted(byKeyPath: "books")
        case .sortingValuesByTwo: _ = shelf.ints.sorted(by: ["self", "self"])
        case .aggregatingText: _ = books.sum(ofProperty: "title") as Int
        case .aggregatingUnknown: _ = books.sum(ofProperty: "nothing") as Int
        case .aggregatingInAnotherType: _ = books.sum(ofProperty: "price") as Int
        case .deletedArgument:
            let book = books[0]
            try made.write { made.realm.delete(book) }
            _ = books.index(of: book)
        case .indexInASet: _ = shelf.intSet.index(of: 1)
        case .combiningWithMemory: _ = shelf.intSet.isSubset(of: MutableSet<Int>())
        case .combiningRealms: _ = shelf.intSet.intersects(try ShelfRealm().shelf.intSet)
        case .keyWithDollar: try made.write { shelf.counts["$a"] = 1 }
        case .keyWithDot: Map<String, Int>()["a.b"] = 1
        case .nestedOperator: _ = books.value(forKeyPath: "@sum.@count.year")
        case .unknownOperator: _ = books.value(forKeyPath: "@nothing.year")
        case .operatorWithoutPath: _ = books.value(forKeyPath: "@sum")
        case .sectionOutOfBounds: _ = books.sectioned(by: \.year)[3]
        case .sectionsInMemory: _ = List<Book>().sectioned(by: \.year)
        case .sectionsWithoutOrder: _ = books.sectioned(by: { $0.year }, sortDescriptors: [])
        case .sectionsByAnotherOrder: _ = books.sectioned(by: \.year, sortDescriptors: ["title"])
        case .sectionsByLinks: _ = books.sectioned(sortDescriptors: ["year"]) { $0.writer }
        case .settingLinkingObjects: books[0].shelves = books[1].shelves
        case .readOnlyProjection: try made.write { BookView(projecting: books[0]).writer = "x" }
        case .projectionOfUnstored: _ = UnstoredView(projecting: ModelPerson())
        case .freezingInMemory: _ = List<Int>().freeze()
        default: break
        }
    }
}

/// Shows values that are not stored.
private final class UnstoredView: Projection<ModelPerson> {
    @Projected(\ModelPerson.notes) var name
}
