import RealmStore

/// A field of a CSV file.
struct CSVField {
    let bytes: [UInt8]
    /// Whether the field is quoted: an empty one is null without quotes, an empty text with them.
    let isQuoted: Bool

    var isNull: Bool { bytes.isEmpty && !isQuoted }

    /// A short form of the field, for messages.
    var summary: String { isNull ? "an empty field" : "'\(JSONTree.excerpt(bytes))'" }
}

/// Reads the records of a CSV file (RFC 4180) as members named by its header. A line feed alone ends a record, too.
struct CSVReader: ImportRecordReader {
    /// The first record of a file.
    struct Header {
        /// Names of the columns.
        var names: [[UInt8]] = []
        /// The bytes and lines of the text up to the next record.
        var byteCount = 0
        var lineCount = 0

        /// The record as text.
        var text: [UInt8] {
            let fields = names.map { name in
                let isPlain = !name.contains { [",", "\"", "\r", "\n"].map(UInt8.init(ascii:)).contains($0) }
                if isPlain, !name.isEmpty { return name }
                let quote = UInt8(ascii: "\"")
                return [quote] + name.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
            }
            return Array(fields.joined(separator: [UInt8(ascii: ",")])) + [UInt8(ascii: "\n")]
        }
    }

    private var bytes: ByteReader
    private(set) var header = Header()

    init(_ bytes: ByteReader) throws {
        self.bytes = bytes
        guard let names = try record() else { throw ImportProblem("the file has no header") }
        header = Header(names: names.map(\.bytes), byteCount: self.bytes.offset, lineCount: self.bytes.line - 1)
        guard Set(header.names).count == header.names.count else { throw ImportProblem("the header has a name twice") }
    }

    /// Reads a part of the file that begins with a record.
    init(_ bytes: ByteReader, _ header: Header) {
        self.bytes = bytes
        self.header = header
    }

    var line: Int { bytes.line }
    var byteCount: Int { bytes.byteCount }

    /// Names of the columns.
    var names: [String] { header.names.map { String(decoding: $0, as: UTF8.self) } }

    mutating func next() throws -> ImportRecord? {
        let line = line
        guard let fields = try record() else { return nil }
        guard fields.count == header.names.count else {
            throw ImportProblem("the record has \(fields.count) fields, and the header \(header.names.count)")
        }
        let members = zip(header.names, fields).map { ImportMember(name: $0, value: .field($1)) }
        return ImportRecord(line: line, className: nil, members: members)
    }

    /// The fields of the next record; nil at the end of the file.
    private mutating func record() throws -> [CSVField]? {
        guard try bytes.peek() != nil else { return nil }
        var fields: [CSVField] = []
        repeat { fields.append(try field()) } while try skip(",")
        if try !skip("\n"), try bytes.peek() != nil { throw ImportProblem("there is more behind a quoted field") }
        return fields
    }

    private mutating func skip(_ character: Character) throws -> Bool {
        guard try bytes.peek() == character.asciiValue else { return false }
        bytes.advance()
        return true
    }

    private mutating func field() throws -> CSVField {
        let isQuoted = try skip("\"")
        let text = try isQuoted ? quoted() : plain()
        guard text.isUTF8 else { throw ImportProblem("a field is not UTF-8") }
        return CSVField(bytes: text, isQuoted: isQuoted)
    }

    private mutating func plain() throws -> [UInt8] {
        var text: [UInt8] = []
        while let byte = try bytes.peek(), byte != UInt8(ascii: ","), byte != UInt8(ascii: "\n") {
            if byte == UInt8(ascii: "\"") { throw ImportProblem("a quote stands in a field without quotes") }
            text.append(byte)
            bytes.advance()
        }
        if text.last == UInt8(ascii: "\r"), try bytes.peek() != UInt8(ascii: ",") { text.removeLast() }
        return text
    }

    private mutating func quoted() throws -> [UInt8] {
        var text: [UInt8] = []
        while let byte = try bytes.next() {
            if byte == UInt8(ascii: "\""), try !skip("\"") {
                _ = try skip("\r")
                return text
            }
            text.append(byte)
        }
        throw ImportProblem("the file ends in the middle of a quoted field")
    }
}

extension ImportEncoder {
    /// The value of a field: plain text, except for mixed values, which are read as JSON if they are JSON.
    mutating func field(_ field: CSVField, of property: ImportProperty) throws -> ImportValue {
        if field.isNull { return .value(try null(property)) }
        switch property.column.type {
        case .mixed:
            guard let tree = JSONScanner.whole(field.bytes) else {
                return .value(try string(field.bytes, property))
            }
            return try mixed(tree, of: property, 0)
        case .link where property.holdsEmbedded:
            let target = try classes.target(of: property)
            guard let key = ExactTextReader.integer(field.bytes) else { throw misfit(field.summary, property) }
            guard target.keys.embedded(key) == nil else {
                throw ImportProblem("embedded object \(key) of class '\(target.name)' has two owners")
            }
            var object = ImportObject(type: target)
            object.key = key
            return .object(object)
        case .link:
            let target = try classes.target(of: property)
            guard let primaryKey = target.primaryKey else {
                guard let key = ExactTextReader.integer(field.bytes) else { throw misfit(field.summary, property) }
                return .value(try link(to: target, objectKey: key, property))
            }
            let key = target.properties[primaryKey]
            let value = try scalar(field.bytes, of: key.column.type, key)
            return .value(try link(to: target, primaryKey: value, field.summary, property))
        default: return .value(try scalar(field.bytes, of: property.column.type, property))
        }
    }
}
