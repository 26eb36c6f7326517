import RealmStore

/// What is wrong with a document that people write, and where.
///
/// Additional to the SDK.
public struct Diagnostic: Hashable, Sendable {
    /// The file, as it was named when it was read.
    public let file: String
    /// The line, from 1.
    public let line: Int
    /// The column, in characters from 1.
    public let column: Int
    /// What is wrong.
    public let message: String
    /// Names that may have been meant, the nearest first.
    public let suggestions: [String]

    init(_ place: SourcePlace, _ message: String, suggestions: [String] = []) {
        file = place.file
        line = place.line
        column = place.column
        self.message = message
        self.suggestions = suggestions
    }
}

extension Diagnostic: CustomStringConvertible {
    /// `FILE:LINE:COLUMN: error: MESSAGE (did you mean 'NAME'?)`
    public var description: String {
        let hint = suggestions.first.map { " (did you mean '\($0)'?)" } ?? ""
        return "\(file):\(line):\(column): error: \(message)\(hint)"
    }
}

extension Diagnostic: Comparable {
    /// By file, then by place.
    public static func < (lhs: Diagnostic, rhs: Diagnostic) -> Bool {
        (lhs.file, lhs.line, lhs.column) < (rhs.file, rhs.line, rhs.column)
    }
}
