/// One table of a write transaction: its content and its description.
///
/// Objects and values are raw here: the caller handles links, backlinks, indexes and owners of embedded objects. After
/// an error the transaction can only be rolled back. Used by one thread at a time. Source: file-format/tables.md, "The
/// table array".
package final class TableEditor {
    let arena: Arena
    let changes: ChangesetWriter
    package let key: TableKey
    package private(set) var name: String
    package private(set) var kind: Table.Kind
    /// Properties, in the order in which they were added.
    @exclusivity(unchecked) package private(set) var columns: [Column]
    /// Positions of the properties by name; computed on first use.
    private var positions: [String: Int]?
    @exclusivity(unchecked) private(set) var backlinkColumns: [Column]
    package let clusters: ClusterEditor
    private(set) var tombstones: ClusterEditor?

    /// The table array: committed, or in the arena once `write` had something to write.
    private var ref: Ref
    private let isNew: Bool
    /// The elements of the table array as stored at `ref`.
    private var stored: [Slot]
    /// The elements as they should be; roots of cluster trees are put in by `write`.
    @exclusivity(unchecked) private var slots: [Slot]
    /// Editors of leaves, by leaf index.
    @exclusivity(unchecked) private var leaves: [LeafEditor?] = []
    /// The distinct values of enumerated columns, by leaf index.
    private var enumerations: [Int: Enumeration] = [:]
    @exclusivity(unchecked) private var description: Table?
    /// No object has this key or a greater one; nil as long as nobody asked.
    @exclusivity(unchecked) var unusedKeys: UInt64?
    /// The array that `takeRow` returns; empty while it is in use.
    @exclusivity(unchecked) var spareRow: [Value?] = []

    /// Opens a table of the version that the transaction began with.
    ///
    /// - Throws: also for a search index over values that cannot have one, since it could not be kept consistent.
    init(_ table: Table, _ changes: ChangesetWriter, in arena: Arena) throws(FormatError) {
        self.arena = arena
        self.changes = changes
        key = table.key
        name = table.name
        kind = table.kind
        columns = table.columns
        backlinkColumns = table.backlinkColumns
        ref = table.ref
        isNew = false
        let node = try arena.space.refs(table.ref, "a table")
        stored = (0..<TableLayout.count).map { $0 < node.count ? node.slot($0) : .empty }
        slots = stored
        var all: [ClusterColumn] = []
        for column in table.columns + table.backlinkColumns {
            guard column.indexRoot.isNone || column.canBeIndexed else {
                throw FormatError(
                    .badTable, at: table.ref,
                    "property '\(column.name)' has a search index, which its type cannot have")
            }
            if let values = column.enumeratedValues {
                guard column.canBeEnumerated else {
                    throw FormatError(
                        .badTable, at: table.ref,
                        "property '\(column.name)' has distinct values, which its type cannot have")
                }
                let editor = try EnumeratedStringsEditor(values.ref, in: arena)
                enumerations[column.leafIndex] = Enumeration(editor: editor, storedRef: values.ref)
                all.append(try column.clusterColumn(in: arena, editor))
            } else {
                all.append(try column.clusterColumn(in: arena))
            }
        }
        clusters = ClusterEditor(root: table.clusters, columns: all, in: arena)
        if !table.tombstones.isNone { tombstones = ClusterEditor(root: table.tombstones, columns: all, in: arena) }
        for column in all { remember(column) }
        if enumerations.isEmpty {
            description = table
        } else {
            // Readers of this transaction see added texts, those of other versions do not.
            redescribe { $0.with(enumeratedValues: enumerations[$0.leafIndex]?.editor.values) }
        }
    }

    /// Creates a table without columns.
    init(
        name: String, key: TableKey, kind: Table.Kind, _ changes: ChangesetWriter, in arena: Arena
    ) throws(FormatError) {
        self.arena = arena
        self.changes = changes
        self.key = key
        self.name = name
        self.kind = kind
        columns = []
        backlinkColumns = []
        isNew = true
        clusters = try ClusterEditor(columns: [], in: arena)
        slots = [Slot](repeating: .empty, count: TableLayout.count)
        slots[TableLayout.spec] = Slot(try SpecEditor(in: arena).ref)
        slots[TableLayout.key] = Slot(number: UInt64(key.value))
        slots[TableLayout.indexes] = Slot(try SlotEditor(.refs(), count: 0, in: arena).ref)
        slots[TableLayout.oppositeTables] = Slot(try IntegerEditor(repeating: 0, count: 0, in: arena).ref)
        slots[TableLayout.oppositeColumns] = Slot(try IntegerEditor(repeating: 0, count: 0, in: arena).ref)
        for part in [TableLayout.removedColumns, TableLayout.contentVersion] { slots[part] = Slot(number: 0) }
        slots[TableLayout.flags] = Slot(number: UInt64(kind.rawValue))
        stored = slots
        ref = try SlotEditor(.refs(), slots, in: arena).ref
    }

    // MARK: Description

    /// The table as readers see it, including uncommitted changes.
    package var table: Table {
        let deadRoot = tombstones?.root ?? .none
        if let description, description.clusters == clusters.root, description.tombstones == deadRoot {
            return description
        }
        let made = Table(
            name: name, key: key, ref: ref, kind: kind, columns: columns, backlinkColumns: backlinkColumns,
            primaryKey: primaryKey, clusters: clusters.root, tombstones: deadRoot, collisions: collisions,
            in: arena.space)
        description = made
        return made
    }

    package var primaryKey: Column? {
        guard let number = slots[TableLayout.primaryKey].number else { return nil }
        return columns.first { $0.key.value == Int64(bitPattern: number) }
    }

    /// The property of that name.
    package func column(named name: String) -> Column? {
        if positions == nil {
            positions = Dictionary(
                columns.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { first, _ in first })
        }
        return positions?[name].map { columns[$0] }
    }

    /// The property or backlink column of that key, in its current state.
    package func column(_ key: ColumnKey) -> Column? {
        columns.first { $0.key == key } ?? backlinkColumns.first { $0.key == key }
    }

    /// Primary keys of tombstones whose object keys collided; `Ref.none` normally.
    var collisions: Ref {
        get { slots[TableLayout.collisions].ref ?? .none }
        set {
            slots[TableLayout.collisions] = Slot(newValue)
            description = nil
        }
    }

    /// The number of commits that changed the table.
    var contentVersion: UInt64 { slots[TableLayout.contentVersion].number ?? 0 }

    /// The number from which the next object key is made.
    var nextNumber: UInt64 {
        get { slots[TableLayout.nextNumber].number ?? 0 }
        set { slots[TableLayout.nextNumber] = Slot(number: newValue) }
    }

    /// The ref in slot `part` of the table array.
    func child(_ part: Int) -> Ref { slots[part].ref ?? .none }

    func setName(_ newName: String) {
        name = newName
        description = nil
    }

    func setKind(_ newKind: Table.Kind) {
        kind = newKind
        let otherFlags = (slots[TableLayout.flags].number ?? 0) & ~3
        slots[TableLayout.flags] = Slot(number: otherFlags | UInt64(newKind.rawValue))
        description = nil
    }

    /// Makes `column` the primary key, or none. The caller manages its search index.
    package func setPrimaryKey(_ column: Column?) {
        slots[TableLayout.primaryKey] = column.map { Slot(number: UInt64($0.key.value)) } ?? .empty
        description = nil
    }

    // MARK: Writing

    /// Writes what changed into the table array, once for all changes so far.
    ///
    /// - Returns: the table array's ref: of the arena if anything changed, else the committed one.
    func write() throws(FormatError) -> Ref {
        try storeEnumerations()
        slots[TableLayout.clusters] = Slot(clusters.root)
        slots[TableLayout.tombstones] = tombstones.map { Slot($0.root) } ?? .empty
        guard slots != stored else { return ref }
        let isFirst = !arena.owns(ref) || (isNew && contentVersion == 0)
        if isFirst { slots[TableLayout.contentVersion] = Slot(number: (contentVersion + 1) & UInt64(Int64.max)) }
        var editor = try SlotEditor(ref, in: arena)
        while editor.count < TableLayout.count { try editor.append(.empty) }
        for part in 0..<TableLayout.count { editor[part] = slots[part] }
        stored = slots
        ref = editor.ref
        description = nil
        return ref
    }

    /// Frees everything the table consists of; the editor is unusable afterwards.
    func free() throws(FormatError) { try arena.freeTree(write()) }
}

