import Foundation
import RealmStore

/// The migration files that bring a Realm from one schema version to another. Created by `MigrationFolder`.
///
/// Additional to the SDK.
public struct MigrationPlan: Sendable {
    /// One step, in readable form.
    public struct Step: Sendable {
        /// The first line of the step in its file, from 1.
        public let line: Int
        /// The step's name.
        public let name: String
        /// A short description of the step.
        public let summary: String
        /// True if objects, or properties with their values, may be lost.
        public let isDestructive: Bool
    }

    /// One file.
    public struct File: Sendable {
        /// The file's name.
        public let name: String
        /// The schema version after the file.
        public let version: UInt64
        /// The description in the file.
        public let description: String?
        /// True for the first schema of a new file.
        public let isBaseline: Bool
        /// The steps in their order.
        public let steps: [Step]
    }

    /// The schema version at which the plan begins; nil for a file without one.
    public let from: UInt64?
    /// The schema version to which the plan leads.
    public let to: UInt64
    /// The files to run, in this order; empty if the Realm already has that version.
    public var files: [File] { sources.map(File.init) }
    /// True if objects, or properties with their values, may be lost.
    public var isDestructive: Bool { sources.contains { $0.steps.contains { $0.step.isDestructive } } }
    /// Whether errors show the values of the offending objects.
    public var showsValues = true

    let sources: [MigrationFile]

    init(from: UInt64?, to: UInt64, _ sources: [MigrationFile]) {
        self.from = from
        self.to = to
        self.sources = sources
    }
}

extension MigrationPlan.File {
    fileprivate init(_ file: MigrationFile) {
        name = file.name
        version = file.version
        description = file.description
        isBaseline = file.baseline != nil
        steps = file.steps.map {
            MigrationPlan.Step(
                line: $0.place.line, name: $0.name, summary: $0.step.summary, isDestructive: $0.step.isDestructive)
        }
    }
}

extension MigrationFolder {
    /// Returns the files that bring a Realm of schema version `from` to version `to`: those of the versions between,
    /// ascending.
    ///
    /// - Parameters:
    ///   - from: the Realm's schema version; nil for one without, which begins with the baseline.
    ///   - to: the version of one of the files; nil for the highest.
    ///   - allowsChanges: whether to run files that differ from `realmctl.sum`.
    /// - Throws: `badMigration` if `lint` finds a problem, files differ from `realmctl.sum`, or a file is not made for
    ///   the version on which it would be run; `schemaVersionAhead` if `from` is above all files; `invalidInput` for a
    ///   `to` that is below `from` or not the version of a file; Foundation's errors if `realmctl.sum` cannot be read.
    public func plan(from: UInt64?, to: UInt64?, allowsChanges: Bool = false) throws -> MigrationPlan {
        let problems = lint().map(\.description)
        guard problems.isEmpty else { throw bad(problems.joined(separator: "\n")) }
        let differences = allowsChanges ? [] : try sumDifferences()
        guard differences.isEmpty else {
            let list = differences.map { "\(directory.relativePath): \($0)" }.joined(separator: "\n")
            throw bad("\(list)\nMigration files must not change once they were run anywhere.")
        }
        guard let highest = files.last?.version else { throw bad("There are no migration files.") }
        if let from, from > highest {
            throw RLMError(
                .schemaVersionAhead,
                "The Realm has schema version \(from), and the migration files end with \(highest). Use newer files.")
        }
        let target = to ?? highest
        guard versions.contains(target) else { throw invalidInput("No migration file leads to version \(target).") }
        if let from, target < from {
            throw invalidInput(
                "The Realm has schema version \(from), and no migration leads back to \(target). Restore a backup.")
        }
        let chosen = files.filter { file in file.version <= target && from.map { file.version > $0 } ?? true }
        try check(chosen, from)
        return MigrationPlan(from: from, to: target, chosen)
    }

    /// Each file must be made for the version that the one before leads to.
    private func check(_ files: [MigrationFile], _ from: UInt64?) throws {
        var version = from
        for file in files {
            if !file.accepts(version) {
                let actual = version.map { "schema version \($0)" } ?? "no schema version"
                let wanted =
                    file.baseline != nil
                    ? "is a baseline, for new files only" : file.from.map { "is for version \($0.value)" }
                throw bad("'\(file.name)' \(wanted ?? "is no baseline"), and the Realm has \(actual) then.")
            }
            version = file.version
        }
    }

    private func bad(_ message: String) -> RLMError { RLMError(.badMigration, message, path: directory.path) }
}
