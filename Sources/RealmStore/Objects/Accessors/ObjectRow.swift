/// The position of an object in one version: its cluster, and its row there.
struct ObjectRow {
    let cluster: RowCluster
    var row: Int

    init(cluster: RowCluster, row: Int) {
        self.cluster = cluster
        self.row = row
    }

    var table: Table { cluster.table }
    var position: ClusterTree.Position { ClusterTree.Position(leaf: cluster.leaf, row: row) }
    var place: ObjectPlace { ObjectPlace(table: table.key, key: cluster.leaf.key(row)) }

    /// The value of a single-valued property.
    func value(of column: Column) throws(FormatError) -> Value { try cluster.column(column).value(row) }

    /// The place of the list or dictionary in a mixed property.
    func nestedPlace(of value: Value, _ column: Column, _ session: Session) -> PropertyPlace? {
        let identity: Int64 = session.read(0) { try cluster.column(column).identity(row) }
        return NestedStep(.value, to: value, identity: identity).map {
            PropertyPlace(column, of: self, session).nested($0)
        }
    }

    /// The property of that name in the program, or else in the file. Traps if there is none.
    func column(_ name: String, in session: Session) -> Column {
        let columnName = session.models.columnName(of: name, inClass: table.className)
        if let column = table.column(named: columnName) { return column }
        misuse("class '\(table.className ?? table.name)' has no property '\(name)'")
    }
}
