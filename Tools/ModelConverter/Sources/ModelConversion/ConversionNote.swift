/// A remark about a line of a source file.
public struct ConversionNote: Codable, Sendable, Equatable {
    /// What the remark asks for.
    public enum Kind: String, Codable, Sendable {
        /// Something is as it was, and marked in the source: it has to be changed by hand.
        case left
        /// Something was converted, or kept, and should be known.
        case hint
    }

    /// What the remark asks for.
    public let kind: Kind
    /// The line before the conversion, counted from 1.
    public let line: Int
    /// The reason, or what should be known.
    public let message: String

    /// Creates one.
    public init(_ kind: Kind, line: Int, _ message: String) {
        self.kind = kind
        self.line = line
        self.message = message
    }
}
