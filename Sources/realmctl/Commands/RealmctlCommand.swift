import ArgumentParser

/// A command of the suite: options and action.
protocol RealmctlCommand: ParsableCommand, Sendable, OptionScope {
    /// The user-visible name of the command.
    static var name: String { get }
    var general: GeneralOptions<Self> { get }

    /// Does the work. Its errors are turned into a `Failure`.
    func execute(in context: CommandContext) throws -> CommandResult
}

extension RealmctlCommand {
    static var name: String { configuration.commandName ?? "" }
    static var generalOptions: Set<GeneralOption> { .reading }

    /// The values of the general options.
    var settings: Settings { general.settings }
}

/// The context in which a command runs.
struct CommandContext: Sendable {
    let console: Console
    let scratch: ScratchFiles
    let terminal: Terminal
    let environment: [String: String]
    let files = NamedFiles()

    var settings: Settings { console.settings }
}
