/// Reads records of CSV (RFC 4180) straight into columns of one class.
///
/// It takes what is usual: records with as many fields as the header, each a single value of its property's type. Any
/// other record is left to a reader that knows everything and says what is wrong.
struct CSVRowReader {
    private let block: RowBlock
    private let rows: RowColumns
    private let position: Int
    /// The positions of the properties that the fields are of; nil for the object's key.
    private let fields: [Int?]
    private var cursor: CSVCursor
    /// The key that the record gives its object.
    private var objectKey: Int64?

    /// Reads the whole block.
    ///
    /// - Parameters:
    ///   - position: the class of all objects.
    ///   - fields: the positions of the properties that the fields are of; nil for the object's key.
    static func read(_ block: RowBlock, of position: Int, fields: [Int?]) {
        var reader = CSVRowReader(
            block: block, rows: block.rows[position], position: position, fields: fields, cursor: CSVCursor(block.text))
        reader.read()
    }

    private mutating func read() {
        while !cursor.isAtEnd {
            let (begin, line) = (cursor.offset, cursor.line)
            if !readRecord(begin, line) {
                block.addLine(at: begin, line)
                cursor.skipRecord(at: begin, line)
            }
        }
        block.lineCount = cursor.line
    }

    private mutating func readRecord(_ begin: Int, _ line: Int) -> Bool {
        if rows.isFull { return false }
        rows.begin()
        objectKey = nil
        guard readFields(), rows.end(offset: begin, line: line, objectKey: objectKey) else {
            rows.cancel()
            return false
        }
        block.addRow(of: position)
        return true
    }

    private mutating func readFields() -> Bool {
        let last = fields.count - 1
        for (index, column) in fields.enumerated() {
            guard let (text, isQuoted) = cursor.field(rows.scratch), store(text, isQuoted, column),
                cursor.endField(isLast: index == last)
            else { return false }
        }
        return !fields.isEmpty
    }

    @inline(__always)
    private mutating func store(_ text: UnsafeRawBufferPointer, _ isQuoted: Bool, _ column: Int?) -> Bool {
        guard let column else {
            guard objectKey == nil, case .int(let key) = value(text, .int) else { return false }
            objectKey = key
            return true
        }
        let property = rows.layout.properties[column]
        if text.isEmpty, !isQuoted {
            guard property.column.isNullable, property.column.collection == nil else { return false }
            if case .other = property.form { return rows.note(column) }
            return rows.set(.null, column)
        }
        guard let value = value(text, property.target?.key ?? property.form) else { return false }
        return rows.set(value, column)
    }

    // MARK: Values

    /// The value that is all of a text; nil if it is not of the usual form.
    @inline(__always)
    private func value(_ text: UnsafeRawBufferPointer, _ form: RowLayout.Form) -> Value? {
        guard let begin = text.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return nil }
        var cursor = TextCursor(at: begin)
        let value: Value?
        switch form {
        case .string:
            guard text.isUTF8, text.count < BlobEditor.maximumByteCount else { return nil }
            return .string(text)
        case .int: value = cursor.integer()
        case .bool: value = cursor.bool()
        case .float: value = cursor.float()
        case .double: value = cursor.double()
        case .timestamp: value = cursor.date()
        case .objectId: return TextCursor.objectId(text)
        case .uuid: return TextCursor.uuid(text)
        case .decimal: return ExactTextReader.decimal(Array(text)).map(Value.decimal)
        case .binary:
            guard let bytes = ExactTextReader.base64(Array(text)), bytes.count <= BlobEditor.maximumByteCount else {
                return nil
            }
            return rows.scratch.binary(bytes)
        case .mixed, .link, .other: return nil
        }
        return cursor.at == begin + text.count ? value : nil
    }
}
