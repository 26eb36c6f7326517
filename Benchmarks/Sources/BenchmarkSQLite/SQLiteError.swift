/// A call to SQLite that failed: the attempted operation and SQLite's own message.
package struct SQLiteError: Error, CustomStringConvertible {
    package let action: String
    package let message: String

    package init(action: String, message: String) {
        (self.action, self.message) = (action, message)
    }

    package var description: String { "SQLite: \(action): \(message)" }
}
