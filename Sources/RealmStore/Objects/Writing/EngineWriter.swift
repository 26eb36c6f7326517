import Foundation

/// Changes the objects of one class in bulk in a write transaction, below the level of objects: the engine's own
/// interface, measured by the benchmarks.
///
/// Values are not boxed; primary keys, search indexes and links are kept consistent as usual. Not part of the API for
/// apps: it is available with `@_spi(Engine) import RealmStore`, and may change with any release. Every function that
/// takes a column name traps if the class has no such single-valued property.
@_spi(Engine)
public struct EngineWriter {
    private let session: Session
    private let objects: ObjectEditor
    private let table: TableEditor

    /// Changes the objects of class `className` in the write transaction of `realm`, until that ends. Traps outside of
    /// a write transaction, and if there is no such class.
    ///
    /// - Throws: `invalidDatabase` for a damaged file, like all functions; then the transaction can only be cancelled.
    public init(_ realm: Realm, className: String) throws {
        session = realm.session
        guard let write = session.write else {
            fatalError("Cannot modify managed objects outside of a write transaction.")
        }
        objects = write.objects
        let found: TableEditor?
        do { found = try objects.tables.table(named: Table.classPrefix + className) } catch {
            throw RLMError(error, path: realm.session.path)
        }
        guard let found else { fatalError("class '\(className)' is not in the schema of this Realm") }
        table = found
    }

    /// The values of one object during `insert(_:setting:_:)`. Columns are numbered in the order of the request; a
    /// value of another type than the column's traps when it is written.
    public struct Row: ~Copyable {
        fileprivate var values: [Value]
        fileprivate let scratch = ValueScratch()

        /// The value of an int.
        public mutating func set(_ column: Int, _ value: Int) { values[column] = .int(Int64(value)) }

        /// The value of a bool.
        public mutating func set(_ column: Int, _ value: Bool) { values[column] = .bool(value) }

        /// The value of a double.
        public mutating func set(_ column: Int, _ value: Double) { values[column] = .double(value) }

        /// The value of a string.
        public mutating func set(_ column: Int, _ value: String) { values[column] = scratch.string(value) }

        /// The value of a date.
        public mutating func set(_ column: Int, _ value: Date) { values[column] = .timestamp(Timestamp(value)) }
    }

    /// Adds `count` objects of a class with a primary key, which must be among `names`; other properties are zero,
    /// empty or nil.
    ///
    /// - Parameter fill: sets all values of object 0, 1, 2 and so on. The values of the previous object are still set.
    /// - Throws: `invalidInput` for a primary key that is taken.
    public func insert(_ count: Int, setting names: [String], _ fill: (Int, inout Row) -> Void) throws {
        let columns = names.map(column)
        guard let keyPosition = columns.firstIndex(where: { $0.key == table.primaryKey?.key }) else {
            fatalError("the primary key of '\(table.name)' is not among the properties")
        }
        // Indexed by leaf index, which numbers the columns of a class.
        var positions = [Int](repeating: -1, count: table.columns.reduce(0) { max($0, $1.leafIndex + 1) })
        for (position, column) in columns.enumerated() { positions[column.leafIndex] = position }
        var row = Row(values: [Value](repeating: .null, count: columns.count))
        for index in 0..<count {
            row.scratch.reset()
            fill(index, &row)
            let values = row.values
            let primaryKey = values[keyPosition]
            let isTaken = try changing {
                guard try table.table.find(primaryKey: primaryKey) == nil else { return true }
                _ = try objects.create(in: table, primaryKey: primaryKey) { column in
                    let position = positions[column.leafIndex]
                    return position < 0 ? nil : values[position]
                }
                return false
            }
            if isTaken { throw invalidInput("The primary key of object \(index) is taken.") }
        }
    }

    /// Appends links to the list `name` of the objects at some positions in the order of keys.
    ///
    /// - Parameter targets: positions of the objects to link to, for the position of an object, in the class that the
    ///   list links to.
    public func appendLinks(
        to name: String, ofObjectsAt positions: Range<Int>, _ targets: (Int) -> [Int]
    ) throws {
        guard let column = table.column(named: name), column.collection == .list, column.type == .link else {
            fatalError("'\(table.name)' has no list of links '\(name)'")
        }
        try changing {
            guard let target = try objects.tables.table(column.oppositeTable) else { return }
            let (own, others) = (try keys(of: table), try keys(of: target))
            for position in positions {
                for (index, other) in targets(position).enumerated() {
                    try objects.insert(
                        .link(target.key, others[other]), at: index, into: column, of: own[position], in: table)
                }
            }
        }
    }

    /// Sets the required int `name` of every object to the result of `change` for its value.
    public func updateInts(_ name: String, _ change: (Int) -> Int) throws {
        let column = intColumn(name)
        try changing {
            for key in try keys(of: table) {
                guard case .int(let old) = try objects.value(of: column, of: key, in: table) else { continue }
                try objects.set(.int(Int64(change(Int(old)))), of: column, of: key, in: table)
            }
        }
    }

    /// Sets the required int `name` of the object with that int primary key.
    ///
    /// - Returns: false if there is none.
    /// - Complexity: O(log n), where n is the number of objects of the class; O(n) in a file of an older format without
    ///   an index of the primary key.
    public func setInt(_ name: String, to value: Int, ofObjectWithPrimaryKey primaryKey: Int) throws -> Bool {
        let column = intColumn(name)
        return try changing {
            guard let key = try find(primaryKey) else { return false }
            try objects.set(.int(Int64(value)), of: column, of: key, in: table)
            return true
        }
    }

    /// Deletes objects by their int primary keys; missing ones are ignored.
    ///
    /// - Returns: the number of deleted objects.
    public func delete(primaryKeys: [Int]) throws -> Int {
        try changing {
            precondition(table.primaryKey?.type == .int, "the primary key of '\(table.name)' is no int")
            let current = table.table
            let tree = try current.objects()
            var keys: [ObjectKey] = []
            keys.reserveCapacity(primaryKeys.count)
            for primaryKey in primaryKeys {
                if let key = try current.find(primaryKey: .int(Int64(primaryKey)), in: tree)?.key { keys.append(key) }
            }
            return try objects.delete(keys, from: table)
        }
    }

    private func find(_ primaryKey: Int) throws(FormatError) -> ObjectKey? {
        precondition(table.primaryKey?.type == .int, "the primary key of '\(table.name)' is no int")
        return try table.table.find(primaryKey: .int(Int64(primaryKey)))?.key
    }

    /// The keys of all objects: the tree must not change during a walk.
    private func keys(of table: TableEditor) throws(FormatError) -> [ObjectKey] {
        let tree = try table.clusters.tree()
        var keys: [ObjectKey] = []
        keys.reserveCapacity(tree.count)
        try tree.forEachLeaf { (leaf) throws(FormatError) in
            for row in 0..<leaf.count { keys.append(leaf.key(row)) }
        }
        return keys
    }

    private func intColumn(_ name: String) -> Column {
        let column = column(name)
        precondition(column.isPlainInteger, "property '\(name)' is no required int")
        return column
    }

    private func column(_ name: String) -> Column {
        guard let column = table.column(named: name), column.collection == nil else {
            fatalError("'\(table.name)' has no single-valued property '\(name)'")
        }
        return column
    }

    private func changing<Result>(_ body: () throws -> Result) throws -> Result {
        precondition(session.write?.objects === objects, "the write transaction is over")
        defer { session.noteChange() }
        return try rethrowing(session.path, body)
    }
}
