/// Some columns of a whole table, a row at a time: what reads objects in bulk.
///
/// Leaves are opened and checked once per cluster; reading a value from one then allocates nothing.
struct RowScan {
    private let table: Table
    private let columns: [Column]

    init(_ columns: [Column], of table: Table) {
        self.table = table
        self.columns = columns
    }

    /// One row: a place in the leaves of the columns. Valid during the call that it is handed to.
    struct Row {
        fileprivate var leaves: [ColumnLeaf] = []
        fileprivate var index = 0

        /// The value in the column of that position among those scanned.
        func value(_ column: Int) throws(FormatError) -> Value { try leaves[column].value(index) }

        /// The value of a required int. Traps in a column of another type.
        func int(_ column: Int) -> Int64 {
            guard let leaf = leaves[column].int else { preconditionFailure("not a required int") }
            return leaf[index]
        }
    }

    /// Calls `body` with each row, in the order of object keys.
    func forEachRow(_ body: (borrowing Row) throws(FormatError) -> Void) throws(FormatError) {
        var row = Row()
        row.leaves.reserveCapacity(columns.count)
        try table.objects().forEachLeaf { (cluster) throws(FormatError) in
            row.leaves.removeAll(keepingCapacity: true)
            for column in columns {
                let ref = try cluster.column(column.leafIndex)
                row.leaves.append(try ColumnLeaf.column(column, at: ref, rows: cluster.count, in: table.space))
            }
            for index in 0..<cluster.count {
                row.index = index
                try body(row)
            }
        }
    }
}
