import BenchmarkData
import BenchmarkSQLite
import Foundation

/// SQLite writing through its C interface: write-ahead log, every commit durable, statements prepared once, a page
/// cache that holds the whole file.
final class SQLiteWriter: WritingEngine {
    private let files: DataFiles
    private var database: SQLiteDatabase?

    init(files: DataFiles) {
        self.files = files
    }

    var name: String { "SQLite \(SQLiteDatabase.libraryVersion)" }

    private var file: URL { files.directory.appending(path: "written.sqlite") }
    private var copied: URL { files.directory.appending(path: "copied.sqlite") }

    func prepare(_ benchmark: WritingCase, _ work: WritingWork) throws {
        database = nil
        for file in [file, copied] { try files.remove(file) }
        let isEmpty = benchmark == .insert || benchmark == .compact
        if !isEmpty { try files.copy(files.sqlite, to: file) }
        let database = try SQLiteDatabase(path: file.path, mode: .create)
        try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -1000000")
        if isEmpty { try database.execute(SQLiteFileBuilder.table) }
        self.database = database
        if benchmark == .compact { try insert(work.values) }
    }

    func insert(_ rows: [RowValues]) throws {
        try transaction { database in
            let insert = try SQLiteFileBuilder.insertion(in: database)
            for row in rows { try insert.insert(row) }
        }
    }

    func updateAges() throws {
        try transaction { try $0.execute("UPDATE Row SET age = (age + 1) % 100") }
    }

    func delete(_ ids: [Int]) throws {
        try transaction { database in
            let delete = try SQLiteStatement("DELETE FROM Row WHERE id = ?", in: database)
            for id in ids {
                delete.bind(id, at: 1)
                _ = try delete.step()
                delete.reset()
            }
        }
    }

    func commitAge(_ age: Int, of ids: [Int]) throws {
        let update = try SQLiteStatement("UPDATE Row SET age = ? WHERE id = ?", in: opened())
        for id in ids {
            update.bind(age, at: 1)
            update.bind(id, at: 2)
            // Outside of a transaction, each statement is its own transaction.
            _ = try update.step()
            update.reset()
        }
    }

    func compact() throws {
        try opened().execute("VACUUM")
    }

    func copy() throws {
        try opened().execute("VACUUM INTO '\(copied.path)'")
    }

    func finish(_ benchmark: WritingCase) throws -> (file: URL, reader: any Engine) {
        // Closing the last connection moves the log into the file.
        database = nil
        let result = benchmark == .copy ? copied : file
        return (result, try SQLiteEngine(path: result.path))
    }

    func verify(_ file: URL) throws {
        let database = try SQLiteDatabase(path: file.path, mode: .readOnly)
        let check = try SQLiteStatement("PRAGMA integrity_check", in: database)
        guard try check.step(), check.string(0) == "ok" else { throw UnsoundFile(problems: [check.string(0)]) }
    }

    private func opened() -> SQLiteDatabase {
        guard let database else { preconditionFailure("the file is open while it is written") }
        return database
    }

    private func transaction(_ body: (SQLiteDatabase) throws -> Void) throws {
        let database = opened()
        try database.execute("BEGIN")
        try body(database)
        try database.execute("COMMIT")
    }
}
