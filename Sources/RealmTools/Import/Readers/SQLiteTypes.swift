import RealmStore

/// The meaning of declared types of SQLite columns.
///
/// The type of a column in SQLite is a hint; the rules of affinity (SQLite documentation, "Datatypes In SQLite", 3.1)
/// decide, after common names for types that SQLite does not have.
enum SQLiteTypes {
    /// - Parameter declared: in capitals, as declared.
    static func type(_ declared: String) -> PropertyType {
        let name = declared.prefix { $0 != "(" }.trimmingCharacters(in: [" "])
        switch name {
        case "": return .any
        case "BOOL", "BOOLEAN": return .bool
        case "UUID", "GUID", "UNIQUEIDENTIFIER": return .UUID
        case "OBJECTID": return .objectId
        default: break
        }
        if name.contains("DECIMAL") || name.contains("NUMERIC") || name == "MONEY" { return .decimal128 }
        // Columns of dates begin or end like this; UPDATE_COUNT does not.
        if name == "DATE" || name.hasPrefix("DATETIME") || name.hasPrefix("TIMESTAMP") { return .date }
        if name.contains("INT") { return .int }
        if name.contains("CHAR") || name.contains("CLOB") || name.contains("TEXT") { return .string }
        if name.contains("BLOB") { return .data }
        if name.contains("REAL") || name.contains("FLOA") || name.contains("DOUB") { return .double }
        return .any
    }
}
