/// What the program `realm-model-converter` reads: the files that belong together.
public struct ConversionRequest: Codable, Sendable, Equatable {
    /// Classes of one file may inherit from those of another.
    public let files: [ModelSource]

    /// Creates one.
    public init(files: [ModelSource]) { self.files = files }

    /// The files converted, in their order.
    public var answer: ConversionAnswer { ConversionAnswer(files: ModelConverter.convert(files)) }
}