// MARK: - Changing the description, for TableEditor+Columns

extension TableEditor {
    /// Changes the spec.
    func editSpec(_ body: (inout SpecEditor) throws(FormatError) -> Void) throws(FormatError) {
        var spec = try SpecEditor(child(TableLayout.spec), in: arena)
        try body(&spec)
        slots[TableLayout.spec] = Slot(spec.ref)
        description = nil
    }

    /// The distinct values of an enumerated column, and their ref in the spec.
    private struct Enumeration {
        let editor: EnumeratedStringsEditor
        var storedRef: Ref
    }

    /// Stores the refs of moved distinct values in the spec.
    func storeEnumerations() throws(FormatError) {
        for (position, column) in columns.enumerated() {
            guard let enumeration = enumerations[column.leafIndex] else { continue }
            let ref = enumeration.editor.values.ref
            guard ref != enumeration.storedRef else { continue }
            try editSpec { (spec) throws(FormatError) in try spec.setEnumerated(ref, at: position) }
            enumerations[column.leafIndex]?.storedRef = ref
        }
    }

    func setChild(_ part: Int, to ref: Ref) {
        slots[part] = Slot(ref)
        description = nil
    }

    /// The number of columns ever removed.
    var removedColumns: UInt64 {
        get { slots[TableLayout.removedColumns].number ?? 0 }
        set { slots[TableLayout.removedColumns] = Slot(number: newValue & UInt64(Int64.max)) }
    }

