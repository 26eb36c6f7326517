import ArgumentParser
import RealmTools

/// `migrate status`: which files are behind?
struct MigrateStatusCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Print which migration files are still to be run.",
        discussion: "With --exit-code it exits with 1 if there are any.")

    static var name: String { "migrate status" }

    @Flag(help: "Exit with 1 if something is still to be run.")
    var exitCode = false

    @OptionGroup(title: "Migration files") var migrations: MigrationOptions
    @OptionGroup(title: "Files") var files: BatchOptions
    @OptionGroup(title: "Encryption key") var key: KeyOptions
    @OptionGroup(title: "General options") var general: GeneralOptions<MigrateStatusCommand>

    func execute(in context: CommandContext) throws -> CommandResult {
        let reader = try RealmReader(key, in: context)
        let batch = try Batch(files, reader: reader, command: MigrateStatusCommand.name)
        let source = try migrations.source()
        let counts = exitCode
        return try batch.run { input, _ in
            let plan = try source.plan(for: input, reader)
            let pending = plan.files.map(\.name)
            let state = pending.isEmpty ? "current" : "pending: \(pending.joined(separator: ", "))"
            return FileReport(
                [
                    ("path", .string(input.name)), ("status", .string(pending.isEmpty ? "current" : "pending")),
                    ("schemaVersion", JSONValue(plan.from)), ("target", .unsigned(plan.to)),
                    ("pending", JSONValue(pending)),
                ], text: "\(input.name)  \(plan.route)  \(state)\n", isFinding: counts && !pending.isEmpty)
        }
    }
}
