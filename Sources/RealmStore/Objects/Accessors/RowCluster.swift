/// A cluster of objects in one version, with its columns read so far: shared by the accessors of up to 256 neighbouring
/// objects.
///
/// Used by one thread at a time, as the accessors are, unless it is shared.
final class RowCluster {
    // First what each look-up reads: that is in one line of the processor's cache.

    /// The most frequently read columns, by property of the model class.
    @exclusivity(unchecked) private var scalars: [ScalarLeaf] = []
    @exclusivity(unchecked) private var texts: [StringLeaf?] = []
    let table: Table
    let tableKey: TableKey
    let leaf: ClusterLeaf
    /// The opened column leaves, by leaf index.
    @exclusivity(unchecked) private var columns: [ColumnLeaf?] = []
    /// The columns whose values the open write transaction may replace in their place, by property of the model class.
    @exclusivity(unchecked) private var replaceable: [ColumnKey?] = []

    /// Whether several threads may read at once: then nothing is cached.
    private let isShared: Bool

    init(_ table: Table, _ leaf: ClusterLeaf, isShared: Bool) {
        self.table = table
        tableKey = table.key
        self.leaf = leaf
        self.isShared = isShared
    }

    /// The values of a single-valued column.
    func column(_ column: Column) throws(FormatError) -> ColumnLeaf {
        let index = column.leafIndex
        if index < columns.count, let found = columns[index] { return found }
        return try open(column)
    }

    /// The values of a single-valued property, if they are cached and small.
    @inline(__always)
    func scalar(_ property: UInt16) -> ScalarLeaf {
        let index = Int(property)
        return index < scalars.count ? scalars[index] : .other
    }

    /// The values of a string property, if they are cached.
    @inline(__always)
    func text(_ property: UInt16) -> StringLeaf? {
        let index = Int(property)
        return index < texts.count ? texts[index] : nil
    }

    /// The values of a single-valued property, stored in that column.
    func column(_ column: Column, of property: UInt16) throws(FormatError) -> ColumnLeaf {
        let leaf = try self.column(column)
        if isShared { return leaf }
        if let text = leaf.string {
            RowCluster.note(text, at: Int(property), in: &texts, nil)
        } else {
            RowCluster.note(leaf.scalar, at: Int(property), in: &scalars, .other)
        }
        return leaf
    }

    /// The column of a property whose cached values may be replaced in their place; nil otherwise.
    @inline(__always)
    func replaceable(_ property: UInt16) -> ColumnKey? {
        let index = Int(property)
        return index < replaceable.count ? replaceable[index] : nil
    }

    /// Records that a value of the property was replaced in its place: its leaf is the open transaction's, and stays
    /// where it is for as long as the placement is the same.
    func noteReplaceable(_ column: Column, _ property: UInt16) {
        guard !isShared, replaceable(property) == nil, (try? self.column(column, of: property)) != nil else { return }
        RowCluster.note(column.key, at: Int(property), in: &replaceable, nil)
    }

    @inline(never)
    private func open(_ column: Column) throws(FormatError) -> ColumnLeaf {
        let index = column.leafIndex
        // The caller's column may be from another state, with fewer distinct values.
        let column = column.enumeratedValues == nil ? column : table.column(column.key) ?? column
        let opened = try ColumnLeaf.column(column, at: leaf.column(index), rows: leaf.count, in: table.space)
        if !isShared { RowCluster.note(opened, at: index, in: &columns, nil) }
        return opened
    }

    private static func note<Leaf>(_ leaf: Leaf, at index: Int, in leaves: inout [Leaf], _ missing: Leaf) {
        if leaves.count <= index {
            leaves.append(contentsOf: repeatElement(missing, count: index + 1 - leaves.count))
        }
        leaves[index] = leaf
    }
}
