import Foundation
import RealmStore

/// Writes tables as a script for `psql`: definitions, a COPY block for each table, then foreign keys and indexes, all
/// in one transaction.
///
/// PostgreSQL keeps microseconds, years from 4713 BC to 294276, and no zero bytes in text. Other dates are rounded, or
/// become infinite; a zero byte becomes U+FFFD. Both are counted.
struct PostgresExport: TableSink {
    private let source: ExportSource
    private let schema: SQLSchema
    private var output: ExportOutput
    private var json: JSONWriter
    private var tableIndex = 0
    private var isFirstField = true
    /// Values that the database cannot represent exactly.
    private(set) var approximatedValues = 0

    var byteCount: Int { output.byteCount }

    init(
        _ source: ExportSource, _ classes: [ExportClass], style: RealmExporter.ValueStyle,
        sink: @escaping ExportOutput.Sink
    ) throws {
        self.source = source
        output = ExportOutput(sink)
        json = JSONWriter(source: source, style: style, output: ExportOutput(nil))
        schema = try SQLSchema(classes, of: source, rules: .init(nameByteCount: 63, ignoresCase: false))
    }

    /// Writes everything before the rows.
    mutating func writeHead(schemaVersion: UInt64?) throws {
        let meta = SQLNames.quoted(SQLSchema.metaTable)
        output.text.text(
            """
            -- The classes of a Realm file. Load with: psql -v ON_ERROR_STOP=1 -f FILE DATABASE
            SET client_encoding = 'UTF8';
            SET standard_conforming_strings = on;
            BEGIN;
            CREATE TABLE \(meta) (key text PRIMARY KEY, value text);

            """)
        if let schemaVersion {
            output.text.text("INSERT INTO \(meta) VALUES ('schemaVersion', '\(schemaVersion)');\n")
        }
        for table in schema.tables {
            var lines = table.columns.map { column in
                "\(SQLNames.quoted(column.name)) \(type(of: column))\(column.isRequired ? " NOT NULL" : "")"
            }
            let key = table.primaryKey.map { SQLNames.quoted(table.columns[$0].name) }
            lines.append("PRIMARY KEY (\(key.joined(separator: ", ")))")
            for column in table.unique { lines.append("UNIQUE (\(SQLNames.quoted(table.columns[column].name)))") }
            output.text.text(
                "CREATE TABLE \(SQLNames.quoted(table.name)) (\n  \(lines.joined(separator: ",\n  "))\n);\n")
            try output.flushIfFull()
        }
    }

    /// Writes everything after the rows.
    mutating func writeTail() throws {
        for table in schema.tables {
            let name = SQLNames.quoted(table.name)
            for column in table.columns {
                guard let target = column.target else { continue }
                let (other, key) = schema.referenced(target)
                output.text.text(
                    """
                    ALTER TABLE \(name) ADD FOREIGN KEY (\(SQLNames.quoted(column.name))) \
                    REFERENCES \(SQLNames.quoted(other.name)) (\(SQLNames.quoted(key.name)));

                    """)
            }
            for column in table.indexed {
                let column = table.columns[column]
                // JSON has no order. A B-tree index cannot hold long texts; a hash index can, and serves the same
                // look-ups.
                if case .value(.mixed) = column.kind { continue }
                let method = type(of: column) == "text" ? " USING hash" : ""
                output.text.text("CREATE INDEX ON \(name)\(method) (\(SQLNames.quoted(column.name)));\n")
            }
            try output.flushIfFull()
        }
        output.text.text("COMMIT;\n")
        try output.flush()
    }

    private func type(of column: SQLSchema.Column) -> String {
        switch column.storedKind(in: schema) {
        case .number: "bigint"
        case .dictionaryKey, .outsideKey: "text"
        case .value(let type):
            switch type {
            case .int: "bigint"
            case .bool: "boolean"
            case .float: "real"
            case .double: "double precision"
            case .binary: "bytea"
            case .timestamp: "timestamp with time zone"
            case .decimal: "numeric"
            case .uuid: "uuid"
            case .mixed: "json"
            default: "text"
            }
        }
    }

