import CSQLite3
import Glibc
import RealmStore

/// A reader of a SQLite database: one consistent state of it, for one thread.
final class SQLiteReader {
    let handle: OpaquePointer
    private let image: SQLiteImage?

    /// The time to wait for a program that is writing the database.
    private static let patience: Int32 = 5_000

    /// Opens the file; nothing is written to it. Throws also for a file that is not a database.
    ///
    /// - Parameter path: may lead to an open file that no longer has a name, as `/proc/self/fd/3`.
    init(_ path: String) throws(SQLiteDatabase.Failure) {
        image = SQLiteImage(ofNamelessFileAt: path)
        var opened: OpaquePointer?
        let access = image == nil ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
        let code = sqlite3_open_v2(image == nil ? path : ":memory:", &opened, access | SQLITE_OPEN_NOMUTEX, nil)
        guard let opened else { throw SQLiteDatabase.Failure(code: code, message: "out of memory") }
        handle = opened
        guard code == SQLITE_OK else { throw failure(code) }
        if let image {
            let code = image.open(as: handle)
            if code != SQLITE_OK { throw failure(code) }
        }
        sqlite3_busy_timeout(handle, SQLiteReader.patience)
        // The schema of a foreign database must not run functions with side effects.
        try run("PRAGMA trusted_schema = OFF; BEGIN")
        _ = try SQLiteRows("SELECT count(*) FROM sqlite_schema", in: self).next()
    }

    deinit { sqlite3_close_v2(handle) }

    private func run(_ statement: String) throws(SQLiteDatabase.Failure) {
        let code = sqlite3_exec(handle, statement, nil, nil, nil)
        if code != SQLITE_OK { throw failure(code) }
    }

    func failure(_ code: Int32) -> SQLiteDatabase.Failure {
        SQLiteDatabase.Failure(code: code, message: String(cString: sqlite3_errmsg(handle)))
    }
}

/// The mapped bytes of a database file without a name: SQLite opens files only by name.
private final class SQLiteImage {
    private let bytes: UnsafeMutableRawBufferPointer

    private static let headerByteCount = 100
    /// The bytes of the header with the write and read mode: 1 with a journal, 2 with a log beside the file.
    private static let modeBytes = 18...19

    /// Nil for a file that has a name, or that cannot be mapped: opening it then reports the reason.
    init?(ofNamelessFileAt path: String) {
        guard let file = try? FileDescriptor.open(path, .readOnly), let status = try? file.status(),
            status.linkCount == 0, status.byteCount >= SQLiteImage.headerByteCount
        else { return nil }
        let address = mmap(nil, status.byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE, file.descriptor, 0)
        guard let address, address != MAP_FAILED else { return nil }
        bytes = UnsafeMutableRawBufferPointer(start: address, count: status.byteCount)
        // The log is gone. SQLite refuses to read a database from memory that may have one.
        for place in SQLiteImage.modeBytes where bytes[place] == 2 { bytes[place] = 1 }
    }

    deinit { munmap(bytes.baseAddress, bytes.count) }

    /// Makes this the main database of a connection, which must be closed before the image is released.
    func open(as handle: OpaquePointer) -> Int32 {
        sqlite3_deserialize(
            handle, "main", bytes.bindMemory(to: UInt8.self).baseAddress, Int64(bytes.count), Int64(bytes.count),
            UInt32(SQLITE_DESERIALIZE_READONLY))
    }
}

/// A value of a SQLite table.
enum SQLiteCell: Equatable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    /// UTF-8, if the database follows its own rules.
    case text([UInt8])
    case blob([UInt8])
}

extension SQLiteDatabase.Failure {
    /// The file is not a database, or a damaged one.
    var isBadDatabase: Bool { [SQLITE_NOTADB, SQLITE_CORRUPT, SQLITE_FORMAT].contains(code & 0xFF) }
    /// Another program prevents reading the database.
    var isBusy: Bool { [SQLITE_BUSY, SQLITE_LOCKED].contains(code & 0xFF) }
}
