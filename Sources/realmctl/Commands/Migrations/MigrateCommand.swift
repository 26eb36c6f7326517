import ArgumentParser

/// `migrate`: bring files from one schema version to another, by migration files.
struct MigrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Change the schema of files, as migration files say.",
        subcommands: [
            MigrateNewCommand.self, MigrateLintCommand.self, MigratePlanCommand.self, MigrateStatusCommand.self,
            MigrateApplyCommand.self, MigrateHashCommand.self,
        ])
}
