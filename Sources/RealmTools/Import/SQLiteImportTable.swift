import RealmStore

/// A table of a SQLite database, and the mapping of its rows.
struct SQLiteImportTable: Sendable {
    struct Column: Sendable {
        /// The selected expression: the column, or the value it refers to.
        let expression: String
        /// The name of the value in an imported record.
        let member: String
        /// Whether texts are those of RealmStore's export: they name owners and dictionary keys, or are JSON.
        let isField: Bool
    }

    let name: String
    let className: String
    /// The collection of which the rows are elements; nil for objects.
    let collection: String?
    let columns: [Column]
    /// A name for the number of a row; nil if the rows have none.
    let rowid: String?

    /// The query for all rows: their numbers first, if they have any. The elements of a list follow each other.
    var query: String {
        let number = rowid.map { [$0] } ?? []
        let names = columns.map(\.expression)
        // Positions in the selection.
        let order = collection == nil ? number : rowid == nil ? ["1", "2"] : ["2", "3"]
        return "SELECT \((number + names).joined(separator: ", ")) FROM \(SQLNames.quoted(name))"
            + (order.isEmpty ? "" : " ORDER BY \(order.joined(separator: ", "))")
    }
}
