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
    /// The kind of problem, for programs.
    public let code: Code

    /// The kinds of problems.
    public enum Code: String, Sendable, CaseIterable {
        /// A class that is not there.
        case unknownClass
        /// A property that its class does not have.
        case unknownProperty
        /// A step that does not exist.
        case unknownStep
        /// A field that the step or the document does not have.
        case unknownField
        /// A type that is neither one of the format nor a class.
        case unknownType
        /// A condition that is no predicate, or does not suit its class.
        case badCondition
        /// The versions and baselines of the files do not form a chain.
        case versions
        /// The text is not UTF-8.
        case encoding
        /// Any other rule that the document breaks.
        case invalid
    }

    init(_ place: SourcePlace, _ message: String, code: Code = .invalid, suggestions: [String] = []) {
        self.code = code
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
