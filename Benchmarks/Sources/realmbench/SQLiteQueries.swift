import BenchmarkSQLite
import Foundation

/// SQLite through its C interface, as `SQLiteEngine`: statements prepared once, the file mapped, one read transaction.
final class SQLiteQueries: QueryEngine {
    private let database: SQLiteDatabase
    private let ages: SQLiteStatement
    private let names: SQLiteStatement
    private let both: SQLiteStatement
    private let emails: SQLiteStatement
    private let named: SQLiteStatement
    private let prefixed: SQLiteStatement
    private let scores: SQLiteStatement
    private let ordered: SQLiteStatement
    private let orderedUnique: SQLiteStatement
    private let firstScores: SQLiteStatement
    private let firstNames: SQLiteStatement
    private let aggregate: SQLiteStatement
    private let linked: SQLiteStatement

    init(path: String) throws {
        let database = try SQLiteEngine.open(path)
        self.database = database
        try database.execute("BEGIN")
        func prepare(_ sql: String) throws -> SQLiteStatement { try SQLiteStatement(sql, in: database) }
        ages = try prepare("SELECT count(*) FROM Row WHERE age > ?")
        names = try prepare("SELECT count(*) FROM Row WHERE instr(name, ?) > 0")
        both = try prepare("SELECT count(*) FROM Row WHERE age > ? AND instr(name, ?) > 0")
        emails = try prepare("SELECT count(*) FROM Row WHERE email = ?")
        named = try prepare("SELECT count(*) FROM Row WHERE name = ?")
        prefixed = try prepare("SELECT count(*) FROM Row WHERE email >= ? AND email < ?")
        scores = try prepare("SELECT id FROM Row ORDER BY score")
        ordered = try prepare("SELECT id FROM Row ORDER BY name, id")
        orderedUnique = try prepare("SELECT id FROM Row ORDER BY email")
        firstScores = try prepare("SELECT id FROM Row ORDER BY score LIMIT \(OrderHash.first)")
        firstNames = try prepare("SELECT id FROM Row ORDER BY name, id LIMIT \(OrderHash.first)")
        aggregate = try prepare("SELECT sum(age), max(age) FROM Row")
        linked = try prepare(
            """
            SELECT count(*) FROM Row WHERE id IN
                (SELECT row FROM Visit WHERE place IN (SELECT id FROM Place WHERE size > ?))
            """)
    }

    var name: String { "SQLite \(SQLiteDatabase.libraryVersion)" }

    func count(olderThan age: Int) throws -> UInt64 {
        ages.bind(age, at: 1)
        return try number(ages)
    }

    func count(nameContaining text: String) throws -> UInt64 {
        names.bind(text, at: 1)
        return try number(names)
    }

    func count(olderThan age: Int, nameContaining text: String) throws -> UInt64 {
        both.bind(age, at: 1)
        both.bind(text, at: 2)
        return try number(both)
    }

    func count(emails addresses: [String]) throws -> UInt64 { try count(emails, addresses) }

    func count(names: [String]) throws -> UInt64 { try count(named, names) }

    func count(filteringEmails addresses: [String]) throws -> UInt64 { try count(emails, addresses) }

    func count(emailsBeginningWith prefixes: [String]) throws -> UInt64 {
        var count: UInt64 = 0
        for prefix in prefixes {
            prefixed.bind(prefix, at: 1)
            prefixed.bind(prefix + "\u{10FFFF}", at: 2)
            count += try number(prefixed)
        }
        return count
    }

    private func count(_ statement: SQLiteStatement, _ texts: [String]) throws -> UInt64 {
        var count: UInt64 = 0
        for text in texts {
            statement.bind(text, at: 1)
            count += try number(statement)
        }
        return count
    }

    func orderByScore() throws -> UInt64 { try order(scores) }

    func orderByName() throws -> UInt64 { try order(ordered) }

    func orderByEmail() throws -> UInt64 { try order(orderedUnique) }

    func firstByScore() throws -> UInt64 { try order(firstScores, step: 1) }

    func firstByName() throws -> UInt64 { try order(firstNames, step: 1) }

    private func order(_ statement: SQLiteStatement, step: Int = OrderHash.step) throws -> UInt64 {
        defer { statement.reset() }
        var hash = OrderHash()
        var position = 0
        while try statement.step() {
            if position % step == 0 { hash.add(id: statement.int(0)) }
            position += 1
        }
        return hash.value
    }

    func sumAndMaximumAge() throws -> UInt64 {
        defer { aggregate.reset() }
        guard try aggregate.step() else { return 0 }
        return CaseResult.aggregate(sum: aggregate.int(0), maximum: aggregate.int(1))
    }

    func count(withPlaceLargerThan size: Int) throws -> UInt64 {
        linked.bind(size, at: 1)
        return try number(linked)
    }

    private func number(_ statement: SQLiteStatement) throws -> UInt64 {
        defer { statement.reset() }
        guard try statement.step() else {
            throw SQLiteError(action: "read the result", message: "the statement has no row")
        }
        return UInt64(statement.int(0))
    }
}

/// Writes the rows to query into an SQLite file, with the indexes that the Realm has.
struct SQLiteQueryBuilder {
    let rows: QueryRows

    func write(to path: String) throws {
        let database = try SQLiteDatabase(path: path, mode: .create)
        try database.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        try database.execute(
            """
            CREATE TABLE Row (
                id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER NOT NULL, score REAL NOT NULL,
                email TEXT NOT NULL, created INTEGER NOT NULL
            );
            CREATE TABLE Place (id INTEGER PRIMARY KEY, size INTEGER NOT NULL);
            CREATE TABLE Visit (row INTEGER NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (row, place)) WITHOUT ROWID;
            BEGIN
            """)
        let row = try SQLiteStatement("INSERT INTO Row VALUES (?, ?, ?, ?, ?, ?)", in: database)
        let place = try SQLiteStatement("INSERT INTO Place VALUES (?, ?)", in: database)
        let visit = try SQLiteStatement("INSERT INTO Visit VALUES (?, ?)", in: database)
        func insert(_ statement: SQLiteStatement, _ numbers: Int...) throws {
            for (index, number) in numbers.enumerated() { statement.bind(number, at: Int32(index + 1)) }
            _ = try statement.step()
            statement.reset()
        }
        for index in 0..<rows.placeCount { try insert(place, index, rows.size(ofPlace: index)) }
        for position in 0..<rows.rows.count {
            let values = rows.row(at: position)
            row.bind(Int(values.id), at: 1)
            row.bind(values.name, at: 2)
            row.bind(Int(values.age), at: 3)
            row.bind(values.score, at: 4)
            row.bind(rows.email(at: position), at: 5)
            row.bind(Int(values.bornMilliseconds), at: 6)
            _ = try row.step()
            row.reset()
            for place in rows.places(at: position) { try insert(visit, Int(values.id), place) }
        }
        try database.execute(
            """
            CREATE INDEX RowName ON Row (name);
            CREATE INDEX RowEmail ON Row (email);
            CREATE INDEX VisitPlace ON Visit (place, row);
            COMMIT;
            ANALYZE
            """)
    }
}
