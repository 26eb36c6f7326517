/// A cluster of objects in one version, with those of its columns that were read: what the accessors of up to 256
/// neighbouring objects share.
///
/// Used by one thread at a time, as the accessors are, unless it is shared.
final class RowCluster {
    let table: Table
    let leaf: ClusterLeaf
    /// Column leaves that were opened, by leaf index.
    private var columns: [ColumnLeaf?] = []

    /// Several threads may read at once: nothing is remembered.
    private let isShared: Bool

    init(_ table: Table, _ leaf: ClusterLeaf, isShared: Bool) {
        self.table = table
        self.leaf = leaf
        self.isShared = isShared
    }

    /// The values of a single-valued column.
    func column(_ column: Column) throws(FormatError) -> ColumnLeaf {
        let index = column.leafIndex
        if index < columns.count, let found = columns[index] { return found }
        return try open(column)
    }

    @inline(never)
    private func open(_ column: Column) throws(FormatError) -> ColumnLeaf {
        let index = column.leafIndex
        let opened = try ColumnLeaf.column(column, at: leaf.column(index), rows: leaf.count, in: table.space)
        if isShared { return opened }
        if columns.count <= index {
            columns.append(contentsOf: repeatElement(nil, count: index + 1 - columns.count))
        }
        columns[index] = opened
        return opened
    }
}
