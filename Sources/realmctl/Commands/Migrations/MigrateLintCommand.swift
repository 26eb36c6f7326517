import ArgumentParser
import RealmTools

/// `migrate lint`: are the migration files valid?
struct MigrateLintCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Check migration files without a database.",
        discussion: """
            Reads all files and follows the schema from the baseline through every step. Prints everything that is \
            wrong, a line for each, and exits with 65 then.
            """)

    static var name: String { "migrate lint" }

    @OptionGroup(title: "Migration files") var folder: FolderOptions
    @OptionGroup(title: "General options") var general: GeneralOptions<MigrateLintCommand>

    static let generalOptions: Set<GeneralOption> = []

    func execute(in context: CommandContext) throws -> CommandResult {
        let folder = try folder.folder()
        let diagnostics = folder.lint()
        if !folder.hasBaseline {
            context.console.warn(
                "noBaseline", "The first file is no baseline: the steps were read, and not checked against a schema.")
        }
        let problems = diagnostics.map { problem in
            JSONValue.object([
                ("file", .string(problem.file)), ("line", JSONValue(problem.line)),
                ("column", JSONValue(problem.column)), ("code", .string(problem.code.rawValue)),
                ("message", .string(problem.message)),
                ("suggestions", JSONValue(problem.suggestions)),
            ])
        }
        var result = CommandResult(
            [("files", JSONValue(folder.versions.count)), ("problems", .array(problems))],
            text: diagnostics.map { "\($0)\n" }.joined())
        if diagnostics.isEmpty {
            context.console.note(
                folder.versions.count == 1 ? "1 file, nothing wrong" : "\(folder.versions.count) files, nothing wrong")
        } else {
            let count = diagnostics.count == 1 ? "1 problem" : "\(diagnostics.count) problems"
            result.failure = Failure(.dataError, "badMigration", "The migration files have \(count).")
        }
        return result
    }
}
