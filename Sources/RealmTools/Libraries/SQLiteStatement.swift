import CSQLite3
import RealmStore

/// A statement that is run once for each row. Parameters are bound in order, again for each row.
final class SQLiteStatement {
    private let database: SQLiteDatabase
    private let handle: OpaquePointer
    private var parameter: Int32 = 0

    init(_ sql: String, in database: SQLiteDatabase) throws(SQLiteDatabase.Failure) {
        self.database = database
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v2(database.handle, sql, -1, &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw database.failure(code) }
        handle = prepared
    }

    deinit { sqlite3_finalize(handle) }

    var parameterCount: Int { Int(sqlite3_bind_parameter_count(handle)) }

    func bindNull() throws(SQLiteDatabase.Failure) { try check(sqlite3_bind_null(handle, next())) }

    func bind(_ value: Int64) throws(SQLiteDatabase.Failure) { try check(sqlite3_bind_int64(handle, next(), value)) }

    /// SQLite treats NaN as null.
    func bind(_ value: Double) throws(SQLiteDatabase.Failure) { try check(sqlite3_bind_double(handle, next(), value)) }

    /// - Parameter text: UTF-8, which stays there until the statement is run.
    func bind(text: UnsafeRawBufferPointer) throws(SQLiteDatabase.Failure) {
        // Without an address it would be null: an empty text needs some address.
        let address = text.baseAddress ?? SQLiteStatement.emptyText
        try check(
            sqlite3_bind_text64(
                handle, next(), address.assumingMemoryBound(to: CChar.self), UInt64(text.count), nil,
                UInt8(SQLITE_UTF8)))
    }

    private static var emptyText: UnsafeRawPointer { UnsafeRawPointer(sqlite3_libversion()) }

    /// - Parameter data: stays there until the statement is run.
    func bind(data: UnsafeRawBufferPointer) throws(SQLiteDatabase.Failure) {
        let code =
            data.isEmpty
            ? sqlite3_bind_zeroblob(handle, next(), 0)
            : sqlite3_bind_blob64(handle, next(), data.baseAddress, UInt64(data.count), nil)
        try check(code)
    }

    /// Runs the statement with the bound values; the next row begins.
    func run() throws(SQLiteDatabase.Failure) {
        let code = sqlite3_step(handle)
        parameter = 0
        sqlite3_reset(handle)
        guard code == SQLITE_DONE || code == SQLITE_ROW else { throw database.failure(code) }
    }

    private func next() -> Int32 {
        parameter += 1
        return parameter
    }

    private func check(_ code: Int32) throws(SQLiteDatabase.Failure) {
        if code != SQLITE_OK { throw database.failure(code) }
    }
}
