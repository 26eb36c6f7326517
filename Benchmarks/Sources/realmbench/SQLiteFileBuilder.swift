import BenchmarkData
import BenchmarkSQLite

/// Writes the rows into an SQLite file of the form that reads best: the primary key is the row id, and rows are
/// inserted in its order.
struct SQLiteFileBuilder {
    let rows: RowSet

    /// The statement that creates the table.
    static let table = """
        CREATE TABLE Row (
            id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER NOT NULL, score REAL NOT NULL,
            born INTEGER NOT NULL, flag INTEGER NOT NULL, big INTEGER NOT NULL
        )
        """

    func write(to path: String) throws {
        let database = try SQLiteDatabase(path: path, mode: .create)
        try database.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        try database.execute(Self.table)
        try database.execute("BEGIN")
        let insert = try Self.insertion(in: database)
        for index in (0..<rows.count).sorted(by: { rows.id(at: $0) < rows.id(at: $1) }) {
            try insert.insert(rows[index])
        }
        try database.execute("COMMIT")
    }

    /// The statement that inserts a row.
    static func insertion(in database: SQLiteDatabase) throws -> SQLiteStatement {
        try SQLiteStatement("INSERT INTO Row VALUES (?, ?, ?, ?, ?, ?, ?)", in: database)
    }
}

extension SQLiteStatement {
    /// Inserts a row with this statement, prepared to insert rows.
    func insert(_ row: RowValues) throws {
        bind(Int(row.id), at: 1)
        bind(row.name, at: 2)
        bind(Int(row.age), at: 3)
        bind(row.score, at: 4)
        bind(Int(row.bornMilliseconds), at: 5)
        bind(row.flag ? 1 : 0, at: 6)
        bind(Int(row.big), at: 7)
        _ = try step()
        reset()
    }
}
