import RealmStore

/// A parsed migration file: the schema version that it leads to, and its steps.
struct MigrationFile: Sendable {
    /// The name without folder.
    let name: String
    /// The schema version after the file.
    let version: UInt64
    var description: String?
    /// The versions on which the file may be run; nil for all lower ones.
    var from: Placed<VersionSet>?
    /// The schema of a baseline, which initialises a file without version.
    var baseline: Schema?
    var steps: [PlacedStep] = []
    /// The place at which the document begins.
    let place: SourcePlace

    /// True if the file may be run on a file of that version; nil for one without version.
    func accepts(_ version: UInt64?) -> Bool {
        guard let version else { return baseline != nil }
        return baseline == nil && from?.value.contains(version) ?? true
    }
}
