/// An existing file that is to be replaced or removed, under its exclusive lock.
///
/// Symbolic links are followed: the file they lead to is used, and the links stay.
package final class ReplacedFile {
    /// The path without symbolic links.
    package let path: String
    /// The status of the file, under the lock.
    package let status: FileStatus
    /// A file has a lock file beside each name by which it can be opened: the given one, and that without links.
    private let locks: [SessionLock]

    /// - Parameters:
    ///   - isPrivate: the file is used by no one else; no lock is taken.
    ///   - timeout: the time to wait for others to close the file.
    package init(_ given: String, isPrivate: Bool = false, timeout: Duration = .zero) throws(StorageError) {
        let mode = try FileStatus.ofRegularFile(given).mode
        let (resolved, beside) = try StorageError.onSystemError(given) { () throws(SystemError) in
            let (directory, name) = FileName.split(given)
            return (try FileName.resolved(given), try FileName.resolved(directory) + "/" + name)
        }
        var locks: [SessionLock] = []
        if !isPrivate {
            for path in beside == resolved ? [resolved] : [beside, resolved] {
                locks.append(try SessionLock.acquireExclusive(forFileAt: path, mode: mode, timeout: timeout))
            }
        }
        self.locks = locks
        path = resolved
        ReplacedFile.removeLeftovers(of: resolved, isAlone: !isPrivate)
        status = try FileStatus.ofRegularFile(resolved)
    }

    /// Removes leftovers of killed processes, including other names of the file.
    private static func removeLeftovers(of path: String, isAlone: Bool) {
        guard let (directory, name) = try? Directory.holding(path) else { return }
        let leftovers = Leftovers(of: name, in: directory)
        leftovers.remove()
        if isAlone { for unborn in leftovers.unborn { try? directory.remove(unborn) } }
    }

    /// Throws `hardLinked` if the file has other names.
    package func checkHasOneName() throws(StorageError) {
        guard status.linkCount > 1 else { return }
        throw StorageError(
            .hardLinked, path,
            "has \(status.linkCount) names (hard links); replacing it would leave the old content under the others")
    }

    /// Opens the file for reading: the locked one, even if its path now leads to another.
    package func open(key: EncryptionKey?) throws(StorageError) -> RealmFile {
        let file = try RealmFile.open(path, key: key, sharing: .none)
        guard file.status.isSameFile(as: status) else {
            throw StorageError(.changedWhileReading, path, "was replaced while it was opened; try again")
        }
        return file
    }
}
