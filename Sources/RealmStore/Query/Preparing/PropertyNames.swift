/// The names that a program uses for properties, if they differ from those of columns.
package final class PropertyNames: Sendable {
    typealias Origin = (className: String, property: String)

    /// The column of a property of a class; nil if the property has the name of its column.
    let column: @Sendable (_ property: String, _ className: String) -> String?
    /// The meaning of a property of linking objects: a class, and its property that links here. Nil for any other.
    let linkingObjects: @Sendable (_ property: String, _ className: String) -> Origin?
    /// Further property names of a class besides its columns, for suggestions.
    let others: @Sendable (_ className: String) -> [String]

    /// No names but those of columns.
    package static let columns = PropertyNames(column: { _, _ in nil }, linkingObjects: { _, _ in nil })

    init(
        column: @escaping @Sendable (_ property: String, _ className: String) -> String?,
        linkingObjects: @escaping @Sendable (_ property: String, _ className: String) -> Origin?,
        others: @escaping @Sendable (_ className: String) -> [String] = { _ in [] }
    ) {
        self.column = column
        self.linkingObjects = linkingObjects
        self.others = others
    }
}
