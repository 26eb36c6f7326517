import SwiftSyntax

extension TokenSyntax {
    /// The name without the back ticks that a keyword has.
    var word: String { text.hasPrefix("`") ? String(text.dropFirst().dropLast()) : text }
}
