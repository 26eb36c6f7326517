import ArgumentParser

/// `help`: describes a command; with `--man` a manual page of all commands.
struct HelpCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "help",
        abstract: "Explain a command.")

    @Flag(help: "Print a manual page of all commands (roff): realmctl help --man | man -l -")
    var man = false

    @Flag(help: "Print the page of the command in Markdown; without a command, the list of all.")
    var markdown = false

    @Argument(help: "The command; all of them in short if none is given; options: those of all commands.")
    var command: [String] = []

    @OptionGroup(title: "General options") var general: GeneralOptions<HelpCommand>

    static let generalOptions: Set<GeneralOption> = []

    func validate() throws {
        if man, markdown { throw ValidationError("Give one of --man and --markdown.") }
        if man, !command.isEmpty { throw ValidationError("--man explains all commands; give no command with it.") }
    }

    func execute(in context: CommandContext) throws -> CommandResult {
        let text = try man ? ManualPage(.tool()).text : markdown ? page() : help(context.terminal.columns ?? 80)
        return CommandResult([("text", .string(text))], text: text.hasSuffix("\n") ? text : text + "\n")
    }

    private func page() throws -> String {
        let tool = try CommandDescription.tool()
        guard let name = command.first else { return CommandPage.index(of: tool) }
        guard command.count == 1, let subcommand = tool.subcommands?.first(where: { $0.commandName == name }) else {
            throw unknown
        }
        return CommandPage(subcommand).text
    }

    private var unknown: Failure {
        let question = CommandNames.question(for: command).map { "; \($0)" } ?? "."
        return .usage(
            "There is no command '\(command.joined(separator: " "))'\(question)", hint: "See 'realmctl help'.")
    }

    private func help(_ width: Int) throws -> String {
        if command == ["options"] { return try ToolHelp(.tool(), width: width).options }
        guard let text = try HelpCommand.text(of: command, width: width, isLong: true) else { throw unknown }
        return text
    }

    /// The help of the command that these words name; nil if there is none.
    static func text(of words: [String], width: Int, isLong: Bool) throws -> String? {
        if words.isEmpty { return try ToolHelp(.tool(), width: width).long }
        if let leaf = try CommandDescription.leaf(words) { return HelpText(leaf, width: width).text(isLong: isLong) }
        let tool = try CommandDescription.tool()
        guard words.count == 1, let group = tool.ownSubcommands.first(where: { $0.commandName == words[0] }) else {
            return nil
        }
        return ToolHelp(tool, width: width).group(group)
    }
}
