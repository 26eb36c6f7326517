/// Reads some columns of a table row by row, for reading objects in bulk.
///
/// Leaves are opened and checked once per cluster; reading a value from one then allocates nothing. A view: valid as
/// long as the snapshot.
struct RowCursor {
    private let columns: [Column]
    private let space: NodeSpace
    private var leaves: [ColumnLeaf] = []
    /// The leaves of plain integers again, since a generic leaf takes longer to read; others are empty.
    private var integers: [IntegerArray] = []
    /// The row in the current cluster. Reading traps unless it is below the cluster's count.
    var row = 0

    init(_ columns: [Column], of table: Table) {
        self.columns = columns
        space = table.space
        leaves.reserveCapacity(columns.count)
        integers.reserveCapacity(columns.count)
    }

    /// Moves to the first row of a cluster.
    mutating func open(_ cluster: ClusterLeaf) throws(FormatError) {
        row = 0
        leaves.removeAll(keepingCapacity: true)
        integers.removeAll(keepingCapacity: true)
        for column in columns {
            let ref = try cluster.column(column.leafIndex)
            let leaf = try ColumnLeaf.column(column, at: ref, rows: cluster.count, in: space)
            leaves.append(leaf)
            integers.append(leaf.int ?? .empty)
        }
    }

    /// The value in the column at that position among the columns read.
    func value(_ column: Int) throws(FormatError) -> Value { try leaves[column].value(row) }

    /// The value of a plain integer. Traps in any other column.
    func int(_ column: Int) -> Int64 { integers[column][row] }
}
