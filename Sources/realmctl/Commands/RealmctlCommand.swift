import ArgumentParser

/// A command of the suite: options, and what it does with them.
protocol RealmctlCommand: ParsableCommand, Sendable {
    /// What the user calls the command.
    static var name: String { get }
    var general: GeneralOptions { get }

    /// Does the work. Whatever it throws is turned into a `Failure`.
    func execute(in context: CommandContext) throws -> CommandResult
}

extension RealmctlCommand {
    static var name: String { configuration.commandName ?? "" }
}

/// What a command gets to work with.
struct CommandContext: Sendable {
    let console: Console
    let scratch: ScratchFiles
    let terminal: Terminal
    let environment: [String: String]

    var settings: Settings { console.settings }
}
