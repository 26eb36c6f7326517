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

    @Argument(help: "The command; all of them in short if none is given.")
    var command: [String] = []

    @OptionGroup(title: "General options") var general: GeneralOptions

    func validate() throws {
        if man, markdown { throw ValidationError("Give one of --man and --markdown.") }
        if man, !command.isEmpty { throw ValidationError("--man explains all commands; give no command with it.") }
    }

    func execute(in context: CommandContext) throws -> CommandResult {
        let text = try man ? ManualPage(.tool()).text : markdown ? page() : help()
        return CommandResult([("text", .string(text))], text: text.hasSuffix("\n") ? text : text + "\n")
    }

    private func page() throws -> String {
        let tool = try CommandDescription.tool()
        guard let name = command.first else { return CommandPage.index(of: tool) }
        guard command.count == 1, let subcommand = tool.subcommands?.first(where: { $0.commandName == name }) else {
            throw unknown
        }
        return CommandPage(subcommand, of: tool).text
    }

    private var unknown: Failure {
        let question = CommandNames.question(for: command).map { "; \($0)" } ?? "."
        return .usage(
            "There is no command '\(command.joined(separator: " "))'\(question)", hint: "See 'realmctl help'.")
    }

    private func help() throws(Failure) -> String {
        var found: any ParsableCommand.Type = Realmctl.self
        for word in command {
            let next = found.configuration.subcommands.first { type in
                type.configuration.commandName == word || type.configuration.aliases.contains(word)
            }
            guard let next else { throw unknown }
            found = next
        }
        return command.isEmpty ? Realmctl.helpMessage() : Realmctl.helpMessage(for: found)
    }
}
