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
    private let start: UnsafePointer<UInt8>
    private let end: UnsafePointer<UInt8>
    /// The next byte. A zero follows the text.
    private var at: UnsafePointer<UInt8>
    private var line = 0
    /// The key that the record gives its object.
    private var objectKey: Int64?

    /// Reads the whole block.
    ///
    /// - Parameters:
    ///   - position: the class of all objects.
    ///   - fields: the positions of the properties that the fields are of; nil for the object's key.
    static func read(_ block: RowBlock, of position: Int, fields: [Int?]) {
        guard let start = block.text.text.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        var reader = CSVRowReader(
            block: block, rows: block.rows[position], position: position, fields: fields, start: start,
            end: start + block.text.count, at: start)
        reader.read()
    }

    private mutating func read() {
        while at < end {
            let (begin, beginLine) = (at - start, line)
            if !readRecord() {
                block.addLine(at: begin, beginLine)
                let end = block.text.recordEnd(after: begin)
                at = start + end
                line = beginLine + block.text.lineFeedCount(in: begin..<end)
            }
        }
        block.lineCount = line
    }

    private mutating func readRecord() -> Bool {
        let (begin, beginLine) = (at, line)
        if rows.isFull { return false }
        rows.begin()
        objectKey = nil
        guard readFields(), rows.end(offset: begin - start, line: beginLine, objectKey: objectKey) else {
            rows.cancel()
            return false
        }
        block.addRow(of: position)
        return true
    }

    /// Reads the fields, and the line feed after the last one.
    private mutating func readFields() -> Bool {
        let last = fields.count - 1
        for (index, column) in fields.enumerated() {
            guard let (text, isQuoted) = field(), store(text, isQuoted, column) else { return false }
            if index < last {
                guard at.pointee == UInt8(ascii: ",") else { return false }
            } else if at == end {
                return true
            } else if at.pointee != UInt8(ascii: "\n") {
                return false
            } else {
                line += 1
            }
            at += 1
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

    // MARK: Fields

    /// The text of the next field, in the block itself if it has no escapes; nil for one with a problem.
    @inline(__always)
    private mutating func field() -> (text: UnsafeRawBufferPointer, isQuoted: Bool)? {
        if at.pointee == UInt8(ascii: "\"") { return quoted().map { ($0, true) } }
        let begin = at
        skip(to: UInt8(ascii: ","), UInt8(ascii: "\n"))
        guard at.pointee == UInt8(ascii: ",") || at.pointee == UInt8(ascii: "\n") || at == end else { return nil }
        var count = at - begin
        // A carriage return before the end of the record belongs to that.
        if count > 0, at.pointee != UInt8(ascii: ","), at[-1] == UInt8(ascii: "\r") { count -= 1 }
        return (UnsafeRawBufferPointer(start: begin, count: count), false)
    }

    private mutating func quoted() -> UnsafeRawBufferPointer? {
        at += 1
        let begin = at
        var escaped: [UInt8]?
        var part = at
        while true {
            skip(to: UInt8(ascii: "\n"), UInt8(ascii: "\n"))
            if at.pointee == UInt8(ascii: "\n") {
                line += 1
                at += 1
                continue
            }
            guard at.pointee == UInt8(ascii: "\"") else { return nil }
            guard at[1] == UInt8(ascii: "\"") else { break }
            escaped = (escaped ?? []) + Array(UnsafeBufferPointer(start: part, count: at + 1 - part))
            at += 2
            part = at
        }
        let close = at
        at += 1
        if at.pointee == UInt8(ascii: "\r") { at += 1 }
        guard let escaped else { return UnsafeRawBufferPointer(start: begin, count: close - begin) }
        let text = escaped + Array(UnsafeBufferPointer(start: part, count: close - part))
        guard case .string(let copy) = text.withUnsafeBytes({ rows.scratch.copy(.string($0)) }) else { return nil }
        return copy
    }

    /// Skips bytes up to one of these, a quote, or a zero, eight at a time.
    @inline(__always)
    private mutating func skip(to first: UInt8, _ second: UInt8) {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops: UInt64 = 0x8080_8080_8080_8080
        func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
        while true {
            let word = UInt64(littleEndian: UnsafeRawPointer(at).loadUnaligned(as: UInt64.self))
            let marks =
                (zeros(word) | zeros(word ^ (ones &* UInt64(first))) | zeros(word ^ (ones &* UInt64(second)))
                    | zeros(word ^ (ones &* UInt64(UInt8(ascii: "\""))))) & tops
            guard marks == 0 else {
                at += marks.trailingZeroBitCount &>> 3
                return
            }
            at += 8
        }
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
