import BenchmarkData
import Foundation

/// The same rows in the file of each engine, in one directory.
struct DataFiles {
    let directory: URL

    var realm: URL { directory.appending(path: "rows.realm") }
    var sqlite: URL { directory.appending(path: "rows.sqlite") }

    /// Writes the files, replacing older ones.
    func write(_ rows: RowSet) throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try RealmFileBuilder(rows: rows).write(to: realm)
        try? FileManager.default.removeItem(at: sqlite)
        try SQLiteFileBuilder(rows: rows).write(to: sqlite.path)
    }

    /// The size of a file in bytes.
    func size(of file: URL) throws -> Int {
        try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    }
}
