import Foundation
import RealmStore

// `realmctl.sum`: the digests of a folder's files, to be committed beside them, so that no file changes unnoticed after
// it has been run.

extension MigrationFolder {
    private var sumURL: URL { directory.appendingPathComponent(MigrationFolder.sumFileName) }

    static func digest(_ bytes: Data) -> String {
        SHA256.digest(Array(bytes)).hexadecimal
    }

    /// The text that `realmctl.sum` should have: a line for each file, its SHA-256 digest, two spaces, its name.
    public var sum: String { digests.map { "\($0.sha256)  \($0.name)\n" }.joined() }

    /// Writes `realmctl.sum`, atomically.
    ///
    /// - Throws: Foundation's errors; `fileOperationFailed` for something that is not a file.
    public func writeSum() throws {
        if FileName.exists(sumURL.path) {
            _ = try rethrowing { try FileStatus.ofRegularFile(sumURL.path) }
        }
        try Data(sum.utf8).write(to: sumURL, options: .atomic)
    }

    /// Returns the differences between the files and `realmctl.sum`: a sentence for each file; empty without such a
    /// file.
    ///
    /// - Throws: Foundation's errors if it exists but cannot be read.
    public func sumDifferences() throws -> [String] {
        guard FileManager.default.fileExists(atPath: sumURL.path) else { return [] }
        let text = String(decoding: try Data(contentsOf: sumURL), as: UTF8.self)
        var listed: [String: String] = [:]
        var differences: [String] = []
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
            guard parts.count == 2 else {
                differences.append("'\(MigrationFolder.sumFileName)' has a line that is no digest with a name")
                continue
            }
            listed[parts[1].trimmingCharacters(in: .whitespaces)] = String(parts[0])
        }
        for (name, digest) in digests {
            switch listed.removeValue(forKey: name) {
            case nil: differences.append("'\(name)' is not listed in '\(MigrationFolder.sumFileName)'")
            case digest: continue
            default: differences.append("'\(name)' has changed since '\(MigrationFolder.sumFileName)' was written")
            }
        }
        differences += listed.keys.sorted().map { "'\($0)' is listed in '\(MigrationFolder.sumFileName)' and missing" }
        return differences
    }
}
