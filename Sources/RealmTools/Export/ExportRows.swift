import RealmStore

/// The objects of one cluster with the leaves of all their properties, each opened once.
struct ExportRows {
    /// The values of one property.
    enum Values {
        case single(ColumnLeaf)
        /// Roots of collections.
        case collections(Node)
    }

    let leaf: ClusterLeaf
    let values: [Values]

    init(_ leaf: ClusterLeaf, of exported: ExportClass) throws(FormatError) {
        self.leaf = leaf
        var values: [Values] = []
        values.reserveCapacity(exported.properties.count)
        for property in exported.properties {
            do {
                values.append(try ExportRows.open(property.column, in: leaf, of: exported.table))
            } catch {
                throw FormatError(
                    error.code, at: error.ref, "\(exported.name).\(property.column.name): \(error.message)")
            }
        }
        self.values = values
    }

    static func open(_ column: Column, in leaf: ClusterLeaf, of table: Table) throws(FormatError) -> Values {
        guard column.collection == nil else { return .collections(try table.slots(of: column, in: leaf)) }
        let ref = try leaf.column(column.leafIndex)
        return .single(try ColumnLeaf.column(column, at: ref, rows: leaf.count, in: table.space))
    }
}
