import ArgumentParser
import Foundation
import RealmTools

/// The folder of migration files.
struct FolderOptions: ParsableArguments {
    @Option(name: .customLong("dir"), help: ArgumentHelp("The folder of the migration files.", valueName: "dir"))
    var directory = "migrations"

    /// The files of the folder.
    func folder() throws(Failure) -> MigrationFolder {
        guard FileManager.default.fileExists(atPath: directory) else {
            throw Failure(
                .noInput, nil, "There is no folder '\(directory)'.", path: directory,
                hint: "Begin one with 'realmctl migrate new NAME', or name another with --dir.")
        }
        return try Failure.about(directory) {
            try MigrationFolder(directory: URL(fileURLWithPath: directory, isDirectory: true))
        }
    }
}

/// The migration files to run.
struct MigrationOptions: ParsableArguments {
    @OptionGroup var folder: FolderOptions

    @Option(
        name: .customLong("to"),
        help: ArgumentHelp("The schema version to reach (default: the highest).", valueName: "n"))
    var target: UInt64?

    @Flag(help: "Run files although they differ from realmctl.sum.")
    var allowChanged = false

    /// The files of the folder, all valid, and the version to reach.
    func source() throws -> MigrationSource {
        let folder = try folder.folder()
        if let target, !folder.versions.contains(target) {
            throw Failure.usage("No file in '\(self.folder.directory)' leads to schema version \(target).")
        }
        return MigrationSource(folder: folder, target: target, allowsChanges: allowChanged)
    }
}