    /// Adds the description of a column to those of its kind, or replaces the one of the same key.
    func describe(_ column: Column) {
        // The editor of its leaves is stored once a new column is described.
        let isNew = column.leafIndex >= leaves.count || leaves[column.leafIndex] == nil
        func put(into list: inout [Column]) {
            if !isNew, let index = list.firstIndex(where: { $0.key == column.key }) {
                list[index] = column
            } else {
                list.append(column)
            }
        }
        if column.isBacklink {
            put(into: &backlinkColumns)
        } else {
            put(into: &columns)
            // If a column replaces one of the same name, the old one comes first until it is removed.
            if !isNew {
                positions = nil
            } else if positions?[column.name] == nil {
                positions?[column.name] = columns.count - 1
            }
        }
        description = nil
    }

    /// Replaces the description of each column; the leaf indexes stay.
    func redescribe(_ change: (Column) -> Column) {
        columns = columns.map(change)
        positions = nil
        backlinkColumns = backlinkColumns.map(change)
        description = nil
    }

    func forget(_ column: Column) {
        columns.removeAll { $0.key == column.key }
        positions = nil
        backlinkColumns.removeAll { $0.key == column.key }
        leaves[column.leafIndex] = nil
        enumerations[column.leafIndex] = nil
        description = nil
    }

    func remember(_ column: ClusterColumn) {
        while leaves.count <= column.leafIndex { leaves.append(nil) }
        leaves[column.leafIndex] = column.leaves
    }

    /// The tree of tombstones, created if there is none.
    func tombstonesForWriting() throws(FormatError) -> ClusterEditor {
        if let tombstones { return tombstones }
        let made = try ClusterEditor(columns: clusters.columns, in: arena)
        tombstones = made
        return made
    }

    /// More than the greatest leaf index.
    var leafIndexLimit: Int { leaves.count }

    /// The editor of a column's leaves.
    ///
    /// - Precondition: the column is one of the table.
    @inline(__always)
    func leaves(of column: Column) -> LeafEditor {
        guard column.leafIndex < leaves.count, let editor = leaves[column.leafIndex] else {
            preconditionFailure("table '\(name)' has no such column as '\(column.name)'")
        }
        return editor
    }
}
