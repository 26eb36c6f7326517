import Foundation
import Testing

@testable import RealmStore
@testable import TestSupport

/// Files by Realm Core with enumerated columns, changed: all leaves of such a column must stay numbers, since Core
/// treats them as such.
@Suite("Writing: enumerated columns") struct EnumeratedColumnTests {
    private let directory: TemporaryDirectory
    private let scratch = ValueScratch()

    init() throws { directory = try TemporaryDirectory() }

    private func file() throws -> URL { try Fixture.named("strings").copy(into: directory) }

    private func write(_ url: URL, _ body: (OpenTransaction) throws -> Void) throws {
        let database = try Database.open(url.path)
        let session = try OpenTransaction(database.beginWrite(timeout: .seconds(10)))
        do { try body(session) } catch {
            session.transaction.rollback()
            throw error
        }
        _ = try session.commit()
    }

    private func group(_ url: URL) throws -> Group { try Group(RealmFile.open(url.path, key: nil, sharing: .none)) }

    private func expectSound(_ url: URL) throws {
        let report = try Realm.verify(at: url)
        #expect(report.isSound && report.leakedBytes == 0, "\(report.problems)")
        #expect(report.problems.isEmpty, "\(report.problems)")
        try EnumeratedColumns.check(group(url))
    }

    // MARK: Random histories

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `leaves stay numbers, whatever is done`(_ seed: UInt64) throws {
        let url = try file()
        try write(url) { session in
            for key in session.tables.tableKeys {
                guard let table = try session.tables.table(key), table.name != "class_Enumerated" else { continue }
                try session.objects.removeTable(table)
            }
        }
        let environment = ProcessInfo.processInfo.environment
        let scale = ModelRun.Scale(
            name: "enumerated", columns: 12, objects: 3000, batch: 300, transaction: 20, schemaChanges: 3)
        let run = try ModelRun(scale, seed: seed, path: url.path)
        run.onCommit = { try EnumeratedColumns.check($0) }
        do {
            try run.begin()
            try run.run(operations: 600)
            try run.reopen()
        } catch {
            Issue.record("\(error)\n\(run.report)")
        }
        try ModelChecker(path: environment["REALMSTORE_MODEL_CHECKER"])?.check(url.path, isEncrypted: false)
    }

    // MARK: Objects

