/// A place where a rule is broken.
struct TidyViolation: Equatable, CustomStringConvertible {
    let path: String
    let line: Int
    let message: String

    init(_ file: SourceFile, line: Int, _ message: String) {
        path = file.path
        self.line = line
        self.message = message
    }

    var description: String { "\(path):\(line): \(message)" }
}
