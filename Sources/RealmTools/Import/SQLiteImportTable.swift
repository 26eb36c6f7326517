import RealmStore

/// A table of a SQLite database, and what its rows become.
struct SQLiteImportTable: Sendable {
    struct Column: Sendable {
        /// What is selected: the column, or what it refers to.
        let expression: String
        /// The name of the value in an imported record.
        let member: String
        /// Texts are those of our own export: they name owners and dictionary keys, or are JSON.
        let isField: Bool
    }

    let name: String
    let className: String
    /// The collection whose elements the rows are; nil for objects.
    let collection: String?
    let columns: [Column]
    /// A name for the number of a row; nil in a table whose rows have none.
    let rowid: String?

    /// The query for all rows: their numbers first, if they have any. The elements of a list come one behind the other.
    var query: String {
        let number = rowid.map { [$0] } ?? []
        let names = columns.map(\.expression)
        // Positions in what is selected.
        let order = collection == nil ? number : rowid == nil ? ["1", "2"] : ["2", "3"]
        return "SELECT \((number + names).joined(separator: ", ")) FROM \(SQLNames.quoted(name))"
            + (order.isEmpty ? "" : " ORDER BY \(order.joined(separator: ", "))")
    }
}