    @Test func `accessors and queries see the texts that their transaction adds`() throws {
        let realm = try Realm(
            configuration: Realm.Configuration(fileURL: file(), objectTypes: [StringsFile.Enumerated.self]))
        let objects = realm.objects(StringsFile.Enumerated.self)
        let (first, last) = (try #require(objects.first), try #require(objects.last))
        let (old, oldLast) = (first.plain, last.plain)
        let frozen = first.freeze()
        try realm.write {
            first.plain = "a text that nobody had"
            first.optional = nil
            #expect(first.plain == "a text that nobody had")
            #expect(last.plain == oldLast)
            last.indexed = String(repeating: "long", count: 30)
            #expect(objects.where { $0.plain == "a text that nobody had" }.count == 1)
            #expect(objects.where { $0.indexed == last.indexed }.map(\.n) == [last.n])
            #expect(frozen.plain == old)
        }
        #expect((first.plain, first.optional) == ("a text that nobody had", nil))
        #expect(objects.where { $0.indexed == last.indexed }.count == 1)
        realm.beginWrite()
        first.plain = "gone again"
        #expect(first.plain == "gone again")
        realm.cancelWrite()
        #expect(first.plain == "a text that nobody had")
        try realm.write { first.plain = "stays" }
        #expect(first.plain == "stays")
        #expect(frozen.plain == old)
        try expectSound(#require(realm.configuration.fileURL))
    }

    @Test func `a version keeps its texts while newer ones add some`() throws {
        let url = try file()
        let database = try Database.open(url.path)
        let old = try Group(database.newest())
        let before = try EnumeratedColumns.texts(of: "plain", in: old)
        for round in 0..<5 {
            let session = try OpenTransaction(database.beginWrite())
            let table = try #require(try session.tables.table(named: "class_Enumerated"))
            let column = try #require(table.column(named: "plain"))
            for key in 0..<20 {
                let text = scratch.string("text \(round) \(key)")
                try session.objects.set(text, of: column, of: ObjectKey(Int64(key)), in: table)
            }
            if round == 3 { session.transaction.rollback() } else { _ = try session.commit() }
            #expect(try EnumeratedColumns.texts(of: "plain", in: old) == before)
        }
        let now = try EnumeratedColumns.texts(of: "plain", in: Group(database.newest()))
        #expect(now.count == before.count)
        #expect(now[7] == "text 4 7")
    }

    // MARK: Columns

    @Test func `a column that is removed takes its distinct values along`() throws {
        let url = try file()
        try write(url) { session in
            let table = try #require(try session.tables.table(named: "class_Enumerated"))
            let column = try #require(table.column(named: "plain"))
            try session.objects.set(scratch.string("new"), of: column, of: ObjectKey(0), in: table)
            try session.objects.removeColumn(column, from: table)
        }
        try expectSound(url)
        let table = try #require(try group(url).table(ofClass: "Enumerated"))
        #expect(table.columns.map { $0.enumeratedValues != nil } == [true, true, false])
    }

    @Test func `a column that becomes optional is an ordinary one`() throws {
        let url = try file()
        let before = try EnumeratedColumns.texts(of: "plain", in: group(url))
        try write(url) { session in
            let table = try #require(try session.tables.table(named: "class_Enumerated"))
            try session.objects.makeNullable(#require(table.column(named: "plain")), of: table)
        }
        try expectSound(url)
        let now = try group(url)
        #expect(now.table(ofClass: "Enumerated")?.column(named: "plain")?.enumeratedValues == nil)
        #expect(try EnumeratedColumns.texts(of: "plain", in: now) == before)
    }

    // MARK: What earlier releases wrote, and damage

    @Test func `a leaf of texts is noted, read, and becomes one of numbers`() throws {
        let url = try file()
        let before = try EnumeratedColumns.texts(of: "plain", in: group(url))
        try EnumeratedColumns.storeTexts(in: url)
        let report = try Realm.verify(at: url)
        #expect(report.isSound)
        #expect(report.problems.map(\.code) == [.badLeaf])
        #expect(try EnumeratedColumns.texts(of: "plain", in: group(url)) == before)
        try write(url) { session in
            let table = try #require(try session.tables.table(named: "class_Enumerated"))
            #expect(try session.objects.delete([ObjectKey(1)], from: table) == 1)
        }
        try expectSound(url)
        var expected = before
        expected.remove(at: 1)
        #expect(try EnumeratedColumns.texts(of: "plain", in: group(url)) == expected)
    }

    @Test func `distinct values of a column that cannot have any are damage`() throws {
        let url = try file()
        try write(url) { session in
            let table = try #require(try session.tables.table(named: "class_Enumerated"))
            let values = try LeafEditor(.string, in: table.arena).make(repeating: .null, count: 1)
            try table.editSpec { (spec) throws(FormatError) in try spec.setEnumerated(values, at: 3) }
        }
        #expect(try Realm.verify(at: url).problems.contains { $0.code == .badTable && $0.severity == .error })
        let before = try Data(contentsOf: url)
        #expect {
            try write(url) { _ = try $0.tables.table(named: "class_Enumerated") }
        } throws: { ($0 as? FormatError)?.code == .badTable }
        #expect(try Data(contentsOf: url) == before)
    }
}

/// The classes of the fixture `strings` that matter here.
private enum StringsFile {
    final class Enumerated: TestObject {
        @Persisted var plain: String
        @Persisted var optional: String?
        @Persisted(indexed: true) var indexed: String
        @Persisted var n: Int
    }
}

/// The invariants of enumerated columns.
enum EnumeratedColumns {
    /// Throws unless all their leaves are numbers of distinct values, no two of which are equal.
    static func check(_ group: Group) throws {
        for table in group.tables {
            for column in table.columns {
                guard let values = column.enumeratedValues else { continue }
                var seen = Set<[UInt8]?>()
                for index in 0..<values.count {
                    guard try seen.insert(values.bytes(index).map { Array($0) }).inserted else {
                        throw ModelError("'\(table.name).\(column.name)' has value \(index) twice")
                    }
                }
                for root in [table.clusters, table.tombstones] where !root.isNone {
                    try ClusterTree(root, in: table.space).forEachLeaf { (leaf) throws(FormatError) in
                        let numbers = try table.space.integers(leaf.column(column.leafIndex), "numbers")
                        for row in 0..<numbers.count where !(0..<Int64(values.count)).contains(numbers[row]) {
                            throw FormatError(.badLeaf, at: leaf.ref, "'\(column.name)' has number \(numbers[row])")
                        }
                    }
                }
            }
        }
    }

    /// Stores the texts of a leaf of `Enumerated.plain` themselves, as RealmStore once did.
    static func storeTexts(in url: URL) throws {
        let session = try OpenTransaction(Database.open(url.path).beginWrite())
        guard let table = try session.tables.table(named: "class_Enumerated"),
            let column = table.column(named: "plain"), let position = try table.clusters.find(ObjectKey(0))
        else { throw ModelError("no such column or object") }
        let texts = LeafEditor(.string, in: table.arena)
        let old = try position.leaf.column(column.leafIndex)
        var leaf = try texts.makeEmpty()
        for row in 0..<(try table.leaves(of: column).count(old)) {
            try texts.insert(table.leaves(of: column).value(at: row, in: old), at: row, in: &leaf)
        }
        try table.arena.freeTree(old)
        position.leaf.setColumn(column.leafIndex, to: leaf)
        _ = try session.commit()
    }

    /// All texts of a property of class `Enumerated`, in the order of keys.
    static func texts(of name: String, in group: Group) throws -> [String?] {
        guard let table = group.table(ofClass: "Enumerated"), let column = table.column(named: name) else {
            throw ModelError("no property '\(name)'")
        }
        var texts: [String?] = []
        try table.objects().forEachLeaf { (leaf) throws(FormatError) in
            for row in 0..<leaf.count {
                let value = try table.value(of: column, at: ClusterTree.Position(leaf: leaf, row: row))
                if case .string(let bytes) = value {
                    texts.append(String(decoding: bytes, as: UTF8.self))
                } else {
                    texts.append(nil)
                }
            }
        }
        return texts
    }
}
