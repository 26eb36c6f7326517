/// What the program `realm-model-converter` writes.
public struct ConversionAnswer: Codable, Sendable, Equatable {
    /// The version of this form; a program that reads it refuses others.
    public let format: Int
    /// The files of the request, in their order.
    public let files: [ConvertedSource]

    /// Creates one in the current form.
    public init(files: [ConvertedSource]) {
        format = 1
        self.files = files
    }
}
