import Foundation

extension Realm {
    /// Removes the unfinished files of copies and compactions running in this process; they will fail.
    ///
    /// For programs that end on a signal. The next copy or compaction of the same file removes leftovers of killed
    /// processes. Additional to the SDK.
    public static func removeUnfinishedFiles() { UnfinishedFile.removeAll() }

    /// Removes leftovers of killed copies and compactions beside a file, including other names of it.
    ///
    /// The next one does so automatically; files being written stay. Symbolic links are followed. Additional to the
    /// SDK.
    public static func removeLeftovers(besideFileAt fileURL: URL) {
        guard let path = try? FileName.resolved(fileURL.path) else { return }
        try? Leftovers(of: path).remove()
    }
}
