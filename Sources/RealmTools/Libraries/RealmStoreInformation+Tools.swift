import RealmStore

extension RealmStoreInformation {
    /// The libraries beneath `RealmTools`, with the versions that are in use: those of `RealmStore`, and what backups
    /// and SQLite exports need. Additional to the SDK.
    public static var toolLibraries: [(name: String, version: String)] {
        libraries + [("SQLite", SQLiteLibrary.version), ("zstd", CompressionLibrary.version)]
    }
}
