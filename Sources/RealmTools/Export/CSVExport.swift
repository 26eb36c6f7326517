import Foundation
import RealmStore

/// Writes tables as CSV (RFC 4180): a file for each, one after another.
struct CSVExport: TableSink {
    private let source: ExportSource
    private let sink: (_ file: String, _ bytes: Data) throws -> Void
    private var output = ExportOutput(nil)
    /// Renders nested collections, and typed mixed values, for one field.
    private var json: JSONWriter
    private var isFirstField = true
    /// Bytes of all files.
    private(set) var byteCount = 0

    init(
        _ source: ExportSource, style: RealmExporter.ValueStyle,
        sink: @escaping (_ file: String, _ bytes: Data) throws -> Void
    ) {
        self.source = source
        self.sink = sink
        json = JSONWriter(source: source, style: style, output: ExportOutput(nil))
    }

    // MARK: Files

    /// The name of a class's file, or of one of its collections.
    ///
    /// Bytes with a meaning in paths are escaped as in a URL, and so is every underscore of the class's name that could
    /// be mistaken for the separator.
    static func fileName(_ className: String, _ property: String? = nil) -> String {
        var name = escaped(className, escapingUnderscores: true)
        if let property { name += "__" + escaped(property, escapingUnderscores: false) }
        return name + ".csv"
    }

    private static func escaped(_ name: String, escapingUnderscores: Bool) -> String {
        let bytes = Array(name.utf8)
        var escaped = TextBuffer()
        for (index, byte) in bytes.enumerated() {
            let isSeparator =
                byte == UInt8(ascii: "_") && (index + 1 == bytes.count || bytes[index + 1] == UInt8(ascii: "_"))
            let isSpecial =
                byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
                || byte == UInt8(ascii: "%") || byte == UInt8(ascii: ".") && index == 0
            if isSpecial || (escapingUnderscores && isSeparator) {
                escaped.byte(UInt8(ascii: "%"))
                escaped.hex(byte)
            } else {
                escaped.byte(byte)
            }
        }
        return String(decoding: escaped.bytes, as: UTF8.self)
    }

    // MARK: Rows

    func namesKey(of exported: ExportClass) -> Bool { exported.primaryKey == nil }

    mutating func begin(_ table: ExportTable) throws {
        let exported = table.exported
        let property = table.collection.map { exported.properties[$0].column }
        let (sink, file) = (sink, CSVExport.fileName(exported.name, property?.name))
        output = ExportOutput { bytes in try sink(file, bytes) }
        let names =
            switch property?.collection {
            case nil:
                (namesKey(of: exported) ? ["_key"] : []) + table.singles.map { exported.properties[$0].name }
            case .dictionary: ["owner", "key", "value"]
            default: ["owner", "position", "value"]
            }
        for name in names {
            separate()
            output.text.csv(name)
        }
        try endRow()
    }

    func makePart(_ source: ExportSource) -> CSVExport? { CSVExport(source, style: json.style) { _, _ in } }

    var partByteCount: Int { output.text.count }

    mutating func add(_ part: CSVExport) throws { try output.pass(part.output.text) }

    mutating func end() throws {
        try output.flush()
        byteCount += output.byteCount
    }

    mutating func endRow() throws {
        output.text.text("\r\n")
        isFirstField = true
        try output.flushIfFull()
    }

    private mutating func separate() {
        if !isFirstField { output.text.byte(UInt8(ascii: ",")) }
        isFirstField = false
    }

    // MARK: Fields

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
        switch value {
        case .null: break
        case .link(_, let key) where key.isUnresolved: source.unresolvedLinks += 1
        case .list, .dictionary: try jsonField(value, of: property)
        case _ where property.column.type == .mixed && json.style == .typed: try jsonField(value, of: property)
        default: try scalar(value)
        }
    }

    private mutating func jsonField(_ value: Value, of property: ExportClass.Property) throws {
        json.output.text.removeAll()
        try json.element(value, of: property, 0)
        // JSON is UTF-8.
        _ = output.text.csv(json.output.text.bytes)
    }

    private mutating func scalar(_ value: Value) throws {
        switch value {
        case .null, .list, .dictionary: break
        case .int(let number): output.text.integer(number)
        case .bool(let flag): if flag { output.text.text("true") } else { output.text.text("false") }
        case .float(let number): output.text.number(number)
        case .double(let number): output.text.number(number)
        case .string(let bytes):
            guard output.text.csv(bytes) else { throw FormatError(.badValue, at: .none, "a text is not UTF-8") }
        case .binary(let bytes):
            if bytes.isEmpty { output.text.text("\"\"") } else { output.text.base64(bytes) }
        case .timestamp(let date):
            try date.checkProper()
            output.text.date(date)
        case .decimal(let number): output.text.decimal(number)
        case .objectId(let id): output.text.objectId(id)
        case .uuid(let id): output.text.uuid(id)
        case .link(let table, let key):
            guard !key.isNull else { break }
            if let primaryKey = try source.target(table, key).primaryKey {
                if primaryKey.isNull { source.nullKeyLinks += 1 }
                try scalar(primaryKey)
            } else {
                output.text.integer(key.value)
            }
        }
    }
}
