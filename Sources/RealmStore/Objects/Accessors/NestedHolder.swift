/// The start of a `NestedStep`: a property, or a collection that contains others.
enum NestedHolder {
    /// A single mixed property.
    case row(ColumnLeaf, Int)
    case list(CollectionTree)
    case dictionary(DictionaryTree)
    /// A value or collection that contains no others.
    case nothing

    /// A property of an object.
    init(_ found: (row: ObjectRow, column: Column)) throws(FormatError) {
        let (row, column) = found
        self =
            switch column.collection {
            case nil: .row(try row.cluster.column(column), row.row)
            case .list: .list(try row.table.list(column, at: row.position))
            case .dictionary: .dictionary(try row.table.dictionary(column, at: row.position))
            case .set: .nothing
            }
    }

    init(_ value: Value, _ space: NodeSpace) throws(FormatError) {
        self =
            switch value {
            case .list(let root): .list(try .nestedList(root, in: space))
            case .dictionary(let root): .dictionary(try DictionaryTree(root, hasIntegerKeys: false, in: space))
            default: .nothing
            }
    }
}
