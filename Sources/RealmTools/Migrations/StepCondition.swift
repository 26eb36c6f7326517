import RealmStore

/// The condition of a step, and the place of its text.
struct StepCondition: Sendable {
    let text: String
    private let place: SourcePlace
    private let isQuoted: Bool
    private(set) var predicate = Predicate.constant(true)

    init(_ text: String, at place: SourcePlace, isQuoted: Bool) {
        self.text = text
        self.place = place
        self.isQuoted = isQuoted
    }

    /// The condition with its predicate.
    func parsed() throws(PredicateError) -> StepCondition {
        var parsed = self
        parsed.predicate = try PredicateParser.parse(format: text)
        return parsed
    }

    /// The place in the file of an error in the text; the start of the text if that is unknown.
    func place(of error: PredicateError) -> SourcePlace {
        guard let offset = error.offset, !text.utf8.contains(10) else { return place }
        var exact = place
        let before = text.utf8.prefix(offset)
        exact.column += String(decoding: before, as: UTF8.self).unicodeScalars.count + (isQuoted ? 1 : 0)
        return exact
    }
}
