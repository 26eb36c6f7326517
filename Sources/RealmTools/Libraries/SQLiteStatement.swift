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

    /// SQLite copies the bytes before the call returns.
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    func bindNull() throws(SQLiteDatabase.Failure) { try check(sqlite3_bind_null(handle, next())) }

    func bind(_ value: Int64) throws(SQLiteDatabase.Failure) { try check(sqlite3_bind_int64(handle, next(), value)) }

    /// SQLite treats NaN as null.
    func bind(_ value: Double) throws(SQLiteDatabase.Failure) { try check(sqlite3_bind_double(handle, next(), value)) }

    /// - Parameter text: UTF-8.
    func bind(text: UnsafeRawBufferPointer) throws(SQLiteDatabase.Failure) {
        // Without an address it would be null, so an empty text needs some address.
        guard let address = text.baseAddress else { return try bind(text: [0], count: 0) }
        try bind(text: address.assumingMemoryBound(to: CChar.self), count: text.count)
    }

    private func bind(text: UnsafePointer<CChar>, count: Int) throws(SQLiteDatabase.Failure) {
        try check(sqlite3_bind_text64(handle, next(), text, UInt64(count), Self.copied, UInt8(SQLITE_UTF8)))
    }

    func bind(text: [UInt8]) throws(SQLiteDatabase.Failure) {
        // An empty array may have no address.
        let result = text.withUnsafeBytes { bytes in
            Result { () throws(SQLiteDatabase.Failure) in try bind(text: bytes) }
        }
        try result.get()
    }

    func bind(data: UnsafeRawBufferPointer) throws(SQLiteDatabase.Failure) {
        let code =
            data.isEmpty
            ? sqlite3_bind_zeroblob(handle, next(), 0)
            : sqlite3_bind_blob64(handle, next(), data.baseAddress, UInt64(data.count), Self.copied)
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
