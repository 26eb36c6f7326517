/// Adding, changing and removing columns.
extension TableEditor {
    /// Adds a property to the end of the properties.
    ///
    /// - Parameters:
    ///   - attributes: collection kind and nullability; whether links and mixed values are nullable follows from the
    ///     format. Bits of search indexes are set when the index is built (`setIndex`).
    ///   - target: the target table of a link, which gets the backlink column; nil for other types.
    ///   - hasIntegerKeys: for a dictionary whose keys are numbers.
    ///   - value: the value for existing objects, for a single value other than a link; nil for the initial value,
    ///     which later objects get in any case.
    package func addColumn(
        _ name: String, _ type: ValueType, _ attributes: ColumnAttributes = [], target: TableEditor? = nil,
        hasIntegerKeys: Bool = false, value: Value? = nil
    ) throws(FormatError) -> Column {
        precondition((type == .link) == (target != nil), "a link, and nothing else, leads to a table")
        precondition(column(named: name) == nil, "table '\(self.name)' has a column '\(name)'")
        let made = try describeNew(
            name, type, attributes, hasIntegerKeys: hasIntegerKeys, opposite: target?.key ?? .null)
        let added = try made.clusterColumn(in: arena)
        try fill(made) { (tree) throws(FormatError) in
            try tree.addColumn(added) { (_, count) throws(FormatError) in
                try added.leaves.make(repeating: value ?? added.initial, count: count)
            }
        }
        guard let target else { return made }
        let backlinks = try target.addBacklinkColumn(for: made, of: self)
        return try connect(made, to: backlinks.key)
    }

    /// Adds the column of the backlinks of `origin`: a link column that was just added, or a mixed column from which
    /// the first link into this table is about to be created.
    ///
    /// In the origin's own table it comes after the origin: Realm Core removes a deleted object from its columns in
    /// their order, and backlinks last only in some tables. Otherwise it would look in the wrong row of earlier
    /// columns.
    func addBacklinkColumn(for origin: Column, of table: TableEditor) throws(FormatError) -> Column {
        let column = try describeNew(
            "", .backlink, [], hasIntegerKeys: false, opposite: table.key,
            from: table.key == key ? origin.leafIndex + 1 : 0)
        if origin.type == .mixed { changes.addTypedLink(from: origin.key, of: table.key, to: key) }
        try fill(column) { (tree) throws(FormatError) in try tree.addColumn(column.clusterColumn(in: arena)) }
        return try connect(column, to: origin.key)
    }

    /// The column of the backlinks from a column of another table, or of this one.
    func backlinkColumn(for origin: ColumnKey, of table: TableKey) -> Column? {
        backlinkColumns.first { $0.oppositeColumn == origin && $0.oppositeTable == table }
    }

    /// Removes a property, with all its values and its search index; for a link also the column of its backlinks.
    ///
    /// Before removing a mixed column, the caller removes the backlinks of its links. Embedded objects stay.
    ///
    /// - Parameter target: the target table of a link.
    func removeColumn(_ column: Column, target: TableEditor? = nil) throws(FormatError) {
        precondition((column.type == .link) == (target != nil), "a link, and nothing else, leads to a table")
        if let target, let backlinks = target.column(current(column).oppositeColumn) { try target.drop(backlinks) }
        try drop(column)
    }

    /// Removes a backlink column without a link column.
    func removeBacklinkColumn(_ column: Column) throws(FormatError) {
        precondition(column.isBacklink, "removes columns of backlinks only")
        try drop(column)
    }

    func renameColumn(_ column: Column, to name: String) throws(FormatError) -> Column {
        precondition(self.column(named: name) == nil, "table '\(self.name)' has a column '\(name)'")
        let renamed = current(column).with(name: name)
        changes.renameColumn(column.key, of: key)
        try editSpec { (spec) throws(FormatError) in try spec.setName(name, at: position(of: column)) }
        describe(renamed)
        return renamed
    }

    /// Gives a single-valued column another type or nullability: a new column at the end with converted values replaces
    /// it. Index and primary key are removed with the old one.
    ///
    /// - Parameter convert: converts a value of the old type to the new one; not called for links.
    func changeColumn(
        _ column: Column, to type: ValueType, _ attributes: ColumnAttributes,
        convert: (Value) throws(FormatError) -> Value
    ) throws(FormatError) -> Column {
        precondition(column.collection == nil && column.type != .link && type != .link, "changes single values only")
        let copy = try describeNew(column.name, type, attributes, hasIntegerKeys: false, opposite: .null)
        let new = try copy.clusterColumn(in: arena)
        let old = leaves(of: column)
        try fill(copy) { (tree) throws(FormatError) in
            try tree.addColumn(new) { (leaf, count) throws(FormatError) in
                let source = try leaf.column(column.leafIndex)
                guard try old.count(source) == count else {
                    throw FormatError(.badCluster, at: source, "column '\(column.name)' has too few or too many values")
                }
                var target = try new.leaves.makeEmpty()
                for row in 0..<count {
                    try new.leaves.insert(convert(old.value(at: row, in: source)), at: row, in: &target)
                }
                return target
            }
        }
        try drop(column)
        return copy
    }

