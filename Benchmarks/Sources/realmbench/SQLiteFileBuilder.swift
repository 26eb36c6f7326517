import BenchmarkData

/// Writes the rows into an SQLite file of the form that reads best: the primary key is the row id, and rows are
/// inserted in its order.
struct SQLiteFileBuilder {
    let rows: RowSet

    func write(to path: String) throws {
        let database = try SQLiteDatabase(path: path, mode: .create)
        try database.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        try database.execute("""
            CREATE TABLE Row (
                id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER NOT NULL, score REAL NOT NULL,
                born INTEGER NOT NULL, flag INTEGER NOT NULL, big INTEGER NOT NULL
            )
            """)
        try database.execute("BEGIN")
        let insert = try SQLiteStatement("INSERT INTO Row VALUES (?, ?, ?, ?, ?, ?, ?)", in: database)
        for index in (0..<rows.count).sorted(by: { rows.id(at: $0) < rows.id(at: $1) }) {
            let row = rows[index]
            insert.bind(Int(row.id), at: 1)
            insert.bind(row.name, at: 2)
            insert.bind(Int(row.age), at: 3)
            insert.bind(row.score, at: 4)
            insert.bind(Int(row.bornMilliseconds), at: 5)
            insert.bind(row.flag ? 1 : 0, at: 6)
            insert.bind(Int(row.big), at: 7)
            _ = try insert.step()
            insert.reset()
        }
        try database.execute("COMMIT")
    }
}
