/// The report of a batch command on one file.
struct FileReport: Sendable {
    /// The file's object in `result.files`.
    var members: [(String, JSONValue)]
    var text: String
    /// Whether the command worked, but the answer is no.
    var isFinding: Bool
    /// The failure of a file that nevertheless has something to report.
    var failure: Failure?

    init(_ members: [(String, JSONValue)], text: String, isFinding: Bool = false, failure: Failure? = nil) {
        self.members = members
        self.text = text
        self.isFinding = isFinding
        self.failure = failure
    }

    /// The report about a file of which only the failure is known.
    init(path: String, _ failure: Failure) {
        self.init([("path", .string(path))], text: "", failure: failure)
    }

    /// The text of a member; nil if there is none.
    func text(_ member: String) -> String? {
        if case .string(let text)? = members.first(where: { $0.0 == member })?.1 { text } else { nil }
    }

    /// The number of a member; nil if there is none.
    func number(_ member: String) -> Int? {
        if case .integer(let number)? = members.first(where: { $0.0 == member })?.1 { Int(number) } else { nil }
    }

    /// The members; with the error, if there is one, at their end.
    var json: JSONValue { .object(members + (failure.map { [("error", $0.json)] } ?? [])) }
}

extension FileReport {
    /// The report on a file that was skipped because another one failed.
    static func notTried(_ path: String) -> FileReport {
        FileReport([("path", .string(path)), ("notTried", .bool(true))], text: "")
    }
}
