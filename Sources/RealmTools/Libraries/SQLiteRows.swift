import CSQLite3
import RealmStore

/// The rows of a query, one after another.
final class SQLiteRows {
    private let database: SQLiteReader
    private let handle: OpaquePointer

    /// - Parameter arguments: texts for the parameters, in order.
    init(
        _ sql: String, _ arguments: [String] = [], in database: SQLiteReader
    ) throws(SQLiteDatabase.Failure) {
        self.database = database
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v2(database.handle, sql, -1, &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw database.failure(code) }
        handle = prepared
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        for (index, argument) in arguments.enumerated() {
            let code = sqlite3_bind_text(handle, Int32(index + 1), argument, -1, copied)
            if code != SQLITE_OK { throw database.failure(code) }
        }
    }

    deinit { sqlite3_finalize(handle) }

    /// The cells of the next row; nil at the end.
    func next() throws(SQLiteDatabase.Failure) -> [SQLiteCell]? {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return (0..<sqlite3_column_count(handle)).map(cell)
        case SQLITE_DONE: return nil
        case let code: throw database.failure(code)
        }
    }

    private func cell(_ column: Int32) -> SQLiteCell {
        switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, column))
        case SQLITE_FLOAT: .real(sqlite3_column_double(handle, column))
        // The length is that of the last requested form.
        case SQLITE_TEXT: .text(bytes(sqlite3_column_text(handle, column).map { UnsafeRawPointer($0) }, column))
        case SQLITE_BLOB: .blob(bytes(sqlite3_column_blob(handle, column), column))
        default: .null
        }
    }

    private func bytes(_ start: UnsafeRawPointer?, _ column: Int32) -> [UInt8] {
        let count = Int(sqlite3_column_bytes(handle, column))
        return start.map { Array(UnsafeRawBufferPointer(start: $0, count: count)) } ?? []
    }
}
