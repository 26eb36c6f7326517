import RealmStore

/// One object, or one row of a collection, of an imported file.
struct ImportRecord {
    /// Line of its beginning.
    let line: Int
    /// The class, where the file says it; nil where its name does.
    let className: [UInt8]?
    let members: [ImportMember]
}

/// A named value of an imported file.
struct ImportMember {
    let name: [UInt8]
    let value: ImportText
}

/// A value as an imported file has it.
enum ImportText {
    case json(JSONTree)
    case field(CSVField)
    case cell(SQLiteCell)

    /// The value as an integer, if it is one.
    var integer: Int64? {
        switch self {
        case .json(.number(let digits)): ExactTextReader.integer(digits)
        case .field(let field): ExactTextReader.integer(field.bytes)
        case .cell(.integer(let number)): number
        default: nil
        }
    }

    /// The value in a few words, for messages.
    var summary: String {
        switch self {
        case .json(let tree): tree.summary
        case .field(let field): field.summary
        case .cell(let cell): cell.summary
        }
    }
}

/// Reads the records of an imported file, one after another.
protocol ImportRecordReader {
    /// The next record; nil at the end of the file.
    mutating func next() throws -> ImportRecord?
    /// The line that is being read.
    var line: Int { get }
    /// Bytes that were read so far.
    var byteCount: Int { get }
}
