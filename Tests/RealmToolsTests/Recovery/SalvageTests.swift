import Foundation
import Testing

@testable import RealmStore
@testable import RealmTools
@testable import TestSupport

/// One kind of damage at a time: some data is lost, and everything else is kept.
struct SalvageTests {
    private let place: RecoveryPlace

    init() throws { place = try RecoveryPlace() }

    private func lines(_ damaged: DamagedFile) throws -> Set<String> {
        Set(try RecoveryPlace.lines(URL(fileURLWithPath: damaged.file.path)))
    }

    /// Salvages the file, and checks that the result is sound.
    private func salvage(_ damaged: DamagedFile) throws -> RecoveryPlace.Outcome {
        let outcome = try place.recover(damaged.bytes, .salvage)
        let problems = try outcome.verify().problems
        #expect(problems.allSatisfy { $0.severity == .note }, "\(problems)")
        #expect(outcome.report.source == .salvage)
        return outcome
    }

    private func zero(_ ref: Ref, in damaged: DamagedFile) throws {
        let node = try damaged.space.node(ref)
        for offset in ref.offset..<ref.offset + node.footprint { damaged.bytes[offset] = 0 }
    }

    @Test func `a lost column costs its values only`() throws {
        let damaged = try DamagedFile("migrate_v1")
        let table = try #require(damaged.group.tables.first { $0.className != nil && $0.primaryKey == nil })
        let column = try #require(table.columns.first { $0.collection == nil && $0.type == .string })
        let name = try #require(table.className)
        let cluster = try damaged.cluster(name)
        try zero(cluster.column(column.leafIndex), in: damaged)
        let outcome = try salvage(damaged)
        #expect(try outcome.count(name) == table.objects().count)
        #expect(outcome.report.lostValues == cluster.count)
        #expect(!outcome.report.isComplete)
    }

    @Test func `objects without primary key go to the lost and found`() throws {
        let damaged = try DamagedFile("keys")
        let table = try #require(damaged.group.tables.first { $0.primaryKey != nil && $0.className != nil })
        let name = try #require(table.className)
        let key = try #require(table.primaryKey)
        let cluster = try damaged.cluster(name)
        try zero(cluster.column(key.leafIndex), in: damaged)
        let outcome = try salvage(damaged)
        let class_ = try #require(outcome.report.classes.first { $0.name == name })
        #expect(class_.lost == cluster.count)
        #expect(outcome.lost.count { $0["reason"] as? String == "primaryKeyLost" } == cluster.count)
    }

    @Test(arguments: ["links", "keys"])
    func `clusters below a lost root are found`(_ name: String) throws {
        let damaged = try DamagedFile(name)
        let table = try #require(damaged.group.tables.first { try $0.objects().root.kind.isInner })
        try zero(table.clusters, in: damaged)
        let outcome = try salvage(damaged)
        #expect(try outcome.count(#require(table.className)) == table.objects().count)
        #expect(outcome.report.lostAndFound == 0)
        // Only the root had their number.
        #expect(outcome.report.classes.filter { !$0.isCounted }.map(\.name) == [table.className])
        #expect(!outcome.report.isComplete)
    }

