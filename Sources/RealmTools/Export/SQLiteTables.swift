import RealmStore

/// The tables of an export in a SQLite database, and their rows.
final class SQLiteTables {
    private let database: SQLiteDatabase
    private let schema: SQLSchema
    private var statement: SQLiteStatement?
    private var tableIndex = 0

    /// - Parameters:
    ///   - path: of a missing or empty file.
    ///   - document: the schema, so that an import can recreate the same classes; nil if some are missing.
    init(
        _ path: String, _ source: ExportSource, _ classes: [ExportClass], style: RealmExporter.ValueStyle,
        schemaVersion: UInt64?, document: SchemaDocument?
    ) throws {
        schema = try SQLSchema(classes, of: source, rules: .sqlite)
        database = try SQLiteDatabase(creating: path)
        // Rows may precede the rows that they refer to.
        try database.run("PRAGMA foreign_keys = OFF; BEGIN")
        let meta = SQLNames.quoted(SQLSchema.metaTable)
        try database.run("CREATE TABLE \(meta) (key TEXT NOT NULL PRIMARY KEY, value TEXT)")
        let entries = [
            ("schemaVersion", schemaVersion.map { "\($0)" }), ("schema", document?.json()), ("values", style.rawValue),
        ]
        for (key, value) in entries {
            guard let value else { continue }
            var cells = SQLiteCells()
            cells.add(key)
            cells.add(value)
            try cells.run(SQLiteStatement("INSERT INTO \(meta) VALUES (?, ?)", in: database))
        }
        for table in schema.tables { try database.run(definition(of: table)) }
    }

    /// Creates the indexes, and commits.
    func finish() throws {
        statement = nil
        for table in schema.tables {
            for column in table.indexed {
                let (name, columnName) = (table.name, table.columns[column].name)
                try database.run(
                    """
                    CREATE INDEX \(SQLNames.quoted("\(name).\(columnName)")) \
                    ON \(SQLNames.quoted(name)) (\(SQLNames.quoted(columnName)))
                    """)
            }
        }
        try database.run("COMMIT")
    }

    private func definition(of table: SQLSchema.Table) -> String {
        var lines = table.columns.map { column in
            var line = "\(SQLNames.quoted(column.name))\(type(of: column))\(column.isRequired ? " NOT NULL" : "")"
            if let target = column.target {
                let (other, key) = schema.referenced(target)
                line += " REFERENCES \(SQLNames.quoted(other.name)) (\(SQLNames.quoted(key.name)))"
                line += " DEFERRABLE INITIALLY DEFERRED"
            }
            return line
        }
        let key = table.primaryKey.map { SQLNames.quoted(table.columns[$0].name) }
        lines.append("PRIMARY KEY (\(key.joined(separator: ", ")))")
        for column in table.unique { lines.append("UNIQUE (\(SQLNames.quoted(table.columns[column].name)))") }
        return "CREATE TABLE \(SQLNames.quoted(table.name)) (\n  \(lines.joined(separator: ",\n  "))\n)"
    }

    private func type(of column: SQLSchema.Column) -> String {
        switch column.storedKind(in: schema) {
        case .number: " INTEGER"
        case .outsideKey: ""
        case .dictionaryKey: " TEXT"
        case .value(let type):
            switch type {
            case .int, .bool: " INTEGER"
            case .float, .double: " REAL"
            case .binary: " BLOB"
            // Without a type, SQLite leaves every value as it is.
            case .mixed: ""
            default: " TEXT"
            }
        }
    }

    // MARK: Rows

    /// Begins the next table.
    func begin() throws {
        let table = schema.tables[tableIndex]
        let marks = table.columns.map { _ in "?" }.joined(separator: ", ")
        statement = try SQLiteStatement("INSERT INTO \(SQLNames.quoted(table.name)) VALUES (\(marks))", in: database)
    }

    func end() { tableIndex += 1 }

    /// Adds rows to the table.
    func add(_ cells: SQLiteCells) throws { if let statement { try cells.run(statement) } }
}
