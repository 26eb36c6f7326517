import Synchronization

/// A file that is being written, under a name of its own beside its target; removed with this object unless it got its
/// final name.
///
/// The name is `.NAME.realmctl-PID-RANDOM.tmp`. Its writer holds a lock on it, so that leftovers of killed processes
/// are recognised by the missing lock (`Leftovers`).
package final class UnfinishedFile {
    package let path: String
    /// The path that the file will get.
    package let target: String
    private let directory: Directory
    /// The name that the file has in the directory.
    private let name: String
    /// The name that it will get.
    private let targetName: String
    private let file: FileDescriptor
    private(set) var isPlaced = false

    /// The files that this process is writing: names in directories, by path.
    private static let unfinished = Mutex<[String: (directory: Directory, name: String)]>([:])

    /// Makes the file, empty and with mode 0600.
    ///
    /// - Parameters:
    ///   - target: without symbolic links.
    ///   - owner: the name under which later runs find leftovers of killed processes; nil for the target's own.
    package init(for target: String, named owner: String? = nil) throws(StorageError) {
        self.target = target
        do {
            let (directory, targetName) = try Directory.holding(target)
            Leftovers(of: owner ?? targetName, in: directory).remove()
            var name = ""
            file = try UnfinishedFile.make(&name, for: owner ?? targetName, in: directory)
            (self.directory, self.name, self.targetName) = (directory, name, targetName)
            path = UnfinishedFile.path(name, directory)
        } catch {
            throw StorageError(error, target)
        }
    }

    deinit {
        if !isPlaced { try? directory.remove(name) }
        UnfinishedFile.forget(name, directory)
    }

    /// Creates a locked file and returns its name in `name`.
    private static func make(
        _ name: inout String, for owner: String, in directory: Directory
    ) throws(SystemError) -> FileDescriptor {
        while true {
            name = Leftovers.newName(for: owner)
            unfinished.withLock { [name] in $0[path(name, directory)] = (directory, name) }
            do {
                let file = try directory.open(name, .readWrite, create: 0o600, exclusive: true)
                // Before it was locked, another process may have mistaken it for a leftover.
                if try file.lock(.exclusive, blocking: false), try file.status().linkCount > 0 { return file }
            } catch {
                try? directory.remove(name)
                forget(name, directory)
                throw error
            }
            forget(name, directory)
        }
    }

    private static func path(_ name: String, _ directory: Directory) -> String { "\(directory.path)/\(name)" }

    private static func forget(_ name: String, _ directory: Directory) {
        unfinished.withLock { _ = $0.removeValue(forKey: path(name, directory)) }
    }

    /// The size of the file.
    package var byteCount: Int {
        get throws(StorageError) {
            try StorageError.onSystemError(target, file.byteCount())
        }
    }

    /// Another descriptor of the file, to write to.
    package func descriptor() throws(StorageError) -> FileDescriptor {
        try StorageError.onSystemError(target, file.duplicate())
    }

    /// Writes the bytes of the file at `source`, which must not change meanwhile; throws `changedWhileReading`.
    package func fill(copying source: String) throws(StorageError) {
        let original = try StorageError.onSystemError(source, FileDescriptor.open(source, .readOnly))
        let before = try RealmFile.Identity(original, source)
        try StorageError.onSystemError(target, original.copyContents(to: file))
        guard try RealmFile.Identity(original, source) == before else {
            throw StorageError(.changedWhileReading, source, "was changed while it was copied; copy it again")
        }
    }

    /// Gives the file its name, which must be free. Durable.
    ///
    /// - Parameter mode: its permission bits.
    package func placeNew(mode: UInt32) throws(StorageError) {
        try finish { (file) throws(SystemError) in try file.setMode(mode) }
        try place("has its name already, but a power failure may take it away") { () throws(SystemError) in
            try directory.move(name, toNew: targetName)
        }
    }

    /// Makes the file an exact copy of one that is not being written, and gives it its name, which must be free.
    /// Durable.
    func placeCopy(of original: borrowing FileDescriptor) throws(StorageError) {
        try finish { (file) throws(SystemError) in
            try original.copyContents(to: file)
            try file.become(original.status())
        }
        try place("has its name already, but a power failure may take it away") { () throws(SystemError) in
            try directory.move(name, toNew: targetName)
        }
    }

    /// Gives the file the name, permissions and, if allowed, the owner of the file it replaces. Durable.
    ///
    /// - Parameters:
    ///   - old: the replaced file; throws `changedWhileReading` if it is gone.
    ///   - oldPath: a new name for that file, or nil.
    package func replace(_ old: FileStatus, keepingOldAt oldPath: String?) throws(StorageError) {
        try finish { (file) throws(SystemError) in try file.become(old) }
        let current = try StorageError.onSystemError(target, directory.statusIfPresent(targetName))
        guard current?.isSameFile(as: old) == true else {
            throw StorageError(.changedWhileReading, target, "was replaced or removed meanwhile")
        }
        let second = try oldPath.map { (path) throws(StorageError) in
            try SecondName(path, for: targetName, in: directory)
        }
        try second?.take()
        do {
            try place("is the new file already, but a power failure may bring back the old one") {
                () throws(SystemError) in
                try directory.replace(targetName, with: name)
            }
        } catch {
            if !isPlaced { second?.giveBack() }
            throw error
        }
    }

    /// Gives the file its final name and attributes, durably.
    private func finish(
        _ change: (borrowing FileDescriptor) throws(SystemError) -> Void
    ) throws(StorageError) {
        try StorageError.onSystemError(target) { () throws(SystemError) in
            try change(file)
            try file.syncAll()
        }
    }

    /// - Parameter doubt: the message if only the durability of the name is uncertain.
    private func place(_ doubt: String, _ body: () throws(SystemError) -> Void) throws(StorageError) {
        try StorageError.onSystemError(target, body)
        isPlaced = true
        do { try directory.sync() } catch { throw StorageError(error, target, doubt) }
    }

    /// Removes all unfinished files of this process.
    static func removeAll() {
        unfinished.withLock { unfinished in
            for (directory, name) in unfinished.values { try? directory.remove(name) }
        }
    }
}

extension FileDescriptor {
    /// Takes over permissions and, if allowed, the owner of another file.
    fileprivate func become(_ status: FileStatus) throws(SystemError) {
        try? setOwner(user: status.user, group: status.group)
        try setMode(status.mode)
    }
}
