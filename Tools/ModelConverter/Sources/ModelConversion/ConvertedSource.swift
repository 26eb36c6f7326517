/// A source file after its conversion.
public struct ConvertedSource: Codable, Sendable, Equatable {
    /// The name that the file was given with.
    public let path: String
    /// What the file is to contain; the same text as before if there was nothing to convert.
    public let source: String
    /// What a person should look at, in the order of the lines.
    public let notes: [ConversionNote]

    /// Creates one.
    public init(path: String, source: String, notes: [ConversionNote]) {
        self.path = path
        self.source = source
        self.notes = notes
    }
}
