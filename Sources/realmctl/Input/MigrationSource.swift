import Foundation
import RealmTools

/// The migration files given to a command.
struct MigrationSource: Sendable {
    let folder: MigrationFolder
    /// The version to reach; nil for the highest.
    let target: UInt64?
    let allowsChanges: Bool

    /// The plan for a file of that schema version.
    func plan(from version: UInt64?, _ settings: Settings) throws -> MigrationPlan {
        if let target, let version, target < version {
            throw Failure(
                .usage, "downgrade",
                "The file has schema version \(version), and no migration leads back to \(target).",
                hint: "Restore a backup.")
        }
        var plan = try folder.plan(from: version, to: target, allowsChanges: allowsChanges)
        plan.showsValues = settings.verbosity > .quiet
        return plan
    }

    /// The plan for a file in its current state.
    func plan(for input: InputFile, _ reader: RealmReader) throws -> MigrationPlan {
        let info = try reader.withKey(for: input) { try reader.info(input, key: $0, deep: false) }
        return try plan(from: info.schemaVersion, reader.context.settings)
    }
}

extension MigrationPlan {
    /// "schema version 1 -> 3".
    var route: String {
        let begin = from.map { "schema version \($0)" } ?? "no schema version"
        return files.isEmpty ? begin : "\(begin) -> \(to)"
    }

    /// The steps that may lose data, each with its file.
    var losses: [String] {
        files.flatMap { file in file.steps.filter(\.isDestructive).map { "\(file.name):\($0.line): \($0.summary)" } }
    }
}
