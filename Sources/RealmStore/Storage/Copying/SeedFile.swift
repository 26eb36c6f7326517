/// A file that others begin with as copies of it.
enum SeedFile {
    /// Copies the file at `seed` to `path`, unless somebody else makes that file first. The copy is whole when it
    /// appears under its name.
    ///
    /// What could not be opened with `key` is not copied: it would be in the way of a better seed for ever.
    ///
    /// - Throws: what opening the seed gives, but for `upgradeRequired`; `changedWhileReading`; what writing gives.
    static func copy(_ seed: String, to path: String, key: EncryptionKey?) throws(StorageError) {
        let mode = try FileStatus.ofRegularFile(seed).mode
        let copy = try UnfinishedFile(for: Database.canonical(path))
        try copy.fill(copying: seed)
        do {
            _ = try RealmFile.open(copy.path, key: key, sharing: .none)
        } catch {
            guard case .upgradeRequired = error.kind else { throw StorageError(error.kind, seed, error.message) }
        }
        do {
            try copy.placeNew(mode: FileName.newFileMode(for: mode))
        } catch {
            if error.kind != .fileExists { throw error }
        }
    }
}
