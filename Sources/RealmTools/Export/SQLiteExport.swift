import RealmStore

/// Writes tables into a SQLite database.
///
/// Texts, dates (ISO 8601), decimals and ids are TEXT, data is BLOB, a boolean is 0 or 1. NaN is stored as its text in
/// JSON, since SQLite would turn it into null.
final class SQLiteExport: TableSink {
    private let source: ExportSource
    private let database: SQLiteDatabase
    private let schema: SQLSchema
    private let style: RealmExporter.ValueStyle
    private var json: JSONWriter
    private var text = TextBuffer()
    private var statement: SQLiteStatement?
    private var tableIndex = 0

    /// - Parameters:
    ///   - path: of a missing or empty file.
    ///   - document: the schema, so that an import can recreate the same classes; nil if some are missing.
    init(
        _ path: String, _ source: ExportSource, _ classes: [ExportClass], style: RealmExporter.ValueStyle,
        schemaVersion: UInt64?, document: SchemaDocument?
    ) throws {
        self.source = source
        self.style = style
        json = JSONWriter(source: source, style: style, output: ExportOutput(nil))
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
            let statement = try SQLiteStatement("INSERT INTO \(meta) VALUES (?, ?)", in: database)
            try statement.bind(text: Array(key.utf8))
            try statement.bind(text: Array(value.utf8))
            try statement.run()
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

    func namesKey(of exported: ExportClass) -> Bool { SQLSchema.namesKey(of: exported) }

    func begin(_ table: ExportTable) throws {
        let table = schema.tables[tableIndex]
        let marks = table.columns.map { _ in "?" }.joined(separator: ", ")
        statement = try SQLiteStatement("INSERT INTO \(SQLNames.quoted(table.name)) VALUES (\(marks))", in: database)
    }

    func end() { tableIndex += 1 }

    func endRow() throws { try statement?.run() }

    func number(_ number: Int64) throws { try statement?.bind(number) }

    func key(_ value: Value, of exported: ExportClass) throws { try bind(value) }

    func field(_ value: Value, of property: ExportClass.Property) throws {
        switch value {
        case .list, .dictionary: try bindJSON(value, of: property)
        case .null: try statement?.bindNull()
        case _ where property.column.type == .mixed && style == .typed: try bindJSON(value, of: property)
        default: try bind(value)
        }
    }

    private func bindJSON(_ value: Value, of property: ExportClass.Property) throws {
        json.output.text.removeAll()
        try json.element(value, of: property, 0)
        try statement?.bind(text: json.output.text.bytes)
    }

    private func bind(_ value: Value) throws {
        switch value {
        case .null, .list, .dictionary: try statement?.bindNull()
        case .int(let number): try statement?.bind(number)
        case .bool(let flag): try statement?.bind(Int64(flag ? 1 : 0))
        case .float(let number) where number.isNaN: try bindText { $0.number(number) }
        case .double(let number) where number.isNaN: try bindText { $0.number(number) }
        case .float(let number): try statement?.bind(Double(number))
        case .double(let number): try statement?.bind(number)
        case .string(let bytes):
            guard UTF8Sequence.isValid(bytes) else { throw FormatError(.badValue, at: .none, "a text is not UTF-8") }
            try statement?.bind(text: bytes)
        case .binary(let bytes): try statement?.bind(data: bytes)
        case .timestamp(let date):
            try date.checkProper()
            try bindText { $0.date(date) }
        case .decimal(let number): try bindText { $0.decimal(number) }
        case .objectId(let id): try bindText { $0.objectId(id) }
        case .uuid(let id): try bindText { $0.uuid(id) }
        case .link(let table, let key):
            guard let target = try source.reference(table, key) else { return try bind(.null) }
            try bind(target)
        }
    }

    private func bindText(_ write: (inout TextBuffer) -> Void) throws {
        text.removeAll()
        write(&text)
        try statement?.bind(text: text.bytes)
    }
}

extension ExportSource {
    /// The value to which a link refers in a relational database: the primary key, or the object key; nil if there is
    /// none.
    func reference(_ table: TableKey, _ key: ObjectKey) throws(FormatError) -> Value? {
        if key.isUnresolved { unresolvedLinks += 1 }
        guard !key.isUnresolved, !key.isNull else { return nil }
        let (exported, primaryKey) = try target(table, key)
        guard let primaryKey, !SQLSchema.namesKey(of: exported) else { return .int(key.value) }
        return primaryKey
    }
}
