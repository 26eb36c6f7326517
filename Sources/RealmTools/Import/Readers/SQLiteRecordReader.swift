import RealmStore

/// Reads the rows of a SQLite table as records.
struct SQLiteRecordReader: ImportRecordReader {
    private let table: SQLiteImportTable
    private let rows: SQLiteRows
    private let hasRowid: Bool
    private(set) var line = 0
    /// The rows read, since their bytes are unknown.
    private(set) var byteCount = 0

    init(_ table: SQLiteImportTable, in database: SQLiteReader) throws {
        self.table = table
        rows = try SQLiteRows(table.query, in: database)
        hasRowid = table.rowid != nil
    }

    func place(of line: Int) -> String { "\(table.name):\(line)" }

    mutating func next() throws -> ImportRecord? {
        guard let cells = try rows.next() else { return nil }
        byteCount += 1
        line = hasRowid ? cells[0].int ?? byteCount : byteCount
        var members: [ImportMember] = []
        members.reserveCapacity(table.columns.count)
        for (column, cell) in zip(table.columns, cells.dropFirst(hasRowid ? 1 : 0)) {
            if case .text(let text) = cell, !text.isUTF8 {
                throw ImportProblem("column '\(column.member)' has a text that is not UTF-8", line: line)
            }
            members.append(
                ImportMember(name: Array(column.member.utf8), value: column.isField ? .field(cell.field) : .cell(cell)))
        }
        return ImportRecord(line: line, className: Array(table.className.utf8), members: members)
    }
}

extension SQLiteCell {
    /// The value as a field of a CSV file.
    var field: CSVField {
        switch self {
        case .null: CSVField(bytes: [], isQuoted: false)
        case .integer(let number): CSVField(bytes: Array(String(number).utf8), isQuoted: true)
        case .real(let number): CSVField(bytes: Array(String(number).utf8), isQuoted: true)
        case .text(let text), .blob(let text): CSVField(bytes: text, isQuoted: true)
        }
    }

    /// A short form of the value, for messages.
    var summary: String {
        switch self {
        case .null: "NULL"
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let text): "'\(JSONTree.excerpt(text))'"
        case .blob(let bytes): "a blob of \(bytes.count) bytes"
        }
    }
}
