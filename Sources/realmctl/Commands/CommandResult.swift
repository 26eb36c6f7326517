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
