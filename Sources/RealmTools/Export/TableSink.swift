import RealmStore

/// The receiver of the rows of tables.
protocol TableSink {
    /// Whether rows of a class begin with the object's key.
    func namesKey(of exported: ExportClass) -> Bool

    /// Begins a table. The fields of each row follow in this order: for a class, the object key if `namesKey`, then
    /// each single value; for a collection, the owner, the position or the dictionary's key, and the value.
    mutating func begin(_ table: ExportTable) throws
    /// An object key, or a position in a list or set.
    mutating func number(_ number: Int64) throws
    /// A primary key, or the key of a dictionary.
    mutating func key(_ value: Value, of exported: ExportClass) throws
    mutating func field(_ value: Value, of property: ExportClass.Property) throws
    mutating func endRow() throws
    /// Ends the current table.
    mutating func end() throws

    /// A sink for some rows of the current table, on another thread, or nil if all have to come here.
    ///
    /// - Parameter source: of these rows.
    func makePart(_ source: ExportSource) -> Self?
    /// Bytes of a part.
    var partByteCount: Int { get }
    /// Adds the rows of a part behind those that are there.
    mutating func add(_ part: Self) throws
}

extension TableSink {
    func makePart(_ source: ExportSource) -> Self? { nil }
    var partByteCount: Int { 0 }
    mutating func add(_ part: Self) { preconditionFailure("the sink has no parts") }
}
