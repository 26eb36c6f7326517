import TestSupport
import Testing

@testable import RealmStore

/// Indexes of real files, built again from the values of their columns.
struct IndexRebuildingTests {
    private final class Values: IndexedValues {
        let table: Table
        let column: Column
        let objects: ClusterTree

        init(_ table: Table, _ column: Column) throws {
            self.table = table
            self.column = column
            objects = try table.objects()
        }

        func value(of key: ObjectKey) throws(FormatError) -> Value {
            guard let position = try objects.find(key) else { throw FormatError(.badIndex, at: .none, "no such object") }
            return try table.value(of: column, at: position)
        }

        func forEach(_ body: (Value, ObjectKey) throws(FormatError) -> Void) throws(FormatError) {
            try objects.forEachLeaf { (leaf) throws(FormatError) in
                for row in 0..<leaf.count {
                    let position = ClusterTree.Position(leaf: leaf, row: row)
                    try body(table.value(of: column, at: position), leaf.key(row))
                }
            }
        }
    }

    @Test(arguments: ["keys", "indexes_deep", "contacts_10k", "strings"])
    func `an index is built as the engine built it`(_ name: String) throws {
        let directory = try TemporaryDirectory()
        let path = try Fixture.named(name).copy(into: directory).path
        let group = try Group(RealmFile.open(path, key: nil, sharing: .none))
        for table in group.tables {
            for column in table.columns where !column.indexRoot.isNone && column.collection == nil {
                let workbench = try IndexWorkbench()
                let values = try Values(table, column)
                let root: Ref
                if column.attributes.contains(.fullText) {
                    var editor = WordIndexEditor(root: try WordIndexEditor.makeEmpty(in: workbench.arena), of: .fullText, in: workbench.arena)
                    try values.forEach { (value, key) throws(FormatError) in try editor.replace(text: .null, by: value, key) }
                    root = editor.root
                } else {
                    var editor = IndexEditor(
                        root: try IndexTreeEditor.makeEmpty(in: workbench.arena), of: values, isMixed: column.type == .mixed,
                        in: workbench.arena)
                    try values.forEach { (value, key) throws(FormatError) in try editor.insert(value, key) }
                    root = editor.root
                }
                let ours = try IndexOutline(root, in: workbench.space)
                let theirs = try IndexOutline(column.indexRoot, in: group.file.space)
                print("REBUILD", name, table.name, column.name, column.type, ours.lines == theirs.lines, ours.lines.count, theirs.lines.count)
            }
        }
    }
}
