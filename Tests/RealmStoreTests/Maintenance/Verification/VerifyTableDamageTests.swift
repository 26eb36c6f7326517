import Foundation
import Testing

@testable import RealmStore
@testable import TestSupport

/// Damage to the descriptions of classes, to clusters and trees, to links and indexes.
@Suite struct VerifyTableDamageTests {
    // MARK: Descriptions

    @Test func `a wrong table key keeps the file from opening`() throws {
        let damaged = try DamagedFile("embedded")
        try damaged.set(3, of: damaged.table("Person").ref, to: 2 * 77 + 1)
        try damaged.expect(.badTable, level: .quick, opens: false)
    }

    @Test func `two properties of one name keep the file from opening`() throws {
        let damaged = try DamagedFile("migrate_v1")
        let names = try damaged.child(damaged.child(damaged.table("Person").ref, 0), 1)
        let width = try damaged.space.node(names).kind.width
        let start = names.offset + 8
        damaged.bytes.replaceSubrange(start + width..<start + 2 * width, with: damaged.bytes[start..<start + width])
        try damaged.expect(.badTable, level: .quick, opens: false)
    }

    @Test func `a class name that is not UTF-8 is found`() throws {
        let damaged = try DamagedFile("migrate_v1")
        let names = try damaged.child(damaged.top, 0)
        let width = try damaged.space.node(names).kind.width
        damaged.bytes[names.offset + 8 + width + 6] = 0xFF
        try damaged.expect(.utf8, level: .quick)
    }

    @Test func `a link column without its backlink column is found`() throws {
        let damaged = try DamagedFile("migrate_v1")
        let opposite = try damaged.child(damaged.table("Dog").ref, 8)
        try damaged.set(damaged.column("Dog", "owner").leafIndex, of: opposite, to: 5)
        try damaged.expect(.columnPair, at: "Dog.owner", level: .quick)
    }

    @Test func `a primary key without index is found`() throws {
        let damaged = try DamagedFile("embedded")
        let indexes = try damaged.child(damaged.table("Person").ref, 4)
        try damaged.set(damaged.column("Person", "id").leafIndex, of: indexes, to: 0)
        try damaged.expect(.badIndex, at: "Person.id", level: .quick)
    }

    // MARK: Clusters and trees

    @Test func `object keys that descend are found`() throws {
        let damaged = try DamagedFile("embedded")
        let keys = try damaged.child(damaged.table("Person").clusters, 0)
        try damaged.set(5, of: keys, to: 1)
        try damaged.expect(.objectKey, at: "Person")
    }

    @Test func `a wrong number of objects is found`() throws {
        let damaged = try DamagedFile("migrate_v1")
        try damaged.set(2, of: damaged.table("Person").clusters, to: 2 * 999 + 1)
        try damaged.expect(.badCluster, at: "Person")
    }

    @Test func `a cluster beyond the range of its parent is found`() throws {
        let damaged = try DamagedFile("migrate_v1")
        let root = try damaged.table("Person").clusters
        let node = try damaged.space.node(root)
        if let offsets = node.slot(0).ref {
            try damaged.set(1, of: offsets, to: 3)
        } else {
            let (first, second) = (node.slot(3).raw, node.slot(4).raw)
            try damaged.set(3, of: root, to: second)
            try damaged.set(4, of: root, to: first)
            damaged.setCount(of: root, to: 5)
        }
        #expect(try !damaged.verify().isSound)
    }

    /// Realm Core searches the last child for all keys greater than the others.
    @Test func `objects behind the regular range of a compact node's last child are no damage`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.url.appendingPathComponent("made.realm").path
        let write = try OpenTransaction(Database.open(path).beginWrite())
        let table = try write.tables.addTable("class_A")
        for key in 0..<700 { _ = try table.createObject(ObjectKey(Int64(key))) }
        for key in (300..<700).reversed() where key < 500 || key > 600 {
            _ = try table.removeObject(ObjectKey(Int64(key)))
        }
        let arena = write.objects.arena
        let root = try SlotEditor(table.clusters.root, in: arena)
        try arena.free(try #require(root[0].ref))
        root[0] = .empty
        _ = try write.commit()
        let report = try Realm.verify(at: URL(fileURLWithPath: path))
        #expect(report.isSound && report.problems.isEmpty, "\(report.problems)")
        #expect(report.checked.objects > 300)
    }

    @Test func `a leaf that is too short is found`() throws {
        let damaged = try DamagedFile("migrate_v1")
        let leaf = try damaged.leaf("Person", "age")
        damaged.setCount(of: leaf, to: try damaged.space.node(leaf).count - 1)
        try damaged.expect(.badCluster, at: "Person.age")
    }

    @Test func `a wrong total of a list is found`() throws {
        let damaged = try DamagedFile("strings")
        let root = try damaged.collection("Lists", "many") { $0.kind.isInner }
        let total = try #require(root.slot(root.count - 1).number)
        try damaged.set(root.count - 1, of: root.ref, to: Int64(total - 1) * 2 + 1)
        try damaged.expect(.badTree, at: "Lists.many[0]")
    }

