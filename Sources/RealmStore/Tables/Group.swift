/// All tables of one version of a file. Immutable, and keeps the version readable.
///
/// Source: file-format/tables.md, "Table names and table refs".
package final class Group: Sendable {
    package let snapshot: Snapshot
    /// Tables in the order of their slots, without the slots of removed tables.
    package let tables: [Table]
    /// The positions of the tables by slot; negative for a slot without.
    private let positions: [Int32]

    package convenience init(_ file: RealmFile) throws(FormatError) { try self.init(Snapshot(file)) }

    /// - Parameter older: an earlier version, from which tables and columns are taken over that have not changed.
    /// - Complexity: O(number of columns) of the tables whose columns changed, and O(number of tables)
    package init(_ snapshot: Snapshot, after older: Group? = nil) throws(FormatError) {
        self.snapshot = snapshot
        guard let top = snapshot.top else {
            tables = []
            positions = []
            return
        }
        let older = older.flatMap { snapshot.continues($0.snapshot) ? $0 : nil }
        tables = try Group.tables(of: top, in: snapshot.space, after: older)
        if let older, older.tables.elementsEqual(tables, by: { $0.isDescribed(as: $1) }) {
            positions = older.positions
            return
        }
        positions = Group.positions(of: tables)
        try checkLinks()
    }

    private static func tables(
        of top: TopArray, in space: NodeSpace, after older: Group?
    ) throws(FormatError) -> [Table] {
        let names = try NameLeaf(top.names, in: space)
        let slots = try space.refs(top.tables, "the list of tables")
        guard names.count == slots.count else {
            throw FormatError(.badTopArray, at: top.tables, "\(slots.count) tables have \(names.count) names")
        }
        // The same node holds the same names, which are known to be unique.
        let named = older.flatMap { $0.snapshot.top?.names == top.names ? $0 : nil }
        var known = (named?.tables ?? [])[...]
        var tables: [Table] = []
        tables.reserveCapacity(slots.count)
        var seen = Set<String>()
        for slot in 0..<slots.count {
            let previous = known.first?.key.slot == slot ? known.popFirst() : nil
            let name = if let previous { previous.name } else { try names.name(slot) }
            guard let ref = slots.slot(slot).ref else {
                guard slots.slot(slot).number != nil, name.isEmpty else {
                    throw FormatError(.badTopArray, at: top.tables, "slot \(slot) is neither a table nor a removed one")
                }
                continue
            }
            guard named != nil || seen.insert(name).inserted else {
                throw FormatError(.badTopArray, at: top.tables, "two tables have the name '\(name)'")
            }
            if let previous, previous.ref == ref, previous.isReusable {
                tables.append(Table(previous, in: space))
            } else {
                tables.append(try Table(ref, name: name, slot: slot, in: space, after: previous))
            }
        }
        return tables
    }

    /// The tables in the state of a write transaction, in the order of their slots.
    ///
    /// - Parameter older: an earlier state, or the version with which the transaction began.
    init(_ snapshot: Snapshot, tables: [Table], after older: Group? = nil) {
        self.snapshot = snapshot
        self.tables = tables
        if let older, older.tables.elementsEqual(tables, by: { $0.key == $1.key }) {
            positions = older.positions
        } else {
            positions = Group.positions(of: tables)
        }
    }

    private static func positions(of tables: [Table]) -> [Int32] {
        var positions = [Int32](repeating: -1, count: (tables.map(\.key.slot).max() ?? -1) + 1)
        for (position, table) in tables.enumerated() { positions[table.key.slot] = Int32(position) }
        return positions
    }

    /// The table with that key, or nil.
    package func table(_ key: TableKey) -> Table? {
        guard key.slot < positions.count, positions[key.slot] >= 0 else { return nil }
        let table = tables[Int(positions[key.slot])]
        return table.key == key ? table : nil
    }

    /// The table of a class, or nil.
    package func table(ofClass name: String) -> Table? { tables.first { $0.className == name } }

    /// Every link column leads to a table that exists, so that readers need not check.
    private func checkLinks() throws(FormatError) {
        for table in tables {
            for column in table.columns where column.type == .link && self.table(column.oppositeTable) == nil {
                throw FormatError(
                    .badTable, at: table.ref, "link column '\(column.name)' of table '\(table.name)' leads nowhere")
            }
        }
    }
}

extension Group {
    /// True if both have the same tables with the same columns, regardless of content.
    func hasSameLayout(as other: Group) -> Bool {
        tables.elementsEqual(other.tables) { lhs, rhs in
            lhs === rhs
                || (lhs.key == rhs.key && lhs.name == rhs.name && lhs.kind == rhs.kind
                    && lhs.primaryKey?.key == rhs.primaryKey?.key
                    && lhs.columns.elementsEqual(rhs.columns) { $0.hasSameLayout(as: $1) })
        }
    }

    /// The schema version that the object store keeps in table "metadata": unsigned, in a signed column.
    ///
    /// Nil if there is no such table, or it contains "not versioned". Source: file-format/schema.md, "Tables of the
    /// object store".
    package func schemaVersion() throws(FormatError) -> UInt64? {
        guard let table = tables.first(where: { $0.name == "metadata" }), let column = table.column(named: "version"),
            column.type == .int, column.collection == nil
        else { return nil }
        let objects = try table.objects()
        guard objects.count > 0 else { return nil }
        let leaf = try objects.leaf(containing: 0).leaf
        guard case .int(let value) = try table.value(of: column, at: .init(leaf: leaf, row: 0)), value != -1 else {
            return nil
        }
        return UInt64(bitPattern: value)
    }
}
