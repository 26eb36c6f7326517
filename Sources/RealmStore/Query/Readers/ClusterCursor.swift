/// The position of a query in one table: the current cluster, and the leaves of the columns read there.
///
/// A leaf is opened once per cluster, and only if it is needed. A view: valid as long as the snapshot.
final class ClusterCursor {
    let table: Table
    private let objects: ClusterTree
    @exclusivity(unchecked) private(set) var cluster: ClusterLeaf?
    @exclusivity(unchecked) private var columns: [OpenColumn] = []

    private struct OpenColumn {
        let column: Column
        /// What was opened of it in the cluster.
        var leaf: ColumnLeaf?
        var node: Node?
    }

    init(_ table: Table) throws(FormatError) {
        self.table = table
        objects = try table.objects()
    }

    /// Adds a column to those that are read.
    ///
    /// - Returns: the number by which it is accessed.
    func add(_ column: Column) -> Int {
        if let index = columns.firstIndex(where: { $0.column.key == column.key }) { return index }
        columns.append(OpenColumn(column: column))
        return columns.count - 1
    }

    func column(_ index: Int) -> Column { columns[index].column }

    /// Moves to a cluster of the table.
    func open(_ leaf: ClusterLeaf) {
        cluster = leaf
        for index in columns.indices {
            columns[index].leaf = nil
            columns[index].node = nil
        }
    }

    /// Moves to the cluster of the object with that key.
    ///
    /// - Returns: its row there; nil if there is no such object.
    /// - Complexity: O(1) in the current cluster, else O(log count)
    func seek(_ key: ObjectKey) throws(FormatError) -> Int? {
        if let row = cluster?.row(of: key) { return row }
        guard let position = try objects.find(key) else { return nil }
        open(position.leaf)
        return position.row
    }

    /// The object in `row` of the cluster.
    func key(_ row: Int) throws(FormatError) -> ObjectKey { try current().key(row) }

    private func current() throws(FormatError) -> ClusterLeaf {
        guard let cluster else { preconditionFailure("no cluster is open") }
        return cluster
    }

    /// The leaf of a single-valued column in the cluster.
    func leaf(_ index: Int) throws(FormatError) -> ColumnLeaf {
        if let leaf = columns[index].leaf { return leaf }
        let cluster = try current()
        let column = columns[index].column
        let opened = try ColumnLeaf.column(
            column, at: cluster.column(column.leafIndex), rows: cluster.count, in: table.space)
        columns[index].leaf = opened
        return opened
    }

    /// The slot of a column of collections or backlinks in `row`.
    func slot(_ index: Int, _ row: Int) throws(FormatError) -> Slot {
        if let node = columns[index].node { return node.slot(row) }
        let opened = try table.slots(of: columns[index].column, in: current())
        columns[index].node = opened
        return opened.slot(row)
    }

    /// The root of a collection in `row`; `Ref.none` for one that was never written to.
    func root(_ index: Int, _ row: Int) throws(FormatError) -> Ref {
        try table.collectionRoot(slot(index, row), of: columns[index].column)
    }
}
