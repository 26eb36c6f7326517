import RealmStore

/// The stages of a rewrite whose new file must have the planned schema and version.
struct MigratedStages: DerivedStages {
    let base: VerifiedStages
    let progress: StepProgress
    /// The migrated file.
    let path: String
    let version: UInt64
    let schema: Schema

    func show(_ done: Int, of total: Int) { progress.write(done, of: total) }

    func inspect(_ copy: RealmFile) throws(StorageError) {
        try base.inspect(copy)
        let stored: SchemaUpdate.Stored
        do { stored = try SchemaUpdate.Stored(Group(copy)) } catch {
            throw StorageError(error, path)
        }
        let isPlanned =
            stored.version == version && SchemaChange.all(from: stored.schema, to: schema).isEmpty
            && SchemaChange.all(from: schema, to: stored.schema).isEmpty
        if !isPlanned {
            throw StorageError(.readOrWriteFailed, path, "was not migrated as it should be: another schema came out")
        }
    }
}
