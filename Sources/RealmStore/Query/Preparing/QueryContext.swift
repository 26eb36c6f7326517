/// The context in which a query is prepared: the tables of one version, and the names of properties.
package struct QueryContext {
    let group: Group
    var names = PropertyNames()
    /// The folding of a text for comparisons with `[d]`, with or without `[c]`; if nil, such comparisons are refused.
    package var folding: (@Sendable (String, ComparisonOptions) -> String)?

    /// The name of the Realm; nil if no objects of Realms can be given.
    var origin: String?

    package init(_ group: Group, names: PropertyNames = PropertyNames()) {
        self.group = group
        self.names = names
    }
}

/// The names that a program uses for properties, if they differ from those of columns.
package struct PropertyNames: Sendable {
    /// The column of a property of a class; nil if the property has the name of its column.
    var column: @Sendable (_ property: String, _ className: String) -> String? = { _, _ in nil }
    /// The meaning of a property of linking objects: a class, and its property that links here. Nil for any other.
    var linkingObjects: @Sendable (_ property: String, _ className: String) -> (className: String, property: String)? =
        {
            _, _ in nil
        }
    /// Further property names of a class besides its columns, for suggestions.
    var others: @Sendable (_ className: String) -> [String] = { _ in [] }
}

extension Table {
    /// The name of the class, or of a table without class.
    var displayName: String { className ?? name }
}
