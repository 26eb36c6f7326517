import CSQLite

/// A prepared statement. Columns and parameters are numbered as in SQLite: columns from 0, parameters from 1.
package final class SQLiteStatement {
    private let database: SQLiteDatabase
    private let handle: OpaquePointer
    private let sql: String

    package init(_ sql: String, in database: SQLiteDatabase) throws {
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v3(
            database.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard code == SQLITE_OK, let handle else { throw database.failure(of: sql) }
        self.database = database
        self.handle = handle
        self.sql = sql
    }

    deinit {
        sqlite3_finalize(handle)
    }

    package func bind(_ value: Int, at parameter: Int32) {
        sqlite3_bind_int64(handle, parameter, Int64(value))
    }

    package func bind(_ value: Double, at parameter: Int32) {
        sqlite3_bind_double(handle, parameter, value)
    }

    package func bind(_ value: String, at parameter: Int32) {
        // SQLITE_TRANSIENT: SQLite makes a copy.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        sqlite3_bind_text(handle, parameter, value, Int32(value.utf8.count), transient)
    }

    package func bind(_ value: [UInt8], at parameter: Int32) {
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        sqlite3_bind_blob(handle, parameter, value, Int32(value.count), transient)
    }

    /// Advances to the next row; false if there is none.
    package func step() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: true
        case SQLITE_DONE: false
        default: throw database.failure(of: sql)
        }
    }

    /// Makes the statement ready to run again.
    package func reset() {
        sqlite3_reset(handle)
    }

    package func int(_ column: Int32) -> Int {
        Int(sqlite3_column_int64(handle, column))
    }

    package func double(_ column: Int32) -> Double {
        sqlite3_column_double(handle, column)
    }

    package func string(_ column: Int32) -> String {
        guard let text = sqlite3_column_text(handle, column) else { return "" }
        let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(handle, column)))
        return String(decoding: bytes, as: UTF8.self)
    }
}
