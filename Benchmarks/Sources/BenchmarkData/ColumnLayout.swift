/// A column that is neither nullable nor a collection (file format: tables, "Spec and columns").
struct ColumnLayout {
    var name: String
    var type: ColumnType

    enum ColumnType: Int64 {
        case int = 0
        case bool = 1
        case string = 2
        case timestamp = 8
        case double = 10
    }

    /// The key of this column as the one at `index` of a table from which no column was ever removed.
    func key(index: Int, tableKey: Int64) -> Int64 {
        (tableKey << 30) | (type.rawValue << 16) | Int64(index)
    }
}
