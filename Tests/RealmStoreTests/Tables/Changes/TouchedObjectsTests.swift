import Testing

@testable import RealmStore

/// The objects that changesets report as touched, by the rules of Realm Core.
@Suite struct TouchedObjectsTests {
    private let table = TableKey(1)

    private func touched(
        _ changesets: [Int64]..., watching: [CollectionPlace] = [ChangeSample.place]
    ) throws -> TouchedObjects {
        var touched = TouchedObjects(watching: watching)
        for changeset in changesets { try touched.add(HandMadeChangeset(changeset).bytes) }
        return touched
    }

    private func keys(_ set: some Sequence<ObjectKey>) -> [Int64] { set.map(\.value).sorted() }

    // MARK: Objects

    @Test func `nothing is touched by nothing`() throws {
        let touched = try touched([], [])
        #expect(touched.isEmpty && touched[table] == nil)
    }

    @Test func `created, removed and modified objects are told apart`() throws {
        let found = try #require(try touched([10, 0, 1, 11, 7, 12, 3, 13, 20, 4])[table])
        #expect(keys(found.created) == [7] && keys(found.removed) == [3] && keys(found.modified) == [4])
    }

    @Test func `an object that is created and removed again was never there`() throws {
        #expect(try touched([10, 0, 1, 11, 7, 12, 7])[table] == nil)
        #expect(try touched([10, 0, 1, 11, 7], [10, 0, 1, 12, 7])[table] == nil)
    }

    @Test func `an object that is removed and created again is both`() throws {
        let found = try #require(try touched([10, 0, 1, 12, 7, 11, 7])[table])
        #expect(keys(found.created) == [7] && keys(found.removed) == [7])
    }

    @Test func `an object that is removed, created and removed is removed`() throws {
        let found = try #require(try touched([10, 0, 1, 12, 7, 11, 7, 12, 7])[table])
        #expect(found.created.isEmpty && keys(found.removed) == [7])
    }

    @Test func `changes of a created object are no modifications, of whatever transaction`() throws {
        let found = try #require(try touched([10, 0, 1, 11, 7, 13, 20, 7], [10, 0, 1, 13, 20, 7])[table])
        #expect(found.modifiedCount == 0)
    }

    @Test func `a modification is forgotten when the object is removed`() throws {
        let found = try #require(try touched([10, 0, 1, 13, 20, 7, 12, 7])[table])
        #expect(found.modifiedCount == 0 && keys(found.removed) == [7])
    }

    @Test func `columns of modified objects are kept apart`() throws {
        let found = try #require(try touched([10, 0, 1, 13, 20, 7, 13, 21, 7, 13, 21, 8])[table])
        #expect(found.columns(of: ObjectKey(7)) == [ColumnKey(20), ColumnKey(21)])
        #expect(found.isModified(ObjectKey(8), ColumnKey(21)) && !found.isModified(ObjectKey(8), ColumnKey(20)))
        #expect(keys(found.modified(ColumnKey(21))) == [7, 8] && found.modified(ColumnKey(9)).isEmpty)
    }

    @Test func `more than 64 columns of an object are kept apart`() throws {
        var touched = TouchedObjects()
        var changeset = HandMadeChangeset([10, 0, 1])
        for column: Int64 in 0..<300 where column % 3 == 0 {
            for number in [13, column, 1] { changeset.append(number) }
        }
        try touched.add(changeset.bytes)
        let found = try #require(touched[table])
        for column: Int64 in 0..<300 {
            #expect(found.isModified(ObjectKey(1), ColumnKey(column)) == (column % 3 == 0))
        }
    }

    @Test func `a selected collection is a modified property`() throws {
        let found = try #require(try touched([10, 0, 1, 30, 5, 1])[table])
        #expect(found.columns(of: ObjectKey(1)) == [ColumnKey(5)])
    }

    @Test func `tables are kept apart`() throws {
        let touched = try touched([10, 0, 1, 11, 7, 10, 0, 2, 12, 7])
        #expect(touched[TableKey(1)]?.created.count == 1 && touched[TableKey(2)]?.removed.count == 1)
        #expect(touched.touchedTables.count == 2)
    }

