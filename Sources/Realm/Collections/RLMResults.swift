import RealmStore

/// The objects that a query finds, or the ordered values of a collection: live, and lazy.
///
/// Results of a class by its name are `RLMResults<RLMObject>`; `typed(as:)` gives those of the class.
public class RLMResults<RLMObjectType>: NSObject, RLMIndexedCollection {
    /// SDK name: `RLMCollectionIterator`.
    public typealias Iterator = RLMCollectionIterator<RLMObjectType>

    /// The collection behind this one.
    public let _shown: _RLMShown

    /// Shows a collection.
    public required init(_shown: _RLMShown) { self._shown = _shown }

    /// The same results with elements of another type: a cast between results of different types, which the Objective-C
    /// runtime allows, fails here. Additional to the SDK.
    ///
    ///     let dogs = Dog.allObjects().typed(as: Dog.self)
    ///
    /// Reading an element that is none of them traps.
    ///
    /// - Complexity: O(1)
    public func typed<Element>(as type: Element.Type) -> RLMResults<Element> { RLMResults<Element>(_shown: _shown) }

    /// True for the same query, as in the SDK.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? any RLMCollection else { return false }
        return other === self || shown.isSame(as: other.shown)
    }

    /// A hash consistent with `isEqual(_:)`.
    public override var hash: Int { ObjectIdentifier(RLMResults.self).hashValue }

    /// Up to 100 elements, a line each.
    public override var description: String { "\(shown.content)" }
}

/// The objects whose links lead to an object.
public final class RLMLinkingObjects<RLMObjectType>: RLMResults<RLMObjectType> {}
