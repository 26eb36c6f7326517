import TestSupport
import Testing

@testable import RealmStore

/// The changesets that a file keeps as long as somebody follows them.
@Suite("Writing: histories") struct HistoryTests {
    private let directory = StorageDirectory()

    /// Commits a changeset of some numbers, and returns its bytes.
    private func commit(_ numbers: [Int64], to database: Database) throws -> [UInt8] {
        let transaction = try database.beginWrite(timeout: .seconds(10))
        let changeset = ChangesetBytes()
        for number in numbers { changeset.append(number) }
        let top = transaction.start.top
        let arena = transaction.arena
        let names = try top?.names ?? IntegerEditor(repeating: 0, count: 0, in: arena).ref
        let tables = try top?.tables ?? SlotEditor(.refs(), count: 0, in: arena).ref
        _ = try transaction.commit(names: names, tables: tables, changeset: changeset)
        return changeset.withBytes { Array($0) }
    }

    private func numbers(_ number: Int) -> [Int64] { (0..<number % 40).map { Int64(number * $0) } }

    private func changesets(after version: UInt64, _ database: Database) throws -> [[UInt8]]? {
        let snapshot = try database.newest()
        return try History(snapshot.top).changesets(after: version, in: snapshot.space)
    }

    @Test(arguments: [nil, StorageDirectory.key])
    func `thousands of changes that somebody follows are complete, and leave few gaps`(_ key: EncryptionKey?) throws {
        let database = try directory.open(key)
        _ = try commit([1], to: database)
        database.setFollowed(2, true)
        var expected: [[UInt8]] = []
        for number in 0..<3_100 { expected.append(try commit(numbers(number), to: database)) }
        #expect(try changesets(after: 2, database) == expected)
        #expect(try changesets(after: 3_000, database) == Array(expected[2_998...]))
        let snapshot = try database.newest()
        let top = try #require(snapshot.top)
        #expect(try FreeList(top, in: snapshot.space).count < 300)
        try checkTiling(snapshot)
    }

    @Test func `changes that nobody follows any more go, thousand by thousand`() throws {
        let database = try directory.open()
        _ = try commit([1], to: database)
        database.setFollowed(2, true)
        var expected: [[UInt8]] = []
        for number in 0..<3_100 { expected.append(try commit(numbers(number), to: database)) }
        var oldest: UInt64 = 2
        // Inside the first thousand, at its end, in the last one; each once with a commit that only removes.
        for followed: UInt64 in [700, 1_002, 1_003, 2_900, 3_100] {
            database.setFollowed(followed, true)
            database.setFollowed(oldest, false)
            oldest = followed
            expected.append(try commit(numbers(expected.count), to: database))
            #expect(try changesets(after: followed, database) == Array(expected[(Int(followed) - 2)...]))
            if followed > 1_100 {
                #expect(try changesets(after: followed - 1_000, database) == nil, "a thousand too many at \(followed)")
            }
            try checkTiling(database.newest())
        }
        database.setFollowed(oldest, false)
        _ = try commit([1], to: database)
        let newest = try database.newest().version
        #expect(try changesets(after: newest - 2, database) == nil)
        #expect(try changesets(after: newest - 1, database)?.count == 1)
    }

    @Test(arguments: [[40], [300], [300, 5], [5, 300], [2_000], [20_000_000, 5]])
    func `changes of any length are followed across the end of a leaf`(_ lengths: [Int]) throws {
        let database = try directory.open(disk: HastyDisk())
        _ = try commit([1], to: database)
        database.setFollowed(2, true)
        var expected: [[UInt8]] = []
        for number in 0..<1_100 {
            // Long ones once in a while, or all of the time.
            let length = lengths[number % 250 == 0 ? 0 : lengths.count - 1]
            expected.append(try commit(Array(repeating: Int64(number % 50), count: length), to: database))
        }
        #expect(try changesets(after: 2, database) == expected)
        // Only the packed leaf is there, and gets shorter one by one.
        for followed: UInt64 in [300, 301, 302] {
            database.setFollowed(followed, true)
            database.setFollowed(followed == 300 ? 2 : followed - 1, false)
            expected.append(try commit([3], to: database))
            #expect(try changesets(after: followed, database) == Array(expected[(Int(followed) - 2)...]))
        }
        try checkTiling(database.newest())
    }
}
