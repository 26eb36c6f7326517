/// All tables of a write transaction.
///
/// A table is opened for writing on first access. Used by one thread at a time. Source: file-format/tables.md, "Table
/// names and table refs".
package final class GroupEditor {
    /// Holders of table or object editors also hold this one, which keeps their memory alive.
    private let memory: ArenaMemory
    var arena: Arena { memory.arena }
    /// The recorded changes of the transaction so far.
    package let changes = ChangesetWriter()
    private let base: Group
    /// Committed, in the arena, or `Ref.none` in a file without commits.
    private var names: Ref
    private var slots: Ref
    /// The tables that were opened, by slot, and one after the other.
    @exclusivity(unchecked) private var editors: [TableEditor?]
    private var opened: [TableEditor] = []
    /// Names and committed descriptions by slot; nil for removed tables.
    private var entries: [Entry?]
    private var slotsByName: [String: Int] = [:]
    private var description: Group?
    /// What is to be done before anybody sees a table.
    @exclusivity(unchecked) private var work: (any PendingWork)?
    /// The error of such work: the transaction can only be rolled back.
    private var failure: FormatError?

    private struct Entry {
        var name: String
        let key: TableKey
        /// Nil for a table of this transaction.
        let committed: Table?
    }

    package static let maximumTableCount = 0xFFFF

    /// - Parameters:
    ///   - group: the version that the transaction begins with.
    ///   - names: its list of table names; `Ref.none` for a file to which nothing was ever committed, and so for
    ///     `tables`.
    ///   - tables: its list of tables.
    package init(_ group: Group, names: Ref, tables: Ref, in memory: ArenaMemory) throws(FormatError) {
        base = group
        self.names = names
        slots = tables
        self.memory = memory
        description = group
        let count = tables.isNone ? 0 : try memory.arena.space.refs(tables, "the list of tables").count
        entries = [Entry?](repeating: nil, count: count)
        editors = [TableEditor?](repeating: nil, count: count)
        for table in group.tables {
            entries[table.key.slot] = Entry(name: table.name, key: table.key, committed: table)
            slotsByName[table.name] = table.key.slot
        }
    }

    // MARK: Pending work

    /// Postpones work until anybody asks for a table, or the transaction is committed.
    func postpone(_ work: any PendingWork) throws(FormatError) {
        if self.work === work { return }
        try settle()
        self.work = work
    }

    /// Does what was postponed.
    @inline(__always)
    private func settle() throws(FormatError) {
        if work != nil || failure != nil { try finishWork() }
    }

    private func finishWork() throws(FormatError) {
        if let failure { throw failure }
        guard let work else { return }
        self.work = nil
        do throws(FormatError) { try work.finish(in: self) } catch {
            failure = error
            throw error
        }
    }

    // MARK: Tables

    /// Keys of all tables, in the order of their slots.
    package var tableKeys: [TableKey] { entries.compactMap { $0?.key } }

    /// The table with that key, or nil.
    package func table(_ key: TableKey) throws(FormatError) -> TableEditor? {
        try settle()
        return try unsettledTable(key)
    }

    /// The same, for whoever adds to the postponed work.
    func unsettledTable(_ key: TableKey) throws(FormatError) -> TableEditor? {
        guard key.slot < entries.count else { return nil }
        if let editor = editors[key.slot], editor.key == key { return editor }
        guard let entry = entries[key.slot], entry.key == key, let table = entry.committed
        else { return nil }
        let editor = try TableEditor(table, changes, in: arena)
        editors[key.slot] = editor
        opened.append(editor)
        return editor
    }

    /// The table of that name, or nil.
    package func table(named name: String) throws(FormatError) -> TableEditor? {
        guard let slot = slotsByName[name], let entry = entries[slot] else { return nil }
        return try table(entry.key)
    }

    /// Adds a table without columns in the first slot of a removed table, else in a new one.
    ///
    /// - Throws: `badTable` if the name is too long or all slots are taken.
    package func addTable(_ name: String, kind: Table.Kind = .topLevel) throws(FormatError) -> TableEditor {
        try settle()
        precondition(slotsByName[name] == nil, "there is a table '\(name)'")
        try makeLists()
        var names = try NameEditor(self.names, in: arena)
        var tables = try SlotEditor(slots, in: arena)
        let free = entries.firstIndex { $0 == nil }
        let slot = free ?? entries.count
        guard slot < GroupEditor.maximumTableCount else {
            throw FormatError(.badTopArray, at: slots, "there is no room for another table")
        }
        let tag = free == nil ? 0 : UInt32(truncatingIfNeeded: tables[slot].number ?? 0) & 0x7FFF
        let key = TableKey((tag << 16) | UInt32(slot))
        let editor = try TableEditor(name: name, key: key, kind: kind, changes, in: arena)
        changes.addTable(key)
        let ref = Slot(try editor.write())
        if free == nil {
            try names.insert(name, at: slot)
            try tables.append(ref)
            entries.append(nil)
            editors.append(nil)
        } else {
            try names.set(name, at: slot)
            tables[slot] = ref
        }
        (self.names, slots) = (names.ref, tables.ref)
        entries[slot] = Entry(name: name, key: editor.key, committed: nil)
        slotsByName[name] = slot
        editors[slot] = editor
        opened.append(editor)
        description = nil
        return editor
    }

    /// Removes a table with everything in it. The caller has removed columns of other tables that lead to it or hold
    /// backlinks from it, with the links in them.
    func removeTable(_ editor: TableEditor) throws(FormatError) {
        let slot = editor.key.slot
        changes.removeTable(editor.key)
        try editor.free()
        var names = try NameEditor(self.names, in: arena)
        let tables = try SlotEditor(slots, in: arena)
        try names.set(nil, at: slot)
        tables[slot] = Slot(number: UInt64((editor.key.value >> 16) + 1) & 0x7FFF)
        (self.names, slots) = (names.ref, tables.ref)
        entries[slot] = nil
        slotsByName[editor.name] = nil
        editors[slot] = nil
        opened.removeAll { $0 === editor }
        description = nil
    }

    func renameTable(_ editor: TableEditor, to name: String) throws(FormatError) {
        precondition(slotsByName[name] == nil, "there is a table '\(name)'")
        let slot = editor.key.slot
        changes.renameTable(editor.key)
        var names = try NameEditor(self.names, in: arena)
        try names.set(name, at: slot)
        self.names = names.ref
        slotsByName[editor.name] = nil
        slotsByName[name] = slot
        entries[slot]?.name = name
        editor.setName(name)
        description = nil
    }

    /// Creates the two lists of a file without commits.
    private func makeLists() throws(FormatError) {
        guard names.isNone else { return }
        names = try NameEditor(in: arena).ref
        slots = try SlotEditor(.refs(), count: 0, in: arena).ref
    }

    // MARK: The whole

    /// The tables as readers see them, including uncommitted changes.
    package func group() -> Group {
        // Its error is thrown by everything that follows, the commit included.
        try? settle()
        let isCurrent = description.map { group in
            opened.allSatisfy { group.table($0.key) === $0.table }
        }
        if let description, isCurrent == true { return description }
        let tables = entries.compactMap { entry -> Table? in
            guard let entry else { return nil }
            return editors[entry.key.slot]?.table ?? entry.committed
        }
        let made = Group(base.snapshot, tables: tables, after: description ?? base)
        description = made
        return made
    }

    /// Writes the tables that changed, and the lists of tables, into the arena.
    ///
    /// - Returns: the first two slots of the top array; the committed refs if nothing changed.
    package func seal() throws(FormatError) -> (names: Ref, tables: Ref) {
        try settle()
        try makeLists()
        for editor in opened.sorted(by: { $0.key.value < $1.key.value }) {
            let ref = try editor.write()
            let node = try arena.space.node(slots)
            guard editor.key.slot < node.count, node.slot(editor.key.slot).ref != ref else { continue }
            let tables = try SlotEditor(slots, in: arena)
            tables[editor.key.slot] = Slot(ref)
            slots = tables.ref
        }
        description = nil
        return (names, slots)
    }
}

// MARK: - Schema version

extension GroupEditor {
    /// Stores the schema version in table "metadata", which is created if it is missing.
    ///
    /// Source: file-format/schema.md, "Tables of the object store".
    package func setSchemaVersion(_ version: UInt64) throws(FormatError) {
        let table = if let found = try table(named: "metadata") { found } else { try addTable("metadata") }
        let column =
            if let found = table.column(named: "version") { found } else { try table.addColumn("version", .int) }
        guard column.isPlainInteger else {
            throw FormatError(.badSchema, at: .none, "the schema version is kept in a property that is no plain int")
        }
        let tree = try table.clusters.tree()
        let key: ObjectKey
        let position: ClusterEditor.Position
        if tree.count == 0 {
            key = try table.nextObjectKey()
            position = try table.createObject(key)
        } else {
            key = try tree.leaf(containing: 0).leaf.key(0)
            guard let found = try table.clusters.find(key) else {
                throw FormatError(.badCluster, at: table.clusters.root, "the first object is not found by its key")
            }
            position = found
        }
        changes.set(column.key, of: key, in: table.key)
        try table.set(.int(Int64(bitPattern: version)), of: column, at: position)
    }
}
