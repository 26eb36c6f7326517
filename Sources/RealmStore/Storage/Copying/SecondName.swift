/// Another name for a file that is about to be replaced under its own.
///
/// From before the name is created until the replacement is done, a note beside the file records it: if the process is
/// killed in between, the next one recognises the name and removes it (`Leftovers`).
final class SecondName {
    private let path: String
    private let directory: Directory
    private let name: String
    private let original: (directory: Directory, name: String)
    /// The note, which is locked while this object lives; nil if the name is in another directory.
    private let noteName: String?
    private let note: FileDescriptor?

    /// Writes the note.
    ///
    /// - Parameters:
    ///   - path: the name that `take` gives the file.
    ///   - original: the file's name in its directory.
    init(_ path: String, for original: String, in directory: Directory) throws(StorageError) {
        self.path = path
        self.original = (directory, original)
        do {
            (self.directory, name) = try Directory.holding(path)
            guard try self.directory.status(".").isSameFile(as: directory.status(".")) else {
                noteName = nil
                note = nil
                return
            }
            let noteName = Leftovers.newName(for: original, Leftovers.noteMark)
            let note = try directory.open(noteName, .readWrite, create: 0o600, exclusive: true)
            self.noteName = noteName
            _ = try note.lock(.exclusive, blocking: false)
            try note.write(SecondNameNote(name, directory.status(original)).bytes, at: 0)
            self.note = consume note
        } catch {
            throw StorageError(error, path)
        }
    }

    deinit {
        if let noteName { try? original.directory.remove(noteName) }
    }

    /// Gives the file the name. Where hard links are impossible, a copy of the file gets it.
    ///
    /// - Throws: `fileExists` if the name is taken; errors of linking or copying.
    func take() throws(StorageError) {
        do {
            try original.directory.add(name, in: directory, to: original.name)
        } catch {
            guard Directory.hasNoSecondNames(error) else { throw StorageError(error, path) }
            let file = try StorageError.onSystemError(path, original.directory.open(original.name, .readOnly))
            try UnfinishedFile(for: path).placeCopy(of: file)
        }
    }

    /// Removes the name again.
    func giveBack() { try? directory.remove(name) }
}
