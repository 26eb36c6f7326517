import RealmTools

extension QueryText {
    /// Runs `body`; an invalid query becomes a usage error that shows the place in `predicate`.
    static func telling<Result>(_ predicate: String?, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as Realm.Error where error.code == .invalidInput {
            let hints = [mark(error.queryPosition, in: predicate), entering(error.localizedDescription)]
            let hint = hints.compactMap(\.self).joined(separator: "\n")
            var failure = Failure.usage(
                error.localizedDescription, code: "badQuery", hint: hint.isEmpty ? nil : hint)
            failure.detail = .object([
                ("position", JSONValue(error.queryPosition)), ("suggestions", JSONValue(error.suggestions)),
            ])
            throw failure
        }
    }

    /// A hint for entering values without a literal in conditions.
    private static func entering(_ message: String) -> String? {
        if message.hasPrefix("Key paths that include a collection property"), message.contains("[") {
            return "Write ANY in front and leave out the position: ANY tracks.name == 'x'."
        }
        guard message.contains("'string'") else { return nil }
        if message.contains("'timestamp'") {
            return
                "Write a date without quotes, as in 2000-01-31 or 2000-01-31T12:00+02:00 (without a zone it is UTC), "
                + "or %@ with --arg 2000-01-31."
        }
        let isMeant = ["uuid", "objectId"].contains { message.contains("'\($0)'") }
        return isMeant ? "Write %@ for an id, and give it with --arg." : nil
    }

    /// The condition with a mark below the place.
    private static func mark(_ position: Int?, in predicate: String?) -> String? {
        guard let position, let predicate, !predicate.contains("\n"), position <= predicate.utf8.count else {
            return nil
        }
        let before = String(decoding: predicate.utf8.prefix(position), as: UTF8.self)
        return "here:\n  \(predicate)\n  \(String(repeating: " ", count: before.count))^"
    }
}
