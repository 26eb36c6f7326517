/// Adding many objects at once.
extension ObjectEditor {
    /// Adds objects with the values of rows; links are not among them.
    ///
    /// - Precondition: the class is not embedded, and no object, and no other row, has the primary key of a row
    ///   (`takenRows`).
    /// - Returns: the keys of the objects.
    @discardableResult
    package func create(
        _ rows: Range<Int>, of given: RowColumns, in table: TableEditor
    ) throws(FormatError) -> [ObjectKey] {
        let keys = try table.nextObjectKeys(rows.count)
        try create(rows, of: given, keys, in: table)
        return keys
    }

    /// The same, with keys that were taken for the objects.
    func create(
        _ rows: Range<Int>, of given: RowColumns, _ keys: [ObjectKey], in table: TableEditor
    ) throws(FormatError) {
        precondition(table.kind != .embedded, "an embedded object is made by its owner")
        var values = [UnsafeBufferPointer<Value>?](repeating: nil, count: table.leafIndexLimit)
        for (position, property) in given.layout.properties.enumerated() {
            if let all = given.values(position) {
                values[property.column.leafIndex] = UnsafeBufferPointer(rebasing: all[rows])
            }
        }
        try table.createObjects(keys) { values[$0] }
        for column in table.columns where column.collection == nil && !column.indexRoot.isNone {
            try insertIntoIndex(of: column, values[column.leafIndex], keys, in: table)
        }
        if let tombstones = table.tombstones, try tombstones.count() > 0, let column = table.primaryKey,
            let values = values[column.leafIndex]
        {
            for (value, key) in zip(values, keys) { try resolveTombstone(of: value, by: key, in: table) }
        }
    }

    /// Gives new objects links, which they do not have yet.
    ///
    /// - Parameter links: at most one of each object.
    package func setLinks(
        of column: Column, _ links: [(origin: ObjectKey, target: ObjectKey)], in table: TableEditor
    ) throws(FormatError) {
        let targets = try self.table(column.oppositeTable)
        for link in links {
            try table.set(
                .link(targets.key, link.target), of: column, at: position(of: link.origin, in: table))
        }
        // Neighbours are in the same leaves.
        let byTarget = links.sorted { ($0.target.value, $0.origin.value) < ($1.target.value, $1.origin.value) }
        for link in byTarget { try addBacklink(to: link.target, in: targets, from: link.origin, column) }
    }

    /// Adds objects to the index of a column.
    ///
    /// - Parameter values: of the objects; nil if all have the initial one.
    private func insertIntoIndex(
        of column: Column, _ values: UnsafeBufferPointer<Value>?, _ keys: [ObjectKey], in table: TableEditor
    ) throws(FormatError) {
        guard let values, !column.isFullTextIndexed else {
            for (row, key) in keys.enumerated() {
                try insertIntoIndex(of: column, values?[row] ?? column.initialValue, key, in: table)
            }
            return
        }
        let reader = TableValues(table, column)
        var index = IndexEditor(root: column.indexRoot, of: reader, isMixed: column.type == .mixed, in: arena)
        for row in IndexPlaces(values).rows { try index.insert(values[row], keys[row]) }
        if index.root != column.indexRoot { try table.setIndexRoot(index.root, for: column) }
    }

    /// The rows, ascending, whose primary key an object has, or an earlier row.
    ///
    /// - Complexity: O(rows * log count)
    package func takenRows(
        _ rows: Range<Int>, of given: RowColumns, in table: TableEditor
    ) throws(FormatError) -> [Int] {
        guard let position = given.layout.primaryKey, let all = given.values(position) else { return [] }
        let values = UnsafeBufferPointer(rebasing: all[rows])
        var taken = RowKeySet.repeated(in: values)
        let objects = try table.table.objects()
        if objects.count > 0 {
            for row in IndexPlaces(values).rows {
                if try table.table.find(primaryKey: values[row], in: objects) != nil { taken.append(row) }
            }
        }
        return Set(taken).sorted().map { $0 + rows.lowerBound }
    }
}

/// Rows in the order in which a search index has their values, as far as the first bytes tell: neighbours are in the
/// same nodes then.
private struct IndexPlaces {
    let rows: [Int]

    init(_ values: UnsafeBufferPointer<Value>) {
        var order = values.enumerated().map { (row, value) in
            let data = IndexData(mixed: value)
            let (first, second) = (data.chunk(at: 0), data.chunk(at: IndexData.chunkByteCount) ^ .min)
            return (place: (Int64(first) << 32) | Int64(UInt32(bitPattern: second)), row: row)
        }
        order.sort { $0.place < $1.place }
        rows = order.map(\.row)
    }
}
