/// What a query is prepared against: the tables of one version, and how properties are called.
package struct QueryContext {
    let group: Group
    var names = PropertyNames()
    /// The text that takes another's place in comparisons with `[d]`, with `[c]` beside it or not; such comparisons are
    /// refused without.
    package var folding: (@Sendable (String, ComparisonOptions) -> String)?

    /// What the Realm is called; nil where no objects of Realms can be given.
    var origin: String?

    package init(_ group: Group, names: PropertyNames = PropertyNames()) {
        self.group = group
        self.names = names
    }
}

/// The names that a program uses for properties, where they are not those of columns.
package struct PropertyNames: Sendable {
    /// The column of a property of a class; nil if the property is called as its column.
    var column: @Sendable (_ property: String, _ className: String) -> String? = { _, _ in nil }
    /// What a property of linking objects stands for: a class, and its property that links here. Nil for any other.
    var linkingObjects: @Sendable (_ property: String, _ className: String) -> (className: String, property: String)? =
        {
            _, _ in nil
        }
    /// Names of a class beyond those of its columns, to suggest.
    var others: @Sendable (_ className: String) -> [String] = { _ in [] }
}

extension Table {
    /// The name of the class, or of a table without class.
    var displayName: String { className ?? name }
}
