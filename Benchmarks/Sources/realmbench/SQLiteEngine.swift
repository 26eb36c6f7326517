import BenchmarkSQLite
import Foundation

/// SQLite through its C interface: a read-only connection, the file mapped, statements prepared once, one read
/// transaction.
final class SQLiteEngine: Engine {
    private let path: String
    private let database: SQLiteDatabase
    private let scanStatement: SQLiteStatement
    private let ageStatement: SQLiteStatement
    private let nameStatement: SQLiteStatement
    private let aggregateStatement: SQLiteStatement
    private let lookUpStatement: SQLiteStatement

    init(path: String) throws {
        self.path = path
        database = try Self.open(path)
        // The snapshot stays pinned, so that single statements need not lock the file.
        try database.execute("BEGIN")
        scanStatement = try SQLiteStatement("SELECT id, name, age, score, born FROM Row", in: database)
        ageStatement = try SQLiteStatement("SELECT count(*) FROM Row WHERE age > ?", in: database)
        nameStatement = try SQLiteStatement("SELECT count(*) FROM Row WHERE instr(name, ?) > 0", in: database)
        aggregateStatement = try SQLiteStatement("SELECT sum(age), max(age) FROM Row", in: database)
        lookUpStatement = try SQLiteStatement("SELECT big FROM Row WHERE id = ?", in: database)
    }

    var name: String { "SQLite \(SQLiteDatabase.libraryVersion)" }

    func openCountClose() throws -> UInt64 {
        let database = try Self.open(path)
        let statement = try SQLiteStatement("SELECT count(*) FROM Row", in: database)
        return try firstRow(of: statement) { UInt64($0.int(0)) }
    }

    func scan() throws -> UInt64 {
        defer { scanStatement.reset() }
        var result = ResultHash()
        while try scanStatement.step() {
            let born = Date(timeIntervalSince1970: Double(scanStatement.int(4)) / 1000)
            result.add(
                CaseResult.row(
                    id: scanStatement.int(0), name: scanStatement.string(1), age: scanStatement.int(2),
                    score: scanStatement.double(3), born: born))
        }
        return result.value
    }

    func count(olderThan age: Int) throws -> UInt64 {
        ageStatement.bind(age, at: 1)
        return try firstRow(of: ageStatement) { UInt64($0.int(0)) }
    }

    func count(nameContaining text: String) throws -> UInt64 {
        nameStatement.bind(text, at: 1)
        return try firstRow(of: nameStatement) { UInt64($0.int(0)) }
    }

    func sumAndMaximumAge() throws -> UInt64 {
        try firstRow(of: aggregateStatement) { CaseResult.aggregate(sum: $0.int(0), maximum: $0.int(1)) }
    }

    func lookUp(_ ids: [Int]) throws -> UInt64 {
        var result = ResultHash()
        for id in ids {
            lookUpStatement.bind(id, at: 1)
            if try lookUpStatement.step() {
                result.add(CaseResult.row(big: lookUpStatement.int(0)))
            }
            lookUpStatement.reset()
        }
        return result.value
    }

    /// Runs a statement that has exactly one row.
    private func firstRow(of statement: SQLiteStatement, read: (SQLiteStatement) -> UInt64) throws -> UInt64 {
        defer { statement.reset() }
        guard try statement.step() else {
            throw SQLiteError(action: "read the result", message: "the statement has no row")
        }
        return read(statement)
    }

    static func open(_ path: String) throws -> SQLiteDatabase {
        let database = try SQLiteDatabase(path: path, mode: .readOnly)
        try database.execute("PRAGMA mmap_size = \(mappingLimit)")
        return database
    }

    /// More than SQLite grants (it uses its compiled-in maximum), so that the whole file is mapped.
    private static let mappingLimit = 1 << 40
}
