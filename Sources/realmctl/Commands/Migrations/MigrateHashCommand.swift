import ArgumentParser
import RealmTools

/// `migrate hash`: record the digests of the migration files.
struct MigrateHashCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "hash",
        abstract: "Write realmctl.sum, the digests of the migration files.",
        discussion: """
            To be committed beside the files. If it is there, a changed, missing or unlisted file stops every command \
            but lint and hash.
            """)

    static var name: String { "migrate hash" }

    @OptionGroup(title: "Migration files") var folder: FolderOptions
    @OptionGroup(title: "General options") var general: GeneralOptions<MigrateHashCommand>

    static let generalOptions: Set<GeneralOption> = [.dryRun]

    func execute(in context: CommandContext) throws -> CommandResult {
        let directory = folder.directory
        let folder = try folder.folder()
        if !context.settings.isDryRun { try Failure.about(directory) { try folder.writeSum() } }
        return CommandResult(
            [("directory", .string(directory)), ("files", JSONValue(folder.versions.count))], text: folder.sum)
    }
}
