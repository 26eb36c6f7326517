/// A cluster of objects in one version, with those of its columns that were read: what the accessors of up to 256
/// neighbouring objects share.
///
/// Used by one thread at a time, as the accessors are, unless it is shared.
final class RowCluster {
    let table: Table
    let leaf: ClusterLeaf
    /// Column leaves that were opened, by leaf index.
    @exclusivity(unchecked) private var columns: [ColumnLeaf?] = []
    /// The same by property of the model class.
    @exclusivity(unchecked) private var fields: [ColumnLeaf?] = []

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

    /// The values of a single-valued property, if they were read before.
    @inline(__always)
    func field(_ property: UInt16) -> ColumnLeaf? {
        let index = Int(property)
        return index < fields.count ? fields[index] : nil
    }

    /// The values of a single-valued property, which is stored in that column.
    func field(_ property: UInt16, _ column: Column) throws(FormatError) -> ColumnLeaf {
        let leaf = try self.column(column)
        if !isShared { RowCluster.note(leaf, at: Int(property), in: &fields) }
        return leaf
    }

    @inline(never)
    private func open(_ column: Column) throws(FormatError) -> ColumnLeaf {
        let index = column.leafIndex
        let opened = try ColumnLeaf.column(column, at: leaf.column(index), rows: leaf.count, in: table.space)
        if !isShared { RowCluster.note(opened, at: index, in: &columns) }
        return opened
    }

    private static func note(_ leaf: ColumnLeaf, at index: Int, in leaves: inout [ColumnLeaf?]) {
        if leaves.count <= index { leaves.append(contentsOf: repeatElement(nil, count: index + 1 - leaves.count)) }
        leaves[index] = leaf
    }
}
