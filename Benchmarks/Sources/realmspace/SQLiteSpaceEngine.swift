import BenchmarkSQLite
import Foundation

/// SQLite with a write-ahead log, as durable as the other.
final class SQLiteSpaceEngine: SpaceEngine {
    static let name = "SQLite"
    private let database: SQLiteDatabase
    private let file: URL
    private var statements: [String: SQLiteStatement] = [:]

    private static let schema = """
        CREATE TABLE Product (id INTEGER PRIMARY KEY, category TEXT);
        CREATE INDEX ProductCategory ON Product (category);
        CREATE TABLE Customer (id INTEGER PRIMARY KEY, email TEXT);
        CREATE INDEX CustomerEmail ON Customer (email);
        CREATE TABLE Orders (id TEXT PRIMARY KEY, customer INT, status TEXT, created REAL);
        CREATE INDEX OrderStatus ON Orders (status);
        CREATE TABLE OrderLine (owner INT, product INT, quantity INT);
        CREATE INDEX OrderLineOwner ON OrderLine (owner);
        CREATE TABLE Item (id INTEGER PRIMARY KEY, number INT, text TEXT, data BLOB);
        """

    init(_ workload: Workload, in directory: URL) throws {
        file = directory.appending(path: "space.db")
        database = try SQLiteDatabase(path: file.path, mode: .create)
        try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 10000")
        try database.execute("BEGIN; \(SQLiteSpaceEngine.schema)")
        switch workload {
        case .orders:
            for id in 0..<Workload.productCount { try run("INSERT INTO Product VALUES (?, ?)", id, "c\(id % 100)") }
            for id in 0..<Workload.customerCount {
                try run("INSERT INTO Customer VALUES (?, ?)", id, "c\(id)@example.com")
            }
        case .updates, .texts:
            for id in 0..<Workload.objectCount { try run("INSERT INTO Item VALUES (?, 0, '', x'')", id) }
        case .large: try run("INSERT INTO Item VALUES (0, 0, '', x'')")
        case .queue: break
        }
        try database.execute("COMMIT")
    }

    private func run(_ sql: String, _ arguments: Any...) throws {
        let statement: SQLiteStatement
        if let known = statements[sql] {
            statement = known
        } else {
            statement = try SQLiteStatement(sql, in: database)
            statements[sql] = statement
        }
        for (index, argument) in arguments.enumerated() {
            switch argument {
            case let value as Int: statement.bind(value, at: Int32(index + 1))
            case let value as String: statement.bind(value, at: Int32(index + 1))
            case let value as [UInt8]: statement.bind(value, at: Int32(index + 1))
            default: throw SQLiteError(action: sql, message: "an argument of type \(type(of: argument))")
            }
        }
        defer { statement.reset() }
        while try statement.step() {}
    }

    func commit(_ change: Workload.Change) throws {
        try run("BEGIN IMMEDIATE")
        switch change {
        case .order(let id, let customer, let products):
            try run("INSERT INTO Orders VALUES (?, ?, 'new', 0)", id, customer)
            for product in products { try run("INSERT INTO OrderLine VALUES (last_insert_rowid(), ?, 1)", product) }
        case .update(let id, let value): try run("UPDATE Item SET number = ? WHERE id = ?", value, id)
        case .enqueue(let id, let body, let gone):
            try run("INSERT INTO Item VALUES (?, 0, ?, x'')", id, body)
            if let gone { try run("DELETE FROM Item WHERE id = ?", gone) }
        case .text(let id, let body): try run("UPDATE Item SET text = ? WHERE id = ?", body, id)
        case .large(let bytes): try run("UPDATE Item SET data = ? WHERE id = 0", bytes)
        }
        try run("COMMIT")
    }

    func usage() throws -> FileUse {
        func number(_ name: String) throws -> Int {
            let statement = try SQLiteStatement("PRAGMA \(name)", in: database)
            return try statement.step() ? statement.int(0) : 0
        }
        let (size, count) = (try number("page_size"), try number("page_count"))
        let free = try number("freelist_count")
        let log = file.deletingLastPathComponent().appending(path: "space.db-wal")
        return FileUse(file: file.byteCount + log.byteCount, used: (count - free) * size, freeBlocks: free)
    }

    static func hold(_ workload: Workload, in directory: URL) throws -> AnyObject {
        let reader = try SQLiteDatabase(path: directory.appending(path: "space.db").path, mode: .readOnly)
        try reader.execute("PRAGMA busy_timeout = 10000; BEGIN; SELECT count(*) FROM sqlite_schema")
        return reader
    }
}
