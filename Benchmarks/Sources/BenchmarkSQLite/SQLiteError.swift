/// A call to SQLite that failed: what was tried and SQLite's own message.
package struct SQLiteError: Error, CustomStringConvertible {
    package let action: String
    package let message: String

    package init(action: String, message: String) {
        (self.action, self.message) = (action, message)
    }

    package var description: String { "SQLite: \(action): \(message)" }
}
