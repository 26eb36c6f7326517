import ArgumentParser

/// `help`: what a command does; with `--man` a manual page of all of them.
struct HelpCommand: RealmctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "help",
        abstract: "Explain a command.")

    @Flag(help: "Print a manual page of all commands (roff): realmctl help --man | man -l -")
    var man = false

    @Argument(help: "The command; all of them in short if none is given.")
    var command: String?

    @OptionGroup(title: "General options") var general: GeneralOptions

    func validate() throws {
        if man, command != nil { throw ValidationError("--man explains all commands; give no command with it.") }
    }

    func execute(in context: CommandContext) throws -> CommandResult {
        let text = try man ? ManualPage().text : help()
        return CommandResult([("text", .string(text))], text: text.hasSuffix("\n") ? text : text + "\n")
    }

    private func help() throws(Failure) -> String {
        guard let command else { return Realmctl.helpMessage() }
        let found = Realmctl.configuration.subcommands.first { type in
            type.configuration.commandName == command || type.configuration.aliases.contains(command)
        }
        guard let found else { throw .usage("There is no command '\(command)'.", hint: "See 'realmctl help'.") }
        return Realmctl.helpMessage(for: found)
    }
}
