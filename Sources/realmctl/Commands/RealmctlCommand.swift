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

/// What a command found out or did.
struct CommandResult: Sendable {
    /// The object `result` of the envelope.
    var json: JSONValue
    /// The same for people; may be empty where the command printed it already.
    var text = ""
    var status = ExitStatus.ok
    /// The text tells of work that was done, not of what was asked for: `--quiet` leaves it out.
    var tellsWork = false
    /// True if the result itself went to standard output, which then gets no envelope.
    var isStreamed = false
    /// Set where there is a result although something failed, as in a batch. Its status wins.
    var failure: Failure?

    init(_ members: [(String, JSONValue)], text: String = "", status: ExitStatus = .ok, failure: Failure? = nil) {
        json = .object(members)
        self.text = text
        self.status = status
        self.failure = failure
    }

    /// The result was written to standard output piece by piece.
    static var streamed: CommandResult {
        var result = CommandResult([])
        result.isStreamed = true
        return result
    }
}
