import Foundation

/// A property to sort by, and the direction.
@frozen public struct SortDescriptor: Hashable, Sendable {
    /// The path of property names; "self" for values.
    public let keyPath: String
    /// False for descending order.
    public let ascending: Bool

    /// Creates a descriptor for the property at the end of a dotted path.
    public init(keyPath: String, ascending: Bool = true) {
        self.keyPath = keyPath
        self.ascending = ascending
    }

    /// Creates a descriptor for a property. Traps for a key path of other than stored properties.
    public init<ObjectType: ObjectBase>(keyPath: PartialKeyPath<ObjectType>, ascending: Bool = true) {
        self.init(keyPath: KeyPathNames.name(of: keyPath), ascending: ascending)
    }

    /// The same property in the other direction.
    public func reversed() -> SortDescriptor { SortDescriptor(keyPath: keyPath, ascending: !ascending) }

    /// The order in the engine's form. Traps for a path that cannot be parsed.
    var order: SortOrder { SortOrder(KeyPathNames.path(keyPath), ascending: ascending) }
}

extension SortDescriptor: CustomStringConvertible {
    /// The path and the direction.
    public var description: String {
        "SortDescriptor(keyPath: \(keyPath), direction: \(ascending ? "ascending" : "descending"))"
    }
}

extension SortDescriptor: ExpressibleByStringLiteral {
    /// Sorts ascending by the path.
    public init(stringLiteral value: String) { self.init(keyPath: value) }
}
