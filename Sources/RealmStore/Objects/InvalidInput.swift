import Foundation

/// The error thrown for a value from outside that has no meaning here, such as the text of an id.
func invalidInput(_ message: String) -> any Error {
    NSError(domain: "io.realm", code: 13, userInfo: [NSLocalizedDescriptionKey: message])
}
