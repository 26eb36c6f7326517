/// A source file to convert.
public struct ModelSource: Codable, Sendable, Equatable {
    /// The name that notes have.
    public let path: String
    /// What is in the file.
    public let source: String

    /// Creates one from its name and content.
    public init(path: String, source: String) {
        self.path = path
        self.source = source
    }
}
