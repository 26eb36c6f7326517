import RealmStore

extension RealmStoreInformation {
    /// The libraries beneath `RealmTools`, with the versions in use: those of `RealmStore`, and those for backups and
    /// SQLite exports. Additional to the SDK.
    public static var toolLibraries: [(name: String, version: String)] {
        libraries + [("SQLite", SQLiteLibrary.version), ("zstd", CompressionLibrary.version)]
    }
}
