import RealmStore

/// The handling of an object for which a step finds no value.
struct FallbackRule: Sendable {
    enum Action: Sendable {
        /// The migration ends with an error.
        case abort
        /// The value stays.
        case keep
        case null
        /// The object is deleted.
        case delete
        case value(DocumentLiteral)
    }

    let action: Action
    /// The place of the rule; nil for one that was not given.
    let place: SourcePlace?

    init(action: Action, place: SourcePlace? = nil) {
        self.action = action
        self.place = place
    }

    /// The words of `on_error`.
    static let conversionWords: [String: Action] = ["abort": .abort, "null": .null, "delete": .delete]
    /// The words of `else`.
    static let mapWords: [String: Action] = ["keep": .keep, "null": .null, "error": .abort]
    /// The words of `missing`.
    static let lookupWords: [String: Action] = ["null": .null, "error": .abort, "delete": .delete]

    var deletes: Bool { if case .delete = action { true } else { false } }

    /// Reports if the rule gives a property a value that does not fit.
    func check(for property: Property, of className: String, _ sketch: inout SchemaSketch) {
        switch action {
        case .null where !property.canBeNull:
            sketch.problem(place, "'\(className).\(property.name)' is required and cannot become null")
        case .value(let literal): sketch.check(literal, for: property, of: className)
        default: break
        }
    }
}
