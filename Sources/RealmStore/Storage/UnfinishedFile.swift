import Synchronization

/// A file that is being written, under a name of its own beside its target; gone with this object unless it got its
/// name.
///
/// The name is `.NAME.realmctl-PID-RANDOM.tmp`. Its writer holds a lock on it, so that what a killed process left
/// behind is known by not being locked.
final class UnfinishedFile {
    let path: String
    /// What the file is to become.
    let target: String
    private let directory: String
    private let file: FileDescriptor
    private var isPlaced = false

    /// Names that this process has in use.
    private static let names = Mutex(Set<String>())

    /// Makes the file, empty and with mode 0600.
    ///
    /// - Parameters:
    ///   - target: without symbolic links.
    ///   - name: by which the next such file finds what is left of a killed process; nil for the target's own.
    init(for target: String, named name: String? = nil) throws(StorageError) {
        self.target = target
        let (directory, targetName) = FileName.split(target)
        let name = name ?? targetName
        self.directory = directory
        UnfinishedFile.removeLeftovers(of: name, in: directory)
        let random = String(UInt64.random(in: .min ... .max), radix: 36)
        let path = "\(directory)/\(UnfinishedFile.prefix(name))\(ProcessIdentity.current)-\(random).tmp"
        self.path = path
        UnfinishedFile.names.withLock { _ = $0.insert(path) }
        do {
            file = try FileDescriptor.open(path, .readWrite, create: 0o600, exclusive: true)
            _ = try file.lock(.exclusive, blocking: false)
        } catch {
            UnfinishedFile.names.withLock { _ = $0.remove(path) }
            throw StorageError(error, target)
        }
    }

    deinit {
        if !isPlaced { try? FileName.remove(path) }
        UnfinishedFile.names.withLock { _ = $0.remove(path) }
    }

    /// The size of the file.
    var byteCount: Int {
        get throws(StorageError) {
            try StorageError.onSystemError(target) { () throws(SystemError) in try file.byteCount() }
        }
    }

    /// Another descriptor of the file, to write to.
    func descriptor() throws(StorageError) -> FileDescriptor {
        try StorageError.onSystemError(target) { () throws(SystemError) in try file.duplicate() }
    }

    /// Writes the bytes of the file at `source`, which must stay as it is meanwhile; throws `changedWhileReading`.
    func fill(copying source: String) throws(StorageError) {
        let original = try StorageError.onSystemError(source) { () throws(SystemError) in
            try FileDescriptor.open(source, .readOnly)
        }
        let before = try RealmFile.Identity(original, source)
        try StorageError.onSystemError(target) { () throws(SystemError) in try original.copyContents(to: file) }
        guard try RealmFile.Identity(original, source) == before else {
            throw StorageError(.changedWhileReading, source, "was changed while it was copied; copy it again")
        }
    }

    /// Gives the file its name, which must be free, and the permissions of a new file. Durable.
    func placeNew(ownerOnly: Bool) throws(StorageError) {
        try place("has its name already, but a power failure may take it away") { () throws(SystemError) in
            if !ownerOnly { try file.setMode(FileName.newFileMode) }
            try file.syncAll()
            try FileName.move(path, toNew: target)
        }
    }

    /// Gives the file the name, permissions and, if that is allowed, the owner of the one it replaces. Durable.
    ///
    /// - Parameter oldPath: a new name for the file that is replaced, or nil.
    func replace(_ old: FileStatus, keepingOldAt oldPath: String?) throws(StorageError) {
        try place("is the new file already, but a power failure may bring back the old one") {
            () throws(SystemError) in
            try? file.setOwner(user: old.user, group: old.group)
            try file.setMode(old.mode)
            try file.syncAll()
            if let oldPath { try FileName.add(oldPath, to: target) }
            do throws(SystemError) {
                try FileName.replace(target, with: path)
            } catch {
                if let oldPath { try? FileName.remove(oldPath) }
                throw error
            }
        }
    }

    /// - Parameter doubt: what is to be said if only the name is not known to be durable.
    private func place(_ doubt: String, _ body: () throws(SystemError) -> Void) throws(StorageError) {
        try StorageError.onSystemError(target, body)
        isPlaced = true
        do { try FileDescriptor.syncDirectory(directory) } catch { throw StorageError(error, target, doubt) }
    }

    private static func prefix(_ name: String) -> String {
        // A name has 255 bytes at most.
        ".\(name.utf8.count > 180 ? String(name.prefix(40)) : name).realmctl-"
    }

    /// Removes what processes that were killed left of the same target.
    private static func removeLeftovers(of name: String, in directory: String) {
        let prefix = prefix(name)
        for name in (try? FileName.names(in: directory)) ?? [] where name.hasPrefix(prefix) && name.hasSuffix(".tmp") {
            let path = "\(directory)/\(name)"
            guard let file = try? FileDescriptor.open(path, .readWrite) else { continue }
            if (try? file.lock(.exclusive, blocking: false)) == true { try? FileName.remove(path) }
        }
    }

    /// Removes all unfinished files of this process.
    static func removeAll() {
        names.withLock { names in
            for path in names { try? FileName.remove(path) }
        }
    }
}
