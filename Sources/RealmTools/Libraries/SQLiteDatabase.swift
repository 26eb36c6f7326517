import CSQLite3
import RealmStore

/// A SQLite database being created: a new file without other users until it is complete.
final class SQLiteDatabase {
    /// An error of SQLite.
    struct Failure: Error {
        let code: Int32
        let message: String

        var isDiskFull: Bool { code & 0xFF == SQLITE_FULL }
        /// A row violates a constraint of its table.
        var isRefusedRow: Bool { code & 0xFF == SQLITE_CONSTRAINT || code & 0xFF == SQLITE_MISMATCH }
    }

    let handle: OpaquePointer

    /// Opens the file, which is missing or empty. Nothing is durable before the caller syncs the file.
    init(creating path: String) throws(Failure) {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard let opened else { throw Failure(code: code, message: "out of memory") }
        handle = opened
        guard code == SQLITE_OK else { throw failure(code) }
        // An incomplete file is discarded: no journal is needed.
        try run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE")
    }

    deinit { sqlite3_close_v2(handle) }

    /// Runs statements that have no parameters.
    func run(_ statements: String) throws(Failure) {
        let code = sqlite3_exec(handle, statements, nil, nil, nil)
        if code != SQLITE_OK { throw failure(code) }
    }

    func failure(_ code: Int32) -> Failure {
        Failure(code: code, message: String(cString: sqlite3_errmsg(handle)))
    }
}

/// The library that writes SQLite databases.
enum SQLiteLibrary {
    /// Its version, as in "3.40.1".
    static var version: String { String(cString: sqlite3_libversion()) }
}
