import RealmStore

/// A problem in an imported file. Callers that know the file add its name.
struct ImportProblem: Error {
    let message: String
    /// The line; nil for that of the record.
    let line: Int?

    /// - Parameter suggestions: names that may have been meant, the nearest first.
    init(_ message: String, line: Int? = nil, suggestions: [String] = []) {
        self.message = message + (suggestions.first.map { " (did you mean '\($0)'?)" } ?? "")
        self.line = line
    }

    static let noClass = ImportProblem(
        "the object does not say its class: it has no '_class', and none is given for the whole file")
}
