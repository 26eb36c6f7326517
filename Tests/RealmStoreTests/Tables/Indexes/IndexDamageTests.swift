import Foundation
import TestSupport
import Testing

@testable import RealmStore

/// Changes of damaged indexes end with an error, not with a crash.
struct IndexDamageTests {
    private struct Ints: IndexedValues {
        func value(of key: ObjectKey) throws(FormatError) -> Value { .int(key.value) }
    }

    private let workbench: IndexWorkbench

    init() throws { workbench = try IndexWorkbench() }

    /// Inserts into and removes from the committed index at `root`; both must fail.
    private func expectRefusal(_ root: Ref, sourceLocation: SourceLocation = #_sourceLocation) {
        workbench.commit()
        var editor = IndexEditor(root: root, of: Ints(), isMixed: false, in: workbench.arena)
        #expect(throws: FormatError.self, sourceLocation: sourceLocation) { try editor.insert(.int(1), ObjectKey(1)) }
        #expect(throws: FormatError.self, sourceLocation: sourceLocation) { try editor.remove(.int(1), ObjectKey(1)) }
        var sweep = IndexSweep(ObjectKeySet([ObjectKey(1)]), in: workbench.arena)
        #expect(throws: FormatError.self, sourceLocation: sourceLocation) { try sweep.sweep(root) }
    }

    @Test func `a node below itself is refused`() throws {
        var node = try IndexNodeEditor(inner: true, in: workbench.arena)
        try node.insert(Slot(node.ref), key: Int32.max, at: 0)
        node.set(Slot(node.ref), at: 0)
        expectRefusal(node.ref)
    }

    @Test(.timeLimit(.minutes(1)))
    func `a node that is twice below itself is refused before all paths were followed`() throws {
        var node = try IndexNodeEditor(inner: true, in: workbench.arena)
        for key in 1...2 { try node.insert(Slot(node.ref), key: Int32(key), at: key - 1) }
        for index in 0..<2 { node.set(Slot(node.ref), at: index) }
        workbench.commit()
        var sweep = IndexSweep(ObjectKeySet([ObjectKey(1)]), in: workbench.arena)
        #expect(throws: FormatError.self) { try sweep.sweep(node.ref) }
    }

    @Test(.timeLimit(.minutes(1))) func `a list of more objects than there can be is refused`() throws {
        let arena = workbench.arena
        let leaf = try KeyListEditor(of: (0..<1000).map { ObjectKey($0) }, in: arena).root
        var (root, count) = (leaf, 1000)
        for _ in 0..<3 {
            let children = [Slot](repeating: Slot(root), count: 1000)
            let slots = [Slot(number: UInt64(count))] + children + [Slot(number: UInt64(count * 1000))]
            (root, count) = (try SlotEditor(.refs(inner: true), slots, in: arena).ref, count * 1000)
        }
        var node = try IndexNodeEditor(inner: false, in: arena)
        try node.insert(Slot(root), key: 1, at: 0)
        workbench.commit()
        var sweep = IndexSweep(ObjectKeySet([ObjectKey(1)]), in: workbench.arena)
        #expect(throws: FormatError.self) { try sweep.sweep(node.ref) }
    }

    @Test func `narrow keys are refused`() throws {
        let keys = try IntegerEditor(repeating: 5, count: 1, in: workbench.arena)
        let slots = [Slot(keys.ref), Slot(number: 1)]
        expectRefusal(try SlotEditor(.refs(context: true), slots, in: workbench.arena).ref)
    }

    @Test func `an element that is empty is refused`() throws {
        var node = try IndexNodeEditor(inner: false, in: workbench.arena)
        try node.insert(.empty, key: IndexData(mixed: .int(1)).chunk(at: 0), at: 0)
        expectRefusal(node.ref)
    }

    @Test func `a ref into the memory of the transaction is refused`() throws {
        var node = try IndexNodeEditor(inner: true, in: workbench.arena)
        try node.insert(Slot(Ref(1 << 30)), key: Int32.max, at: 0)
        workbench.commit()
        var editor = IndexEditor(root: node.ref, of: Ints(), isMixed: false, in: workbench.arena)
        #expect(throws: FormatError.self) { try editor.insert(.int(1), ObjectKey(1)) }
    }

    @Test func `a table with an index over values that cannot have one is refused`() throws {
        let directory = try TemporaryDirectory()
        let database = try Database.open(directory.url.path + "/damaged.realm")
        let write = try OpenTransaction(database.beginWrite())
        let table = try write.tables.addTable("class_A")
        let column = try table.addColumn("numbers", .int, .list)
        _ = try table.setIndex(.indexed, root: WordIndexEditor.makeEmpty(in: write.objects.arena), for: column)
        _ = try write.commit()
        let next = try OpenTransaction(database.beginWrite())
        #expect(throws: FormatError.self) { _ = try next.tables.table(named: "class_A") }
    }

    @Test(arguments: [[], [7], [3, 7, 9]])
    func `a mixed value that Realm Core left under the path of an equal one can go`(deleted: [Int]) throws {
        let directory = try TemporaryDirectory()
        let path = directory.url.path + "/mixed.realm"
        let write = try OpenTransaction(Database.open(path).beginWrite())
        let table = try write.tables.addTable("class_A")
        let column = try table.addColumn("any", .mixed, .nullable)
        try write.objects.makeIndex(of: column, .indexed, in: table)
        let keys = try (0..<300).map { _ in try write.objects.create(in: table) }
        for (number, key) in keys.enumerated() {
            try write.objects.set(.double(Double(number) + 0.5), of: column, of: key, in: table)
        }
        // The same number as a decimal, and the index was not updated.
        let half = Value.decimal(Decimal128Bits(coefficient: 75, exponent: -1))
        try table.set(half, of: column, at: write.objects.position(of: keys[7], in: table))
        if deleted.isEmpty { try write.objects.set(.int(3), of: column, of: keys[7], in: table) }
        try write.objects.delete(deleted.map { keys[$0] }, from: table)
        _ = try write.commit()
        let report = try Realm.verify(at: URL(fileURLWithPath: path))
        #expect(report.isSound && report.leakedBytes == 0, "\(report.problems)")
    }

    @Test func `the key of no object is refused, and not indexed`() throws {
        let model = try IndexModel([.string("a"), .string("b")])
        let error = #expect(throws: FormatError.self) { try model.insert(.string("c"), -2) }
        #expect(error?.code == .badCluster)
        #expect(try model.faults() == [])
    }

    @Test(arguments: [1, 300])
    func `objects that an index lacks are told when they are deleted`(count: Int) throws {
        let directory = try TemporaryDirectory()
        let write = try OpenTransaction(Database.open(directory.url.path + "/lacking.realm").beginWrite())
        let table = try write.tables.addTable("class_A")
        let column = try table.addColumn("number", .int)
        let keys = try (0..<300).map { _ in try write.objects.create(in: table) }
        try write.objects.makeIndex(of: column, .indexed, in: table)
        let made = try #require(table.column(column.key))
        var sweep = IndexSweep(ObjectKeySet([keys[0]]), in: write.objects.arena)
        try table.setIndexRoot(sweep.sweep(made.indexRoot), for: made)
        let error = #expect(throws: FormatError.self) {
            try write.objects.delete(Array(keys.prefix(count)), from: table)
        }
        #expect(error?.code == .badIndex)
        write.transaction.rollback()
    }
}
