import CSQLite

/// A connection to an SQLite file, for use by one thread.
package final class SQLiteDatabase {
    /// SQLite's own handle, valid as long as this object.
    package let handle: OpaquePointer

    package enum Mode {
        case readOnly
        case create
    }

    package init(path: String, mode: Mode) throws {
        let flags =
            switch mode {
            case .readOnly: SQLITE_OPEN_READONLY
            case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let handle else {
            sqlite3_close_v2(handle)
            throw SQLiteError(action: "open \(path)", message: String(cString: sqlite3_errstr(code)))
        }
        self.handle = handle
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    /// Runs statements and ignores their rows.
    package func execute(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
            throw failure(of: sql)
        }
    }

    package func failure(of action: String) -> SQLiteError {
        SQLiteError(action: action, message: String(cString: sqlite3_errmsg(handle)))
    }

    package static var libraryVersion: String { String(cString: sqlite3_libversion()) }
}