    // MARK: Rows

    func namesKey(of exported: ExportClass) -> Bool { SQLSchema.namesKey(of: exported) }

    mutating func begin(_ table: ExportTable) {
        let table = schema.tables[tableIndex]
        let columns = table.columns.map { SQLNames.quoted($0.name) }.joined(separator: ", ")
        output.text.text("\nCOPY \(SQLNames.quoted(table.name)) (\(columns)) FROM stdin;\n")
    }

    mutating func end() {
        output.text.text("\\.\n")
        tableIndex += 1
    }

    mutating func endRow() throws {
        output.text.byte(UInt8(ascii: "\n"))
        isFirstField = true
        try output.flushIfFull()
    }

    mutating func number(_ number: Int64) {
        separate()
        output.text.integer(number)
    }

    mutating func key(_ value: Value, of exported: ExportClass) throws {
        separate()
        try scalar(value)
    }

    mutating func field(_ value: Value, of property: ExportClass.Property) throws {
        separate()
        if case .null = value { return output.text.text("\\N") }
        guard property.column.type == .mixed else { return try scalar(value) }
        json.output.text.removeAll()
        try json.element(value, of: property, 0)
        text(json.output.text.bytes)
    }

    private mutating func separate() {
        if !isFirstField { output.text.byte(UInt8(ascii: "\t")) }
        isFirstField = false
    }

    private mutating func scalar(_ value: Value) throws {
        switch value {
        case .null, .list, .dictionary: output.text.text("\\N")
        case .int(let number): output.text.integer(number)
        case .bool(let flag): output.text.byte(flag ? UInt8(ascii: "t") : UInt8(ascii: "f"))
        case .float(let number): number.isNaN ? output.text.text("NaN") : output.text.number(number)
        case .double(let number): number.isNaN ? output.text.text("NaN") : output.text.number(number)
        case .string(let bytes):
            guard bytes.isUTF8 else { throw FormatError(.badValue, at: .none, "a text is not UTF-8") }
            text(bytes)
        case .binary(let bytes):
            // The backslash of the hexadecimal form must itself be escaped in a COPY block.
            output.text.text("\\\\x")
            for byte in bytes { output.text.hex(byte) }
        case .timestamp(let value): try date(value)
        case .decimal(let number): number.isNaN ? output.text.text("NaN") : output.text.decimal(number)
        case .objectId(let id): output.text.objectId(id)
        case .uuid(let id): output.text.uuid(id)
        case .link(let table, let key):
            try scalar(source.reference(table, key) ?? .null)
        }
    }

    /// Writes `bytes`, which are UTF-8, with the characters that COPY interprets escaped.
    private mutating func text(_ bytes: some RandomAccessCollection<UInt8>) {
        for byte in bytes {
            switch byte {
            case 0:
                approximatedValues += 1
                output.text.text("\u{FFFD}")
            case UInt8(ascii: "\\"): output.text.text("\\\\")
            case UInt8(ascii: "\n"): output.text.text("\\n")
            case UInt8(ascii: "\r"): output.text.text("\\r")
            case UInt8(ascii: "\t"): output.text.text("\\t")
            default: output.text.byte(byte)
            }
        }
    }

    private mutating func date(_ value: Timestamp) throws {
        try value.checkProper()
        if value.nanoseconds % 1000 != 0 { approximatedValues += 1 }
        // Within the bounds by at least hours, so that rounding cannot exceed them.
        guard (-210_866_000_000...9_224_318_000_000).contains(value.seconds) else {
            approximatedValues += 1
            return output.text.text(value.seconds < 0 ? "-infinity" : "infinity")
        }
        let year = value.civil.day.year
        guard year <= 0 else { return output.text.date(value) }
        // The year before 1 is 1 BC.
        var moved = TextBuffer()
        moved.date(value)
        let afterYear = moved.bytes.dropFirst().firstIndex(of: UInt8(ascii: "-")) ?? 0
        output.text.integer(UInt64(1 - year), digits: 4)
        output.text.raw(moved.bytes[afterYear...])
        output.text.text(" BC")
    }
}