    @Test func `wrong offsets of a list are found`() throws {
        let damaged = try DamagedFile("big_tree")
        let root = try damaged.collection("Long", "ints") { $0.kind.isInner && $0.slot(0).ref != nil }
        let offsets = try #require(root.slot(0).ref)
        let first = IntegerArray(try damaged.space.node(offsets)).unsigned(at: 0)
        try damaged.set(0, of: offsets, to: Int64(first) - 1)
        try damaged.expect(.badTree, at: "Long.ints[")
    }

    @Test func `a dictionary with more keys than values is found`() throws {
        let damaged = try DamagedFile("tombstones")
        let root = try damaged.collection("Parent", "map")
        damaged.setCount(of: try damaged.child(root.ref, 0), to: 0)
        try damaged.expect(.badCollection, at: "Parent.map[")
    }

    // MARK: Links

    @Test func `a missing backlink is found`() throws {
        let damaged = try DamagedFile("migrate_v1")
        let table = try damaged.table("Person")
        let leaf = try damaged.cluster("Person").column(table.backlinkColumns[0].leafIndex)
        let slots = try damaged.space.node(leaf)
        let row = try #require((0..<slots.count).first { slots.slot($0).number != nil })
        try damaged.set(row, of: leaf, to: 0)
        try damaged.expect(.backlinkMissing, at: "Dog.owner[")
    }

    @Test func `a backlink without link is found`() throws {
        let damaged = try DamagedFile("migrate_v1")
        let table = try damaged.table("Person")
        let leaf = try damaged.cluster("Person").column(table.backlinkColumns[0].leafIndex)
        let slots = try damaged.space.node(leaf)
        let row = try #require((0..<slots.count).first { slots.slot($0).isEmpty })
        try damaged.set(row, of: leaf, to: 2 * 5 + 1)
        try damaged.expect(.backlinkExtra, at: "Person[")
    }

    @Test func `a link to an object that does not exist is found`() throws {
        let damaged = try DamagedFile("migrate_v1")
        try damaged.set(0, of: damaged.leaf("Dog", "owner"), to: 20_001)
        try damaged.expect(.missingObject, at: "Dog.owner[0]")
    }

    @Test func `an embedded object with two owners is found`() throws {
        let damaged = try DamagedFile("embedded")
        let leaf = try damaged.leaf("Person", "home")
        let links = IntegerArray(try damaged.space.node(leaf))
        let rows = (0..<links.count).filter { links[$0] != 0 }
        try damaged.set(rows[1], of: leaf, to: links[rows[0]])
        let target = links[rows[0]] - 1
        let table = try damaged.table("Address")
        let others = try damaged.column("Person", "others").key
        let back = try #require(table.backlinkColumns.first { $0.oppositeColumn == others })
        let found = try table.objects().find(ObjectKey(target))
        let position = try #require(found)
        try damaged.set(position.row, of: position.leaf.column(back.leafIndex), to: 1)
        try damaged.expect(.owner, at: "Address[\(target)]")
    }

    @Test func `unresolved links that a list does not announce are found`() throws {
        let damaged = try DamagedFile("tombstones")
        let list = try damaged.collection("Parent", "many") { $0.kind.context }
        damaged.setKind(of: list.ref, to: list.kind.byte & ~0x20)
        try damaged.expect(.badCollection, at: "Parent.many[")
    }

    // MARK: Indexes

    @Test func `two objects of one primary key are found`() throws {
        let damaged = try DamagedFile("embedded")
        let leaf = try damaged.leaf("Person", "id")
        try damaged.set(1, of: leaf, to: IntegerArray(try damaged.space.node(leaf))[0])
        try damaged.expect(.duplicateKey, at: "Person.id[")
    }

    @Test func `an index that lacks an object is found`() throws {
        let damaged = try DamagedFile("tombstones")
        let root = try damaged.column("Parent", "id").indexRoot
        let keys = try damaged.child(root, 0)
        damaged.setCount(of: root, to: try damaged.space.node(root).count - 1)
        damaged.setCount(of: keys, to: try damaged.space.node(keys).count - 1)
        try damaged.expect(.indexMissing, at: "Parent.id[")
    }

    @Test func `an index that names another object is found`() throws {
        let damaged = try DamagedFile("tombstones")
        let root = try damaged.column("Parent", "id").indexRoot
        let slot = try damaged.space.node(root).slot(2).raw
        try damaged.set(1, of: root, to: slot)
        try damaged.expect(.indexExtra, at: "Parent.id[")
    }

    @Test func `keys of an index that do not ascend are found`() throws {
        let damaged = try DamagedFile("tombstones")
        let keys = try damaged.child(damaged.column("Parent", "id").indexRoot, 0)
        let first = IntegerArray(try damaged.space.node(keys))[0]
        try damaged.set(1, of: keys, to: first)
        try damaged.expect(.badIndex, at: "Parent.id")
    }

    @Test func `a full-text index that lacks a word is found`() throws {
        let damaged = try DamagedFile("keys")
        let table = try #require(damaged.group.tables.first { $0.columns.contains { $0.isFullTextIndexed } })
        let column = try #require(table.columns.first { $0.isFullTextIndexed })
        let root = try damaged.space.node(column.indexRoot)
        let index = try #require((1..<root.count).first { root.slot($0).number != nil })
        try damaged.set(index, of: root.ref, to: 2 * 123_457 + 1)
        try damaged.expect(.indexMissing, at: "\(table.className ?? "").\(column.name)[")
    }
}
