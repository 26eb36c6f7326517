import Foundation

extension Realm {
    /// Removes what copies and compactions that are running in this process have written so far; they will fail.
    ///
    /// For programs that end on a signal. What a killed process leaves behind is removed by the next copy or compaction
    /// of the same file. Additional to the SDK.
    public static func removeUnfinishedFiles() { UnfinishedFile.removeAll() }

    /// Removes what copies and compactions that were killed left beside a file, other names of it among that.
    ///
    /// The next one does so by itself; what is being written stays. Symbolic links are followed. Additional to the SDK.
    public static func removeLeftovers(besideFileAt fileURL: URL) {
        guard let path = try? FileName.resolved(fileURL.path) else { return }
        try? Leftovers(of: path).remove()
    }
}
