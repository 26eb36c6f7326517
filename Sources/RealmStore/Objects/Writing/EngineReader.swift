import Foundation

/// Reads the objects of one class by column, below the level of objects: the engine's own interface, measured by the
/// benchmarks.
///
/// Loops run inside the engine and allocate nothing per value. Not part of the API for apps: it is available with
/// `@_spi(Engine) import RealmStore`, and may change with any release. Every function that takes a column name traps if
/// the class has no such single-valued property of the requested type.
@_spi(Engine)
public struct EngineReader {
    private let session: Session
    private let table: Table

    /// Reads the objects of class `className` in `realm`; traps if there is no such class.
    public init(_ realm: Realm, className: String) {
        session = realm.session
        guard let table = session.group.table(ofClass: className) else {
            fatalError("class '\(className)' is not in the schema of this Realm")
        }
        self.table = table
    }

    /// One object during `forEachRow(reading:_:)`. Columns are numbered in the order of the request.
    ///
    /// A view that cannot be copied, and so cannot be kept.
    public struct Row: ~Copyable {
        fileprivate var cursor: RowCursor
        fileprivate let session: Session

        /// The value of a required int. Traps in a column of another type.
        public func int(_ column: Int) -> Int { Int(cursor.int(column)) }

        /// The value of a double; nil for null, for other types, and for unreadable values.
        public func double(_ column: Int) -> Double? {
            if case .double(let value) = value(column) { value } else { nil }
        }

        /// The value of a string; nil for null, for other types, and for unreadable values.
        public func string(_ column: Int) -> String? {
            if case .string(let bytes) = value(column) { String(decoding: bytes, as: UTF8.self) } else { nil }
        }

        /// The value of a date; nil for null, for other types, and for unreadable values.
        public func date(_ column: Int) -> Date? {
            if case .timestamp(let value) = value(column) { Date(value) } else { nil }
        }

        private func value(_ column: Int) -> Value {
            session.read(.null) { try cursor.value(column) }
        }
    }

    /// Calls `body` with every object, in the order of their keys.
    ///
    /// - Throws: `invalidDatabase` for a damaged file.
    /// - Complexity: O(number of objects)
    public func forEachRow(reading names: [String], _ body: (borrowing Row) -> Void) throws {
        var row = Row(cursor: RowCursor(names.map { column($0) }, of: table), session: session)
        try reading {
            try table.objects().forEachLeaf { (cluster) throws(FormatError) in
                try row.cursor.open(cluster)
                for index in 0..<cluster.count {
                    row.cursor.row = index
                    body(row)
                }
            }
        }
    }

    /// Number of objects.
    ///
    /// - Throws: `invalidDatabase` for a damaged file, like all functions.
    /// - Complexity: O(1)
    public func count() throws -> Int { try reading { try table.objects().count } }

    /// Number of objects whose required int `name` is greater than `threshold`.
    public func count(of name: String, greaterThan threshold: Int) throws -> Int {
        var kernel = CountGreaterKernel(threshold: Int64(threshold))
        try run(&kernel, on: name)
        return kernel.count
    }

    /// Number of objects whose string `name` contains `text`, byte for byte; every string contains an empty text.
    public func count(of name: String, containing text: String) throws -> Int {
        let column = column(name, .string)
        return try reading {
            try ColumnScan(column, of: table).countStrings(containing: ByteSearch(Array(text.utf8)))
        }
    }

    /// Calls `body` for each of `texts`, in order, with the number of objects whose string `name`, which has a search
    /// index, equals it.
    ///
    /// - Complexity: O(number of texts * log number of objects)
    public func forEachCount(of name: String, equalToEachOf texts: [String], _ body: (Int) -> Void) throws {
        let column = column(name, .string)
        precondition(column.isIndexed, "property '\(name)' has no search index")
        try reading {
            let objects = try table.objects()
            for text in texts { body(try table.matches(of: text, in: column, of: objects).count) }
        }
    }

    /// Sum, wrapping around on overflow, and maximum of the required int `name`; nil if there are no objects.
    public func sumAndMaximum(of name: String) throws -> (sum: Int, maximum: Int)? {
        var kernel = SumAndExtremesKernel()
        try run(&kernel, on: name)
        return kernel.extremes.largest.map { (Int(kernel.sum.sum), Int($0)) }
    }

    /// Looks up objects by their int primary key and calls `body` with the required int `name` of each that exists.
    ///
    /// Traps if the primary key is not an int.
    ///
    /// - Complexity: O(number of keys * log number of objects)
    public func forEachInt(_ name: String, ofObjectsWithPrimaryKeys keys: [Int], _ body: (Int) -> Void) throws {
        let column = column(name, .int)
        precondition(table.primaryKey?.type == .int, "the primary key of class '\(table.className ?? "")' is no int")
        try reading {
            let objects = try table.objects()
            for key in keys {
                guard let position = try table.find(primaryKey: .int(Int64(key)), in: objects),
                    case .int(let value) = try table.value(of: column, at: position)
                else { continue }
                body(Int(value))
            }
        }
    }

    private func run<Kernel: IntegerKernel>(_ kernel: inout Kernel, on name: String) throws {
        let column = column(name, .int)
        precondition(!column.isNullable, "property '\(name)' may be null")
        try reading { try ColumnScan(column, of: table).run(&kernel) }
    }

    private func column(_ name: String, _ type: ValueType? = nil) -> Column {
        guard let column = table.column(named: name), column.collection == nil, type == nil || column.type == type
        else {
            fatalError("class '\(table.className ?? "")' has no single-valued property '\(name)' of this type")
        }
        return column
    }

    private func reading<Result>(_ body: () throws -> Result) throws -> Result {
        try rethrowing(session.path, body)
    }
}
