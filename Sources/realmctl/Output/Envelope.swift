/// The single JSON document of a command with `--json`.
struct Envelope {
    let command: String?
    let status: ExitStatus
    let result: JSONValue?
    let warnings: [Warning]
    let failure: Failure?

    /// The document on one line, with a newline.
    var text: String {
        JSONValue.object([
            ("realmctl", .integer(1)), ("command", JSONValue(command)), ("ok", .bool(failure == nil)),
            ("exitCode", .integer(Int64(status.rawValue))), ("result", result ?? .null),
            ("warnings", .array(warnings.map(\.json))), ("error", failure?.json ?? .null),
        ]).text + "\n"
    }
}

/// Something odd that did not stop the command.
struct Warning: Sendable {
    let code: String
    let message: String
    let path: String?

    var json: JSONValue {
        .object([("code", .string(code)), ("message", .string(message)), ("path", JSONValue(path))])
    }
}
