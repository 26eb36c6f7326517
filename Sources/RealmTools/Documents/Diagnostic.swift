import RealmStore

/// A problem in a user-written document, and its place.
///
/// Additional to the SDK.
public struct Diagnostic: Hashable, Sendable {
    /// The file, as named when it was read.
    public let file: String
    /// The line, from 1.
    public let line: Int
    /// The column, in characters from 1.
    public let column: Int
    /// The problem.
    public let message: String
    /// Suggested names, the nearest first.
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
