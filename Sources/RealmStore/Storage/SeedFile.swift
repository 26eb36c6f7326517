/// A file that others begin with as copies of it.
enum SeedFile {
    /// Copies the file at `seed` to `path`, unless somebody else makes that file first. The copy is whole when it
    /// appears under its name.
    ///
    /// What could not be opened with `key` is not copied: it would be in the way of a better seed for ever.
    ///
    /// - Throws: what opening the seed gives, but for `upgradeRequired`; `changedWhileReading`; what writing gives.
    static func copy(_ seed: String, to path: String, key: EncryptionKey?) throws(StorageError) {
        _ = try FileStatus.ofRegularFile(seed)
        let source = try StorageError.onSystemError(seed) { () throws(SystemError) in
            try FileDescriptor.open(seed, .readOnly)
        }
        let before = try RealmFile.Identity(source, seed)
        let copy = try UnfinishedFile(for: Database.canonical(path))
        let target = try copy.descriptor()
        try StorageError.onSystemError(path) { () throws(SystemError) in try source.copyContents(to: target) }
        guard try RealmFile.Identity(source, seed) == before else {
            throw StorageError(.changedWhileReading, seed, "was changed while it was copied; copy it again")
        }
        do throws(StorageError) {
            _ = try RealmFile.open(copy.path, key: key, sharing: .none)
        } catch {
            guard case .upgradeRequired = error.kind else { throw StorageError(error.kind, seed, error.message) }
        }
        do throws(StorageError) {
            try copy.placeNew(ownerOnly: false)
        } catch {
            if error.kind != .fileExists { throw error }
        }
    }
}
