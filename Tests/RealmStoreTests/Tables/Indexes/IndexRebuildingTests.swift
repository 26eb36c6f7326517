import TestSupport
import Testing

@testable import RealmStore

/// Indexes of real files, built again from the values of their columns in the order of their object keys.
struct IndexRebuildingTests {
    /// An indexed column of a file.
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
            guard let position = try objects.find(key) else { throw FormatError(.badIndex, at: .none, "no object") }
            return try table.value(of: column, at: position)
        }

        func forEach(_ body: (Value, ObjectKey) throws(FormatError) -> Void) throws(FormatError) {
            try objects.forEachLeaf { (leaf) throws(FormatError) in
                for row in 0..<leaf.count {
                    try body(table.value(of: column, at: ClusterTree.Position(leaf: leaf, row: row)), leaf.key(row))
                }
            }
        }

        func build(in workbench: IndexWorkbench) throws -> IndexOutline {
            let arena = workbench.arena
            let empty = try IndexTreeEditor.makeEmpty(in: arena)
            guard column.attributes.contains(.fullText) else {
                var editor = IndexEditor(root: empty, of: self, isMixed: column.type == .mixed, in: arena)
                try forEach { (value, key) throws(FormatError) in try editor.insert(value, key) }
                return try IndexOutline(editor.root, in: arena.space)
            }
            var editor = WordIndexEditor(root: empty, of: .fullText, in: arena)
            try forEach { (value, key) throws(FormatError) in try editor.replace(text: .null, by: value, key) }
            return try IndexOutline(editor.root, in: arena.space)
        }
    }

    /// Calls `body` with the name of each indexed column of a fixture, the index built again, and that of the file.
    private func forEachIndex(
        of name: String, _ body: (_ column: String, _ ours: IndexOutline, _ theirs: IndexOutline) -> Void
    ) throws {
        let directory = try TemporaryDirectory()
        let path = try Fixture.named(name).copy(into: directory).path
        let group = try Group(RealmFile.open(path, key: nil, sharing: .none))
        for table in group.tables {
            for column in table.columns where !column.indexRoot.isNone && column.collection == nil {
                let ours = try Values(table, column).build(in: IndexWorkbench())
                let theirs = try IndexOutline(column.indexRoot, in: group.snapshot.space)
                body("\(table.name).\(column.name)", ours, theirs)
            }
        }
    }

    @Test(arguments: ["keys", "indexes_deep", "contacts_10k", "strings"])
    func `the same objects share a place as in the file`(_ name: String) throws {
        try forEachIndex(of: name) { column, ours, theirs in
            #expect(ours.entries.map(\.objects) == theirs.entries.map(\.objects), "\(column)")
        }
    }

    /// Removed objects leave lists of one and sub-indexes of one behind, and full nodes that were split elsewhere.
    private static let markedByRemovals: [String: Set<String>] = [
        "keys": [
            "class_Indexed.i", "class_Indexed.dOpt", "class_Indexed.oOpt", "class_Indexed.uOpt", "class_PkString.id",
            "class_PkStringOpt.id",
        ],
        "indexes_deep": ["class_Row.id", "class_Row.path", "class_Row.at"],
        "contacts_10k": ["class_Contact.id"],
        "strings": [],
    ]

    @Test(arguments: markedByRemovals.keys.sorted())
    func `an index without traces of removals has the nodes that it has in the file`(_ name: String) throws {
        let marked = try #require(IndexRebuildingTests.markedByRemovals[name])
        try forEachIndex(of: name) { column, ours, theirs in
            #expect(marked.contains(column) || ours.lines == theirs.lines, "\(column)")
        }
    }
}
