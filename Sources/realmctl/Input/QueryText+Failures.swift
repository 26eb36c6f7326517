import RealmStore

extension QueryText {
    /// Runs `body`; what is wrong with a query in it becomes a failure of usage that shows the place in `predicate`.
    static func telling<Result>(_ predicate: String?, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as Realm.Error where error.code == .invalidInput {
            var failure = Failure.usage(
                error.localizedDescription, code: "badQuery", hint: mark(error.queryPosition, in: predicate))
            failure.detail = .object([
                ("position", JSONValue(error.queryPosition)), ("suggestions", JSONValue(error.suggestions)),
            ])
            throw failure
        }
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
