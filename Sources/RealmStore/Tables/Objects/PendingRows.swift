/// New objects of one table, which are added together.
final class PendingRows {
    let table: TableEditor
    let columns: RowColumns
    // One thread has all of it at a time; checks of exclusivity would cost as much as the work.
    @exclusivity(unchecked) private var keys: [ObjectKey] = []
    @exclusivity(unchecked) private var primaryKeys = RowKeySet()
    /// The greatest primary key in the table, all of them integers; nil for a table without objects.
    @exclusivity(unchecked) private var greatestStored: Int64?
    /// Whether that is so.
    @exclusivity(unchecked) private var knowsStoredKeys = false
    /// Whether an object was begun that is not ended.
    @exclusivity(unchecked) private var isOpen = false
    /// The number of objects that are added at once: more of a larger table, since each batch visits all of its index.
    @exclusivity(unchecked) private var limit = PendingRows.leastLimit

    /// More of them would gain little, and be far from where they were read.
    private static let (leastLimit, maximumValueCount, maximumByteCount) = (8192, 1 << 19, 8 << 20)
    /// Fewer of them are added one by one.
    static let minimumCount = 4

    init(_ table: TableEditor) {
        self.table = table
        columns = RowColumns(RowLayout(table.table, className: table.name, among: [:]) { $0 })
    }

    var count: Int { keys.count }
    /// The bytes of texts and data.
    var scratch: ValueScratch { columns.scratch }
    /// The position of the primary key among the columns.
    var primaryKey: Int? { columns.layout.primaryKey }

    /// From here on others may add objects with primary keys to the table.
    func forgetStoredKeys() { knowsStoredKeys = false }

    /// The use of a primary key.
    enum Use {
        case free
        /// By an object that is pending, too.
        case pending
        case stored(ObjectKey)
    }

    /// Begins an object with its primary key, which is free from then on if it is not used.
    func begin(primaryKey value: Value) throws(FormatError) -> Use {
        if let key = try storedKey(of: value) { return .stored(key) }
        begin()
        guard let position = primaryKey, let before = columns.values(position)?.baseAddress else {
            preconditionFailure("table '\(table.name)' has no primary key")
        }
        guard primaryKeys.insert(value, of: count, after: before) else { return .pending }
        columns.set(value, position)
        return .free
    }

    /// Begins an object of a table without primary keys.
    func begin() {
        // The one before was given up.
        if isOpen { columns.cancel() }
        isOpen = true
        columns.begin()
    }

    private func storedKey(of value: Value) throws(FormatError) -> ObjectKey? {
        if !knowsStoredKeys, count == 0, try table.clusters.count() == 0 {
            (greatestStored, knowsStoredKeys) = (nil, true)
        }
        if knowsStoredKeys {
            guard let greatestStored else { return nil }
            if case .int(let number) = value, number > greatestStored { return nil }
        }
        return try table.table.find(primaryKey: value)?.key
    }

    /// Ends the object.
    ///
    /// - Returns: its key.
    func end(_ objects: ObjectEditor) throws(FormatError) -> ObjectKey {
        let key = try table.nextObjectKey()
        keys.append(key)
        isOpen = false
        guard columns.end(offset: 0, line: 0) else { preconditionFailure("an object has its primary key") }
        if count >= limit || scratch.byteCount > PendingRows.maximumByteCount {
            try finish(objects)
        }
        return key
    }

    /// Adds the objects to the table.
    func finish(_ objects: ObjectEditor) throws(FormatError) {
        if let last = primaryKeys.greatest {
            greatestStored = max(last, greatestStored ?? last)
        } else {
            knowsStoredKeys = false
        }
        // What is done here asks for tables, and so for what is pending.
        let added = keys
        keys = []
        defer {
            primaryKeys.removeAll()
            columns.removeAll()
        }
        guard added.count < PendingRows.minimumCount else {
            try objects.create(0..<added.count, of: columns, added, in: table)
            let room = PendingRows.maximumValueCount / max(1, columns.layout.properties.count)
            limit = max(PendingRows.leastLimit, min(room, try table.clusters.count() / 16))
            return
        }
        for (row, key) in added.enumerated() { try objects.create(row, of: columns, key, in: table) }
    }
}
