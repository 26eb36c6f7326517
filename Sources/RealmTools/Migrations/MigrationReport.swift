import Foundation
import RealmStore

/// What a migration did. Additional to the SDK.
public struct MigrationReport: Codable, Hashable, Sendable {
    /// One step.
    public struct Step: Codable, Hashable, Sendable {
        /// Where the step begins in its file, from 1.
        public let line: Int
        /// The step's name.
        public let op: String
        /// How many objects were changed, made or deleted.
        public let rows: Int
        /// Milliseconds that it took.
        public let ms: Int
    }

    /// One file.
    public struct File: Codable, Hashable, Sendable {
        /// The file's name.
        public let name: String
        /// Its steps; none of a baseline.
        public let steps: [Step]
    }

    /// The schema version before; nil for a file without one.
    public let from: UInt64?
    /// The schema version behind the migration.
    public let to: UInt64
    /// What was run.
    public internal(set) var files: [File] = []
    /// The backup that was made before; nil without one.
    public internal(set) var backup: URL?
    /// The file's size in bytes before.
    public internal(set) var before = 0
    /// The file's size in bytes behind the migration; of a dry run, what it would be.
    public internal(set) var after = 0

    init(_ plan: MigrationPlan) {
        from = plan.from
        to = plan.to
    }
}
