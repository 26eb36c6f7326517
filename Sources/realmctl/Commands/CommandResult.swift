/// The result of a command.
struct CommandResult: Sendable {
    /// The object `result` of the envelope.
    var json: JSONValue
    /// The same as text; may be empty if the command has already printed it.
    var text = ""
    var status = ExitStatus.ok
    /// Whether the text is about work done, not requested information: `--quiet` omits it.
    var tellsWork = false
    /// True if the result itself went to standard output, which then gets no envelope.
    var isStreamed = false
    /// Set if there is a result although something failed, as in a batch. Its status takes precedence.
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
