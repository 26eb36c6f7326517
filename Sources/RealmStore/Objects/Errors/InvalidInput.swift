/// An error for an argument or configuration value that is invalid.
package func invalidInput(_ message: String) -> any Error { RLMError(.invalidInput, message) }
