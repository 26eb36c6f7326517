import RealmStore

/// A migration file that was read: the schema version that it leads to, and how.
struct MigrationFile: Sendable {
    /// The name without folder.
    let name: String
    /// The schema version behind the file.
    let version: UInt64
    var description: String?
    /// The versions on which the file may be run; nil for all below its own.
    var from: Placed<VersionSet>?
    /// The schema of a baseline, which makes one of a file without version.
    var baseline: Schema?
    var steps: [PlacedStep] = []
    /// Where the document begins.
    let place: SourcePlace

    /// True if the file may be run on a file of that version; nil for one without version.
    func accepts(_ version: UInt64?) -> Bool {
        guard let version else { return baseline != nil }
        return baseline == nil && from?.value.contains(version) ?? true
    }
}
