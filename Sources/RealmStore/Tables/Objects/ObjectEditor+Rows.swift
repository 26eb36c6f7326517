/// Adding many objects at once.
extension ObjectEditor {
    /// Adds objects with the values of rows; links and the elements of lists and sets are not among them.
    ///
    /// - Parameter keys: those of the objects, ascending, which `claimObjectKey` took; nil for the next ones.
    /// - Precondition: the class is not embedded, and no object, and no other row, has the primary key of a row
    ///   (`takenRows`).
    /// - Returns: the keys of the objects.
    @discardableResult
    package func create(
        _ rows: Range<Int>, of given: RowColumns, keys: [ObjectKey]? = nil, in table: TableEditor
    ) throws(FormatError) -> [ObjectKey] {
        precondition(table.kind != .embedded, "an embedded object is made by its owner")
        let keys = if let keys { keys } else { try table.nextObjectKeys(rows.count) }
        try create(rows, of: given, keys, in: table)
        return keys
    }

    /// Adds embedded objects with the values of rows; the caller links to them from their owners at once.
    ///
    /// - Parameter rows: in any order.
    /// - Returns: the keys of the objects.
    package func createEmbedded(
        _ rows: [Int], of given: RowColumns, in table: TableEditor
    ) throws(FormatError) -> [ObjectKey] {
        precondition(table.kind == .embedded, "only objects of embedded classes are made by their owners")
        guard let first = rows.first else { return [] }
        let keys = try table.nextObjectKeys(rows.count)
        if rows.elementsEqual(first..<(first + rows.count)) {
            try create(first..<(first + rows.count), of: given, keys, in: table)
            return keys
        }
        let properties = given.layout.properties
        let gathered = UnsafeMutableBufferPointer<Value>.allocate(capacity: properties.count * rows.count)
        defer { gathered.deallocate() }
        var values = [UnsafeBufferPointer<Value>?](repeating: nil, count: table.leafIndexLimit)
        for (position, property) in properties.enumerated() {
            guard let all = given.values(position) else { continue }
            let begin = position * rows.count
            for (index, row) in rows.enumerated() { gathered.initializeElement(at: begin + index, to: all[row]) }
            values[property.column.leafIndex] = UnsafeBufferPointer(
                rebasing: gathered[begin..<(begin + rows.count)])
        }
        try create(keys, values, in: table)
        return keys
    }

    /// The same, with keys that were taken for the objects.
    func create(
        _ rows: Range<Int>, of given: RowColumns, _ keys: [ObjectKey], in table: TableEditor
    ) throws(FormatError) {
        var values = [UnsafeBufferPointer<Value>?](repeating: nil, count: table.leafIndexLimit)
        for (position, property) in given.layout.properties.enumerated() {
            if let all = given.values(position) {
                values[property.column.leafIndex] = UnsafeBufferPointer(rebasing: all[rows])
            }
        }
        try create(keys, values, in: table)
    }

    /// Adds objects with values by leaf index.
    private func create(
        _ keys: [ObjectKey], _ values: [UnsafeBufferPointer<Value>?], in table: TableEditor
    ) throws(FormatError) {
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

    /// Adds one object by itself, with a key that was taken for it: columns of a few rows would cost more than they
    /// gain.
    func create(
        _ row: Int, of given: RowColumns, _ key: ObjectKey, in table: TableEditor
    ) throws(FormatError) {
        var cells = table.takeRow()
        defer { table.giveBack(&cells) }
        for position in given.layout.properties.indices {
            if let values = given.values(position) { cells[given.column(position).leafIndex] = values[row] }
        }
        let primaryKey = given.layout.primaryKey.flatMap { given.values($0)?[row] }
        try create(key, cells, primaryKey: primaryKey, in: table)
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

    /// Gives a new object the elements of a collection, which has none yet: that is part of its creation, and not
    /// recorded by itself.
    ///
    /// - Parameters:
    ///   - values: no collections; of a set, some may be equal.
    ///   - keys: those of a dictionary's values, ascending, no two equal.
    package func fill(
        _ column: Column, of key: ObjectKey, with values: ArraySlice<Value>, keys: ArraySlice<Value> = [],
        in table: TableEditor
    ) throws(FormatError) {
        let root: Ref
        switch column.collection {
        case .set:
            var set = try SetEditor(root: .none, of: column, in: arena)
            for value in values where try set.insert(value).inserted {
                try addElementLinks(in: value, from: key, column, of: table)
            }
            root = set.root
        case .dictionary:
            var dictionary = try DictionaryEditor(root: .none, hasIntegerKeys: column.hasIntegerKeys, in: arena)
            try keys.withUnsafeBufferPointer { (keys) throws(FormatError) in
                try values.withUnsafeBufferPointer { (values) throws(FormatError) in try dictionary.fill(keys, values) }
            }
            for value in values { try addElementLinks(in: value, from: key, column, of: table) }
            root = dictionary.root
        case .list, nil:
            var list = try ListEditor(root: .none, of: column, in: arena)
            try values.withUnsafeBufferPointer { (values) throws(FormatError) in try list.append(values) }
            for value in values {
                try addElementLinks(in: value, from: key, column, of: table)
                try updateListIndex(of: column, value, key, isPresent: true, in: table)
            }
            root = list.root
        }
        try table.setSlot(Slot(root), of: column, at: position(of: key, in: table))
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
        try index.insert(values, keys)
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
            for (_, row) in IndexRun.order(values) {
                if try table.table.find(primaryKey: values[row], in: objects) != nil { taken.append(row) }
            }
        }
        return Set(taken).sorted().map { $0 + rows.lowerBound }
    }
}