    /// Gives the elements of a collection column another nullability or type, as `changeColumn` does for single values.
    ///
    /// - Parameter convert: converts a collection to the new type, without changing the old one; both are given by
    ///   their roots. Not called for collections that were never written to.
    func changeCollection(
        _ column: Column, to type: ValueType, _ attributes: ColumnAttributes,
        convert: (Ref) throws(FormatError) -> Ref
    ) throws(FormatError) -> Column {
        precondition(column.collection != nil && column.type != .link && type != .link, "changes collections only")
        let copy = try describeNew(
            column.name, type, attributes, hasIntegerKeys: column.hasIntegerKeys, opposite: .null)
        precondition(copy.collection == column.collection, "a collection stays of its kind")
        let new = try copy.clusterColumn(in: arena)
        try fill(copy) { (tree) throws(FormatError) in
            try tree.addColumn(new) { (leaf, count) throws(FormatError) in
                let source = try arena.space.refs(leaf.column(column.leafIndex), "a leaf of collections")
                guard source.count == count else {
                    throw FormatError(
                        .badCluster, at: source.ref, "column '\(column.name)' has too few or too many values")
                }
                let target = try SlotEditor(.refs(), count: count, in: arena)
                for row in 0..<count {
                    if let root = source.slot(row).ref { target[row] = Slot(try convert(root)) }
                }
                return target.ref
            }
        }
        try drop(column)
        return copy
    }

    // MARK: Search indexes

    /// Stores the root of a column's search index after it changed.
    func setIndexRoot(_ root: Ref, for column: Column) throws(FormatError) {
        let now = current(column)
        if now.indexRoot == root { return }
        let indexes = try SlotEditor(child(TableLayout.indexes), in: arena)
        indexes[column.leafIndex] = Slot(root)
        setChild(TableLayout.indexes, to: indexes.ref)
        describe(now.with(indexRoot: root))
    }

    /// Sets the requested kind of search index, and stores its root. The caller has freed any former index.
    ///
    /// - Parameters:
    ///   - attributes: `indexed` or `fullText`; empty for a column without index and for a primary key.
    ///   - root: `Ref.none` for no index.
    func setIndex(_ attributes: ColumnAttributes, root: Ref, for column: Column) throws(FormatError) -> Column {
        let others = current(column).attributes.subtracting([.indexed, .fullText])
        let changed = others.union(attributes.intersection([.indexed, .fullText]))
        try editSpec { (spec) throws(FormatError) in try spec.setAttributes(changed, at: position(of: column)) }
        describe(current(column).with(attributes: changed))
        try setIndexRoot(root, for: column)
        return current(column)
    }

    // MARK: Keys

    /// Gives lists of links, and columns that name them as counterparts, the column keys of format 24.
    func upgradeColumnKeys() throws(FormatError) {
        for column in columns + backlinkColumns {
            if column.key != column.key.upgraded {
                let position = position(of: column)
                try editSpec { (spec) throws(FormatError) in try spec.setKey(column.key.upgraded, at: position) }
            }
            if column.oppositeColumn != column.oppositeColumn.upgraded {
                try setOpposite(
                    table: column.oppositeTable, column: column.oppositeColumn.upgraded, at: column.leafIndex)
            }
        }
        redescribe { $0.with(key: $0.key.upgraded, oppositeColumn: $0.oppositeColumn.upgraded) }
    }

    // MARK: Parts

    /// The current description of the column.
    private func current(_ column: Column) -> Column {
        guard let now = self.column(column.key) else {
            preconditionFailure("table '\(name)' has no such column as '\(column.name)'")
        }
        return now
    }

    /// The column's position in the spec.
    private func position(of column: Column) -> Int {
        let all = columns + backlinkColumns
        guard let position = all.firstIndex(where: { $0.key == column.key }) else {
            preconditionFailure("table '\(name)' has no such column as '\(column.name)'")
        }
        return position
    }

