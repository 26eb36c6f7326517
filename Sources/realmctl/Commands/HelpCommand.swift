import ArgumentParser

/// `help`: what a command does; with `--man` a manual page of all of them.
struct HelpCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "help",
        abstract: "Explain a command.")

    @Flag(help: "Print a manual page of all commands (roff): realmctl help --man | man -l -")
    var man = false

    @Argument(help: "The command; all of them in short if none is given.")
    var command: [String] = []

    @OptionGroup(title: "General options") var general: GeneralOptions

    func validate() throws {
        if man, !command.isEmpty { throw ValidationError("--man explains all commands; give no command with it.") }
    }

    func execute(in context: CommandContext) throws -> CommandResult {
        let text = try man ? ManualPage().text : help()
        return CommandResult([("text", .string(text))], text: text.hasSuffix("\n") ? text : text + "\n")
    }

    private func help() throws(Failure) -> String {
        var found: any ParsableCommand.Type = Realmctl.self
        for word in command {
            let next = found.configuration.subcommands.first { type in
                type.configuration.commandName == word || type.configuration.aliases.contains(word)
            }
            guard let next else {
                let name = command.joined(separator: " ")
                throw .usage("There is no command '\(name)'.", hint: "See 'realmctl help'.")
            }
            found = next
        }
        return command.isEmpty ? Realmctl.helpMessage() : Realmctl.helpMessage(for: found)
    }
}
