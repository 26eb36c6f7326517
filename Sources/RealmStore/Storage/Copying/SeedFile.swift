/// A file from which others are created as copies.
enum SeedFile {
    /// Copies the file at `seed` to `path`, unless that file is created by others first. The copy is complete when it
    /// gets its name.
    ///
    /// A seed that cannot be opened with `key` is not copied: it would block a better seed forever.
    ///
    /// - Throws: errors of opening the seed, except `upgradeRequired`; `changedWhileReading`; errors of writing.
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