    /// Describes a new column at the lowest free leaf index, or at the lowest from `first` on.
    private func describeNew(
        _ name: String, _ type: ValueType, _ attributes: ColumnAttributes, hasIntegerKeys: Bool, opposite: TableKey,
        from first: Int = 0
    ) throws(FormatError) -> Column {
        let leafIndex = freeLeafIndex(from: first)
        guard leafIndex < 0xFFFF else {
            throw FormatError(.badTable, at: .none, "table '\(self.name)' has no room for another column")
        }
        var kept = attributes.subtracting(.specOnly)
        switch type {
        case .mixed: kept.insert(.nullable)
        case .link where kept.isDisjoint(with: [.list, .set]): kept.insert(.nullable)
        case .link: kept.remove(.nullable)
        default: break
        }
        let tag = UInt32(truncatingIfNeeded: removedColumns) ^ key.value
        let made = Column(
            name: name, key: ColumnKey(leafIndex: leafIndex, type: type, attributes: kept, tag: tag), type: type,
            attributes: kept, hasIntegerKeys: hasIntegerKeys, oppositeTable: opposite, oppositeColumn: .null,
            indexRoot: .none, enumeratedValues: nil)
        let position = type == .backlink ? columns.count + backlinkColumns.count : columns.count
        try editSpec { (spec) throws(FormatError) in try spec.insert(made, at: position) }
        describe(made)
        try makeSlots(upTo: leafIndex)
        try setOpposite(table: opposite, column: .null, at: leafIndex)
        if type != .backlink { changes.addColumn(made.key, of: key) }
        return made
    }

    /// The lowest leaf index that no column has, from `first` on.
    private func freeLeafIndex(from first: Int) -> Int {
        // Most tables have no gaps.
        if columns.count + backlinkColumns.count == leafIndexLimit { return max(first, leafIndexLimit) }
        let used = Set((columns + backlinkColumns).map(\.leafIndex))
        var leafIndex = first
        while used.contains(leafIndex) { leafIndex += 1 }
        return leafIndex
    }

    /// Gives the arrays by leaf index room for one more.
    private func makeSlots(upTo leafIndex: Int) throws(FormatError) {
        guard try leafIndex >= arena.space.refs(child(TableLayout.indexes), "search indexes").count else { return }
        var indexes = try SlotEditor(child(TableLayout.indexes), in: arena)
        try indexes.append(.empty)
        setChild(TableLayout.indexes, to: indexes.ref)
        var tables = try IntegerEditor(child(TableLayout.oppositeTables), in: arena)
        try tables.append(Int64(TableKey.null.value))
        setChild(TableLayout.oppositeTables, to: tables.ref)
        var columns = try IntegerEditor(child(TableLayout.oppositeColumns), in: arena)
        try columns.append(ColumnKey.null.value)
        setChild(TableLayout.oppositeColumns, to: columns.ref)
    }

    private func setOpposite(table: TableKey, column: ColumnKey, at leafIndex: Int) throws(FormatError) {
        var tables = try IntegerEditor(child(TableLayout.oppositeTables), in: arena)
        try tables.set(Int64(table.value), at: leafIndex)
        setChild(TableLayout.oppositeTables, to: tables.ref)
        var columns = try IntegerEditor(child(TableLayout.oppositeColumns), in: arena)
        try columns.set(column.value, at: leafIndex)
        setChild(TableLayout.oppositeColumns, to: columns.ref)
    }

    /// Sets the column's counterpart.
    private func connect(_ column: Column, to opposite: ColumnKey) throws(FormatError) -> Column {
        try setOpposite(table: column.oppositeTable, column: opposite, at: column.leafIndex)
        let connected = column.with(oppositeColumn: opposite)
        describe(connected)
        return connected
    }

    /// Adds the leaves of a new column to all clusters, including those of tombstones.
    private func fill(
        _ column: Column, _ add: (ClusterEditor) throws(FormatError) -> Void
    ) throws(FormatError) {
        try add(clusters)
        if let tombstones { try add(tombstones) }
        remember(try column.clusterColumn(in: arena))
    }

    /// Removes a column from the description and the clusters.
    private func drop(_ column: Column) throws(FormatError) {
        let now = current(column)
        if !now.isBacklink { changes.removeColumn(now.key, of: key) }
        if primaryKey?.key == now.key { setPrimaryKey(nil) }
        if !now.indexRoot.isNone {
            try arena.freeTree(now.indexRoot)
            try setIndexRoot(.none, for: now)
        }
        let position = position(of: now)
        // The spec frees its distinct values.
        try storeEnumerations()
        try editSpec { (spec) throws(FormatError) in try spec.remove(at: position, isBacklink: now.isBacklink) }
        try setOpposite(table: .null, column: .null, at: now.leafIndex)
        try clusters.removeColumn(now.leafIndex)
        try tombstones?.removeColumn(now.leafIndex)
        forget(now)
        removedColumns += 1
    }
}
