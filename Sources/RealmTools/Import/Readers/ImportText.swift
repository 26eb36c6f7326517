import RealmStore

/// A value in an imported file.
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

    /// A short form of the value, for messages.
    var summary: String {
        switch self {
        case .json(let tree): tree.summary
        case .field(let field): field.summary
        case .cell(let cell): cell.summary
        }
    }
}
