/// The context in which a query is prepared: the tables of one version, and the names of properties.
package final class QueryContext {
    /// The folding of a text for comparisons with `[d]`, with or without `[c]`.
    package typealias Folding = @Sendable (String, ComparisonOptions) -> String

    let group: Group
    let names: PropertyNames
    /// If nil, comparisons with `[d]` are refused.
    let folding: Folding?
    /// The name of the Realm; nil if no objects of Realms can be given.
    let origin: String?

    package init(_ group: Group, names: PropertyNames = .columns, folding: Folding? = nil, origin: String? = nil) {
        self.group = group
        self.names = names
        self.folding = folding
        self.origin = origin
    }
}

extension Table {
    /// The name of the class, or of a table without class.
    var displayName: String { className ?? name }
}