    // MARK: Tables and columns

    @Test func `tables and columns that come and go are told`() throws {
        let touched = try touched([1, 5, 2, 6, 10, 0, 1, 20, 8, 21, 9])
        #expect(touched.addedTables == [TableKey(5)] && touched.removedTables == [TableKey(6)])
        #expect(touched.columns(of: table)?.addedColumns == [ColumnKey(8)])
        #expect(touched.columns(of: table)?.removedColumns == [ColumnKey(9)])
        #expect(touched.changesSchema && !touched.isEmpty && touched[table] == nil)
    }

    @Test func `an object added and removed again is not reported, but the schema change is`() throws {
        let touched = try touched([1, 5, 2, 5, 10, 0, 1, 20, 8, 21, 8])
        #expect(touched.addedTables.isEmpty && touched.removedTables.isEmpty && touched.changesSchema)
        #expect(touched.columns(of: table)?.addedColumns == [] && touched.columns(of: table)?.removedColumns == [])
    }

    @Test(arguments: [[3, 5], [10, 0, 1, 22, 5], [10, 0, 1, 43, 5, 6]] as [[Int64]])
    func `names and new ways of links change the schema`(_ changeset: [Int64]) throws {
        #expect(try touched(changeset).changesSchema)
    }

    // MARK: Collections

    @Test func `elements of a watched collection are followed over several changesets`() throws {
        let touched = try touched([10, 0, 1, 30, 5, 1, 31, 0], [10, 0, 1, 30, 5, 1, 35, 3])
        let changes = try #require(touched[ChangeSample.place]?.script.changes)
        #expect(changes.insertions.positions == [0] && changes.deletions.positions == [2])
    }

    @Test(arguments: [[30, 5, 2, 31, 0], [30, 6, 1, 31, 0], [45, 5, 1, 1, 9, 31, 0]] as [[Int64]])
    func `another collection's elements are not followed`(_ part: [Int64]) throws {
        let found = try touched([10, 0, 1] + part)[ChangeSample.place]
        #expect(found?.script.changes.isEmpty == true)
    }

    @Test func `no changes are recorded for an unwatched collection`() throws {
        #expect(try touched([10, 0, 1, 30, 5, 1, 31, 0], watching: [])[ChangeSample.place] == nil)
    }

    @Test func `a change in a nested collection is one of the element around it`() throws {
        let found = try #require(try touched([10, 0, 1, 45, 5, 1, 2, 77, 88, 31, 0])[ChangeSample.place])
        #expect(found.touchedNested == [77] && found.script.changes.isEmpty)
    }

    @Test func `a nested collection is followed by identities`() throws {
        var place = ChangeSample.place
        place.path = [77, 88]
        let touched = try touched(
            [10, 0, 1, 45, 5, 1, 2, 77, 88, 31, 0, 45, 5, 1, 2, 77, 89, 31, 5, 45, 5, 1, 3, 77, 88, 99, 31, 6],
            watching: [place, ChangeSample.place])
        let found = try #require(touched[place])
        #expect(found.script.changes.insertions.positions == [0] && found.touchedNested == [99])
        #expect(touched[ChangeSample.place]?.touchedNested == [77])
    }

    @Test func `a collection is closed with its object`() throws {
        let found = try #require(
            try touched([10, 0, 1, 30, 5, 1, 31, 0, 12, 1, 11, 1, 30, 5, 1, 31, 0])[ChangeSample.place])
        #expect(found.isClosed && found.script.changes.insertions.count == 1)
    }

    @Test(arguments: [[11, 1], [12, 1], [13, 1, 1], [20, 1], [30, 5, 1], [31, 0], [43, 1, 2]] as [[Int64]])
    func `an instruction that needs a table and has none throws`(_ changeset: [Int64]) {
        #expect(throws: FormatError.self) { try touched(changeset) }
    }

    @Test func `elements behind another table's selection belong to no object`() throws {
        let touched = try touched([10, 0, 1, 30, 5, 1, 10, 0, 2, 31, 0])
        #expect(touched[ChangeSample.place]?.script.changes.isEmpty == true)
    }
}
