import ArgumentParser
import RealmTools

/// `migrate plan`: what would be run on a file?
struct MigratePlanCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Print what would be run on a file.",
        discussion: "Steps that may lose data are marked with an exclamation mark.")

    static var name: String { "migrate plan" }

    @Argument(help: "The Realm file.", completion: .file(extensions: ["realm"]))
    var path: String

    @OptionGroup(title: "Migration files") var migrations: MigrationOptions
    @OptionGroup(title: "Encryption key") var key: KeyOptions
    @OptionGroup(title: "General options") var general: GeneralOptions<MigratePlanCommand>

    func execute(in context: CommandContext) throws -> CommandResult {
        let reader = try RealmReader(key, in: context)
        let source = try migrations.source()
        let plan = try Failure.about(path) { try source.plan(for: reader.input(path), reader) }
        let files = plan.files.map { file in
            JSONValue.object([
                ("name", .string(file.name)), ("version", .unsigned(file.version)),
                ("description", JSONValue(file.description)), ("baseline", .bool(file.isBaseline)),
                ("steps", .array(file.steps.map(MigratePlanCommand.json))),
            ])
        }
        return CommandResult(
            [
                ("path", .string(path)), ("from", JSONValue(plan.from)), ("to", .unsigned(plan.to)),
                ("destructive", .bool(plan.isDestructive)), ("files", .array(files)),
            ], text: text(plan))
    }

    private static func json(_ step: MigrationPlan.Step) -> JSONValue {
        .object([
            ("line", JSONValue(step.line)), ("op", .string(step.name)), ("summary", .string(step.summary)),
            ("destructive", .bool(step.isDestructive)),
        ])
    }

    private func text(_ plan: MigrationPlan) -> String {
        var lines = ["\(path)  \(plan.route)\(plan.files.isEmpty ? ": nothing to do" : "")"]
        for file in plan.files {
            lines.append(file.name + (file.description.map { "  \($0)" } ?? ""))
            if file.isBaseline { lines.append("    make the classes of the baseline") }
            lines += file.steps.map { "  \($0.isDestructive ? "!" : " ") \($0.summary)" }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
