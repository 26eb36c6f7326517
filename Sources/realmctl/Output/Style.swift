import Glibc

/// Colours for a stream, or none.
struct Style: Sendable {
    let isColored: Bool

    enum Rule: String, Sendable, CaseIterable {
        case auto, always, never
    }

    /// `auto` obeys `NO_COLOR`, `TERM=dumb`, and whether the stream is a terminal.
    init(_ rule: Rule, descriptor: Int32, environment: [String: String]) {
        isColored =
            switch rule {
            case .always: true
            case .never: false
            case .auto:
                (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb" && isatty(descriptor) == 1
            }
    }

    func bold(_ text: String) -> String { wrap(text, "1") }
    func red(_ text: String) -> String { wrap(text, "1;31") }
    func green(_ text: String) -> String { wrap(text, "1;32") }
    func yellow(_ text: String) -> String { wrap(text, "1;33") }

    private func wrap(_ text: String, _ code: String) -> String {
        isColored ? "\(TerminalText.escape)\(code)m\(text)\(TerminalText.escape)0m" : text
    }
}
