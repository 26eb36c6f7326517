import RealmStore

/// The tables of a SQLite database that have their own rows.
struct SQLiteCatalog {
    struct Column {
        let name: String
        /// The declared type, in capitals; empty without one.
        let declaredType: String
        let isRequired: Bool
        /// Position in the primary key, from 1; 0 for others.
        let keyPosition: Int
    }

    /// A column that refers to another table.
    struct Reference {
        let column: String
        let table: String
        /// Nil for the primary key of that table.
        let target: String?
    }

    struct Table {
        let name: String
        let hasRowid: Bool
        let columns: [Column]
        /// Foreign keys of one column.
        let references: [Reference]
        /// Columns with their own index.
        let indexed: Set<String>

        var primaryKey: [Column] { columns.filter { $0.keyPosition > 0 } }

        func column(named name: String) -> Column? { columns.first { $0.name.lowercased() == name.lowercased() } }

        /// A name for the row number that is not hidden by a column; nil if there is none.
        var rowidName: String? {
            hasRowid ? ["rowid", "_rowid_", "oid"].first { column(named: $0) == nil } : nil
        }
    }

    /// In the order of creation.
    private(set) var tables: [Table] = []
    /// Other entries: names and kinds.
    private(set) var others: [(name: String, kind: String)] = []
    /// The metadata of a RealmStore export.
    private(set) var meta: [String: String] = [:]

    init(_ database: SQLiteReader) throws(SQLiteDatabase.Failure) {
        let list = try SQLiteRows(
            """
            SELECT l.name, l.type, l.wr FROM pragma_table_list AS l JOIN sqlite_schema AS s ON s.name = l.name
            WHERE l.schema = 'main' AND l.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY s.rowid
            """, in: database)
        while let row = try list.next() {
            guard let name = row[0].string, let kind = row[1].string else { continue }
            if name == SQLSchema.metaTable {
                try readMeta(database)
            } else if kind == "table" {
                tables.append(try SQLiteCatalog.table(name, hasRowid: row[2] == .integer(0), database))
            } else if kind != "shadow" {
                others.append((name, kind))
            }
        }
    }

    private mutating func readMeta(_ database: SQLiteReader) throws(SQLiteDatabase.Failure) {
        let rows = try SQLiteRows("SELECT * FROM \(SQLNames.quoted(SQLSchema.metaTable))", in: database)
        while let row = try rows.next() {
            if row.count == 2, let key = row[0].string, let value = row[1].string { meta[key] = value }
        }
    }

    private static func table(
        _ name: String, hasRowid: Bool, _ database: SQLiteReader
    ) throws(SQLiteDatabase.Failure) -> Table {
        var columns: [Column] = []
        let list = try SQLiteRows(
            "SELECT name, type, \"notnull\", pk FROM pragma_table_xinfo(?) WHERE hidden <> 1", [name], in: database)
        while let row = try list.next() {
            columns.append(
                Column(
                    name: row[0].string ?? "", declaredType: (row[1].string ?? "").uppercased(),
                    isRequired: row[2] != .integer(0), keyPosition: row[3].int ?? 0))
        }
        return Table(
            name: name, hasRowid: hasRowid, columns: columns, references: try references(of: name, database),
            indexed: try indexes(of: name, database))
    }

    private static func references(
        of name: String, _ database: SQLiteReader
    ) throws(SQLiteDatabase.Failure) -> [Reference] {
        var references: [Int: [Reference]] = [:]
        let list = try SQLiteRows(
            "SELECT id, \"from\", \"table\", \"to\" FROM pragma_foreign_key_list(?)", [name], in: database)
        while let row = try list.next() {
            guard let id = row[0].int, let column = row[1].string, let table = row[2].string else { continue }
            references[id, default: []].append(Reference(column: column, table: table, target: row[3].string))
        }
        return references.sorted { $0.key > $1.key }.compactMap { $0.value.count == 1 ? $0.value[0] : nil }
    }

    private static func indexes(
        of name: String, _ database: SQLiteReader
    ) throws(SQLiteDatabase.Failure) -> Set<String> {
        let list = try SQLiteRows(
            """
            SELECT max(i.name) FROM pragma_index_list(?) AS l, pragma_index_info(l.name) AS i
            WHERE l.partial = 0 AND l.origin <> 'pk' GROUP BY l.name HAVING count(*) = 1
            """, [name], in: database)
        var indexed = Set<String>()
        while let row = try list.next() { if let column = row[0].string { indexed.insert(column) } }
        return indexed
    }
}

extension SQLiteCell {
    var string: String? { if case .text(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { nil } }
    var int: Int? { if case .integer(let number) = self { Int(number) } else { nil } }
}
