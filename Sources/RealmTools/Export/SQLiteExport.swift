import RealmStore

/// Makes rows of SQLite tables of objects.
///
/// Texts, dates (ISO 8601), decimals and ids are TEXT, data is BLOB, a boolean is 0 or 1. NaN is stored as its text in
/// JSON, since SQLite would turn it into null.
struct SQLiteExport: TableSink {
    /// The destination of each row; nil for a part, whose rows are gathered.
    private let tables: SQLiteTables?
    private let source: ExportSource
    private let style: RealmExporter.ValueStyle
    private var cells = SQLiteCells()
    private var json: JSONWriter
    private var text = TextBuffer()

    init(_ tables: SQLiteTables?, _ source: ExportSource, style: RealmExporter.ValueStyle) {
        self.tables = tables
        self.source = source
        self.style = style
        json = JSONWriter(source: source, style: style, output: ExportOutput(nil))
    }

    // MARK: Rows

    func namesKey(of exported: ExportClass) -> Bool { SQLSchema.namesKey(of: exported) }

    func begin(_ table: ExportTable) throws { try tables?.begin() }

    func end() { tables?.end() }

    mutating func endRow() throws {
        guard let tables else { return }
        try tables.add(cells)
        cells.removeAll()
    }

    func makePart(_ source: ExportSource) -> SQLiteExport? { SQLiteExport(nil, source, style: style) }

    var partByteCount: Int { cells.byteCount }

    func add(_ part: SQLiteExport) throws { try tables?.add(part.cells) }

    mutating func number(_ number: Int64) { cells.add(number) }

    mutating func key(_ value: Value, of exported: ExportClass) throws { try bind(value) }

    mutating func field(_ value: Value, of property: ExportClass.Property) throws {
        switch value {
        case .list, .dictionary: try bindJSON(value, of: property)
        case .null: cells.addNull()
        case _ where property.column.type == .mixed && style == .typed: try bindJSON(value, of: property)
        default: try bind(value)
        }
    }

    private mutating func bindJSON(_ value: Value, of property: ExportClass.Property) throws {
        json.output.text.removeAll()
        try json.element(value, of: property, 0)
        json.output.text.bytes.withUnsafeBytes { cells.add(text: $0) }
    }

    private mutating func bind(_ value: Value) throws {
        switch value {
        case .null, .list, .dictionary: cells.addNull()
        case .int(let number): cells.add(number)
        case .bool(let flag): cells.add(Int64(flag ? 1 : 0))
        case .float(let number) where number.isNaN: bindText { $0.number(number) }
        case .double(let number) where number.isNaN: bindText { $0.number(number) }
        case .float(let number): cells.add(Double(number))
        case .double(let number): cells.add(number)
        case .string(let bytes):
            guard bytes.isUTF8 else { throw FormatError(.badValue, at: .none, "a text is not UTF-8") }
            cells.add(text: bytes)
        case .binary(let bytes): cells.add(data: bytes)
        case .timestamp(let date):
            try date.checkProper()
            bindText { $0.date(date) }
        case .decimal(let number): bindText { $0.decimal(number) }
        case .objectId(let id): bindText { $0.objectId(id) }
        case .uuid(let id): bindText { $0.uuid(id) }
        case .link(let table, let key):
            guard let target = try source.reference(table, key) else { return try bind(.null) }
            try bind(target)
        }
    }

    private mutating func bindText(_ write: (inout TextBuffer) -> Void) {
        text.removeAll()
        write(&text)
        text.bytes.withUnsafeBytes { cells.add(text: $0) }
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
