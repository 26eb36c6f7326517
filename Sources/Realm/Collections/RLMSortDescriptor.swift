import RealmStore

/// A property to sort by, and the direction.
public final class RLMSortDescriptor: NSObject {
    /// The path of property names; "self" for values.
    public let keyPath: String
    /// False for descending order.
    public let ascending: Bool

    /// Creates a descriptor for the property at the end of a dotted path.
    public init(keyPath: String, ascending: Bool) {
        self.keyPath = keyPath
        self.ascending = ascending
    }

    package convenience init(_ descriptor: SortDescriptor) {
        self.init(keyPath: descriptor.keyPath, ascending: descriptor.ascending)
    }

    /// The same in the Swift API.
    package var descriptor: SortDescriptor { SortDescriptor(keyPath: keyPath, ascending: ascending) }

    /// The same property in the other direction.
    public func reversed() -> RLMSortDescriptor { RLMSortDescriptor(keyPath: keyPath, ascending: !ascending) }

    /// True for the same property and direction.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? RLMSortDescriptor else { return false }
        return other.keyPath == keyPath && other.ascending == ascending
    }

    /// A hash consistent with `isEqual(_:)`.
    public override var hash: Int { descriptor.hashValue }

    /// The path and the direction.
    public override var description: String { "\(descriptor)" }
}