    @Test func `a table whose array is lost is found with its objects`() throws {
        let damaged = try DamagedFile("types_all")
        let tables = try damaged.space.refs(#require(damaged.file.top).tables, "the list of tables")
        let table = try #require(damaged.group.tables.last { try $0.className != nil && $0.objects().count > 3 })
        try damaged.set(table.key.slot, of: tables.ref, to: 8)
        let outcome = try salvage(damaged)
        #expect(try outcome.count(#require(table.className)) == table.objects().count)
    }

    @Test func `without names the tables have others`() throws {
        let damaged = try DamagedFile("types_all")
        try zero(#require(damaged.file.top).names, in: damaged)
        let outcome = try salvage(damaged)
        let count = try damaged.group.tables.filter { $0.className != nil }.reduce(0) { try $0 + $1.objects().count }
        #expect(outcome.report.classes.reduce(0) { $0 + $1.recovered } >= count)
        #expect(outcome.report.classes.allSatisfy { $0.name.hasPrefix("Recovered") })
        #expect(!outcome.report.isComplete)
    }

    @Test func `links to lost objects become null and are counted`() throws {
        let damaged = try DamagedFile("links")
        // The largest key that fits the leaf, if no object has it.
        func free(_ column: Column, of table: Table) throws -> (leaf: Ref, rows: Int, key: Int64)? {
            guard column.type == .link, column.collection == nil, let name = table.className else { return nil }
            let cluster = try damaged.cluster(name)
            let leaf = try cluster.column(column.leafIndex)
            let width = try damaged.space.node(leaf).kind.width
            let key = Int64(1 << max(width - (width < 8 ? 0 : 1), 0)) - 2
            let target = try #require(damaged.group.table(column.oppositeTable))
            return try key > 0 && target.objects().find(ObjectKey(key)) == nil ? (leaf, cluster.count, key) : nil
        }
        var found: (column: Column, leaf: Ref, rows: Int, key: Int64)?
        for table in damaged.group.tables {
            for column in table.columns {
                if let place = try free(column, of: table) { found = (column, place.leaf, place.rows, place.key) }
            }
        }
        let (column, leaf, rows, key) = try #require(found)
        let links = try ColumnLeaf.column(column, at: leaf, rows: rows, in: damaged.space)
        let row = try #require((0..<rows).first { if case .link = try links.value($0) { true } else { false } })
        try damaged.set(row, of: leaf, to: key + 1)
        let outcome = try salvage(damaged)
        #expect(outcome.report.brokenLinks == 1)
        #expect(outcome.report.classes.allSatisfy { $0.lost == 0 })
    }

    /// The first property of a class whose values are embedded objects, and its leaf in the first cluster.
    private func owner(
        in damaged: DamagedFile, collection: CollectionKind?
    ) throws -> (column: Column, cluster: ClusterLeaf, leaf: Ref) {
        func owns(_ column: Column) -> Bool {
            guard column.type == .link, column.collection == collection else { return false }
            return damaged.group.table(column.oppositeTable)?.kind == .embedded
        }
        let tables = damaged.group.tables.filter { $0.kind == .topLevel }
        let origin = try #require(tables.first { $0.columns.contains(where: owns) })
        let column = try #require(origin.columns.first(where: owns))
        let cluster = try damaged.cluster(#require(origin.className))
        return (column, cluster, try cluster.column(column.leafIndex))
    }

    /// The first row whose link leads somewhere.
    private func linkingRow(
        _ owner: (column: Column, cluster: ClusterLeaf, leaf: Ref), in damaged: DamagedFile
    ) throws -> (row: Int, target: ObjectKey) {
        let links = try ColumnLeaf.column(owner.column, at: owner.leaf, rows: owner.cluster.count, in: damaged.space)
        for row in 0..<owner.cluster.count {
            if case .link(_, let key) = try links.value(row) { return (row, key) }
        }
        throw DamagedFile.Missing()
    }

    @Test func `an embedded object without owner goes to the lost and found`() throws {
        let damaged = try DamagedFile("embedded")
        let owner = try owner(in: damaged, collection: nil)
        let (row, target) = try linkingRow(owner, in: damaged)
        try damaged.set(row, of: owner.leaf, to: 0)
        // Also the backlinks of its cluster; linked objects then have an owner without them.
        let table = try #require(damaged.group.table(owner.column.oppositeTable))
        let place = try #require(try table.objects().find(target))
        for backlinks in table.backlinkColumns { try zero(place.leaf.column(backlinks.leafIndex), in: damaged) }
        let outcome = try salvage(damaged)
        let reasons = outcome.lost.compactMap { $0["reason"] as? String }
        #expect(!reasons.isEmpty)
        #expect(reasons.allSatisfy { $0 == "noOwner" })
    }

    @Test func `an embedded object goes back to the owner that its backlink names`() throws {
        let damaged = try DamagedFile("embedded")
        let owner = try owner(in: damaged, collection: nil)
        try damaged.set(linkingRow(owner, in: damaged).row, of: owner.leaf, to: 0)
        let outcome = try salvage(damaged)
        #expect(outcome.report.lostAndFound == 0)
        #expect(try Set(outcome.lines()) == lines(damaged))
    }

    @Test func `a lost column of embedded objects is made again from their backlinks`() throws {
        let damaged = try DamagedFile("embedded")
        try zero(owner(in: damaged, collection: nil).leaf, in: damaged)
        let outcome = try salvage(damaged)
        #expect(outcome.report.lostAndFound == 0)
        #expect(try Set(outcome.lines()) == lines(damaged))
    }

    @Test func `elements of a lost list go back to its owner`() throws {
        let damaged = try DamagedFile("embedded")
        let owner = try owner(in: damaged, collection: .list)
        let slots = try damaged.space.node(owner.leaf)
        let roots = (0..<slots.count).compactMap { slots.slot($0).ref }
        let root = try #require(try roots.first { try damaged.space.node($0).count > 1 })
        try zero(root, in: damaged)
        let outcome = try salvage(damaged)
        #expect(outcome.report.lostAndFound == 0 && outcome.report.lostValues > 0)
        #expect(outcome.report.classes.allSatisfy { $0.lost == 0 })
        #expect(try outcome.lines().map(\.count).sorted() == lines(damaged).map(\.count).sorted())
    }

    @Test func `text that is not UTF-8 goes to the lost and found`() throws {
        let damaged = try DamagedFile("migrate_v1")
        func isText(_ column: Column) -> Bool { column.type == .string && column.collection == nil }
        let tables = damaged.group.tables.filter { $0.className != nil && $0.primaryKey == nil }
        let table = try #require(tables.first { $0.columns.contains(where: isText) })
        let column = try #require(table.columns.first(where: isText))
        let cluster = try damaged.cluster(#require(table.className))
        let texts = try StringLeaf(cluster.column(column.leafIndex), in: damaged.space)
        let text = try #require((0..<texts.count).lazy.compactMap { try? texts.bytes($0) }.first { !$0.isEmpty })
        damaged.bytes[damaged.space.place(of: text).lowerBound] = 0xFF
        let outcome = try salvage(damaged)
        #expect(outcome.report.lostValues == 1)
        #expect(outcome.lost.map { $0["reason"] as? String } == ["notUTF8"])
        #expect(outcome.lost.first?["property"] as? String == column.name)
    }

    @Test func `pages that fail their checksums are skipped and named`() throws {
        let fixture = Fixture.named("types_all.enc")
        var content = Array(try fixture.bytes())
        let page = 9
        content[EncryptedPages.offset(ofPage: page) + 100] ^= 1
        let outcome = try place.recover(content, .salvage, key: fixture.key)
        #expect(outcome.report.skippedPages == [page])
        #expect(try outcome.verify().isSound)
        let found = outcome.report.classes.reduce(0) { $0 + $1.recovered }
        #expect(found > 100)
    }

    @Test func `a tree that leads to itself is read once`() throws {
        let damaged = try DamagedFile("links")
        let table = try #require(damaged.group.tables.first { try $0.objects().root.kind.isInner })
        try damaged.set(4, of: table.clusters, to: Int64(table.clusters.offset))
        let outcome = try salvage(damaged)
        #expect(try outcome.count(#require(table.className)) == table.objects().count)
    }
}
