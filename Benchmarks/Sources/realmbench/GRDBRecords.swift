import BenchmarkData
import Foundation
import GRDB

/// GRDB as apps use it: fetches and inserts records one by one.
final class GRDBRecords {
    private let files: DataFiles
    private let queue: DatabaseQueue
    private var written: DatabaseQueue?

    init(files: DataFiles) throws {
        self.files = files
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        queue = try DatabaseQueue(path: files.sqlite.path, configuration: configuration)
    }

    static let name = "GRDB 7"

    private var file: URL { files.directory.appending(path: "records.sqlite") }

    /// Fetches all rows as records and reads five properties of each.
    func visit() throws -> UInt64 { try Self.visit(queue) }

    private static func visit(_ queue: DatabaseQueue) throws -> UInt64 {
        try queue.read { database in
            var result = ResultHash()
            let records = try GRDBRecord.fetchCursor(database)
            while let row = try records.next() {
                let born = Date(timeIntervalSince1970: Double(row.born) / 1000)
                result.add(CaseResult.row(id: row.id, name: row.name, age: row.age, score: row.score, born: born))
            }
            return result.value
        }
    }

    /// Begins with an empty file.
    func prepareWriting() throws {
        written = nil
        try files.remove(file)
        var configuration = GRDB.Configuration()
        configuration.journalMode = .wal
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        let queue = try DatabaseQueue(path: file.path, configuration: configuration)
        try queue.write { try $0.execute(sql: SQLiteFileBuilder.table) }
        written = queue
    }

    /// Inserts a record of each row; one transaction.
    func insert(_ rows: [RowValues]) throws {
        guard let written else { preconditionFailure("the file is open while it is written") }
        try written.write { database in
            for values in rows { try GRDBRecord(values).insert(database) }
        }
    }

    /// The contents of the written file.
    func visitWritten() throws -> UInt64 { try written.map(Self.visit) ?? 0 }
}
