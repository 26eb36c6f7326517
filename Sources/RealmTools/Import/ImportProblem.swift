import RealmStore

/// Something in an imported file that does not fit. Who knows the file adds it.
struct ImportProblem: Error {
    let message: String
    /// The line; nil for that of the record.
    let line: Int?

    init(_ message: String, line: Int? = nil) {
        self.message = message
        self.line = line
    }
}
