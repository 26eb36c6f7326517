/// An error for an argument or configuration value that makes no sense.
package func invalidInput(_ message: String) -> any Error { RLMError(.invalidInput, message) }
