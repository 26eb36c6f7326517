import Foundation
import RealmStore

/// The result of a migration. Additional to the SDK.
public struct MigrationReport: Codable, Hashable, Sendable {
    /// One step.
    public struct Step: Codable, Hashable, Sendable {
        /// The first line of the step in its file, from 1.
        public let line: Int
        /// The step's name.
        public let op: String
        /// The number of objects changed, created or deleted.
        public let rows: Int
        /// Its duration in milliseconds.
        public let ms: Int
    }

    /// One file.
    public struct File: Codable, Hashable, Sendable {
        /// The file's name.
        public let name: String
        /// Its steps; empty for a baseline.
        public let steps: [Step]
    }

    /// The schema version before; nil for a file without one.
    public let from: UInt64?
    /// The schema version after the migration.
    public let to: UInt64
    /// The files that were run.
    public internal(set) var files: [File] = []
    /// The backup made before; nil without one.
    public internal(set) var backup: URL?
    /// The file's size in bytes before.
    public internal(set) var before = 0
    /// The file's size in bytes after the migration; for a dry run, what it would be.
    public internal(set) var after = 0

    init(_ plan: MigrationPlan) {
        from = plan.from
        to = plan.to
    }
}
