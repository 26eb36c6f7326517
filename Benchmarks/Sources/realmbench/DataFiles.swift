import BenchmarkData
import Foundation

/// The same rows in the file of each engine, in one directory.
struct DataFiles {
    let directory: URL
    let rows: RowSet

    var realm: URL { directory.appending(path: "rows.realm") }
    var sqlite: URL { directory.appending(path: "rows.sqlite") }

    /// Writes the files, replacing older ones.
    func write() throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try RealmFileBuilder(rows: rows).write(to: realm)
        try? FileManager.default.removeItem(at: sqlite)
        try SQLiteFileBuilder(rows: rows).write(to: sqlite.path)
    }

    /// The size of a file in bytes.
    func size(of file: URL) throws -> Int {
        // A new URL, as a URL caches the resource values it has returned.
        try URL(filePath: file.path).resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    }

    /// Removes a file and an engine's auxiliary files.
    func remove(_ file: URL) throws {
        for suffix in ["", ".lock", ".note", ".management", "-wal", "-shm"] {
            let path = file.path + suffix
            if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
        }
    }

    func copy(_ file: URL, to target: URL) throws {
        try FileManager.default.copyItem(at: file, to: target)
    }
}
