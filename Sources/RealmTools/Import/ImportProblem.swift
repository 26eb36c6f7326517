import RealmStore

/// A problem in an imported file. Callers that know the file add its name.
struct ImportProblem: Error {
    let message: String
    /// The line; nil for that of the record.
    let line: Int?

    init(_ message: String, line: Int? = nil) {
        self.message = message
        self.line = line
    }
}
