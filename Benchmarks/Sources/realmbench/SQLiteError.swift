/// A call to SQLite that failed: what was tried and SQLite's own message.
struct SQLiteError: Error, CustomStringConvertible {
    let action: String
    let message: String

    var description: String { "SQLite: \(action): \(message)" }
}
