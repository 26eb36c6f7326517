import Testing

/// A place where a rule is broken.
struct TidyViolation: Equatable, CustomStringConvertible {
    let path: String
    let line: Int
    let message: String

    init(_ path: String, line: Int, _ message: String) {
        self.path = path
        self.line = line
        self.message = message
    }

    init(_ file: SourceFile, line: Int, _ message: String) {
        self.init(file.path, line: line, message)
    }

    var description: String { "\(path):\(line): \(message)" }
}

/// Lists every violation on a line of its own if there are any.
func expectNone(_ violations: [TidyViolation], sourceLocation: SourceLocation = #_sourceLocation) {
    let list = violations.map(\.description).joined(separator: "\n")
    #expect(violations.isEmpty, "\n\(list)", sourceLocation: sourceLocation)
}
