import Foundation

/// An ordered collection of values or objects: that of a property or of a mixed value, or one in memory.
///
/// The list of an unmanaged object is plain memory; it becomes the list of the property when the object is added.
public final class List<Element: RealmCollectionValue>: RLMSwiftCollectionBase, _ElementCollection {
    /// The elements in memory; empty for a list in a Realm.
    public internal(set) var _rlmPlain: [Element] = []

    /// Creates an empty list in memory.
    ///
    /// - Complexity: O(1)
    public override init() {}

    /// The element at `position`. Traps out of bounds; setting also traps outside of a write transaction.
    ///
    /// - Complexity: O(log n), where n is the number of elements; reading close to the element read last is O(1).
    ///   Setting a link adds the number of links to the object linked to before.
    public subscript(position: Int) -> Element {
        get { element(at: position) }
        set { replace(index: position, object: newValue) }
    }

    /// Adds elements at the end.
    public func _rlmAdd(_ elements: [Element]) { append(objectsIn: elements) }

    override var plainContent: AnyHashable { _rlmPlain }

    override func dropPlainContent() { _rlmPlain = [] }

    override func description(depth: Int) -> String { described("List", at: self, depth: depth) }
}

extension List: _Persistable {
    /// SDK name: `PersistedType`.
    public typealias PersistedType = List

    /// Marks the property as a list.
    public static func _rlmPopulateProperty(_ traits: inout _PropertyTraits) { populate(&traits, .list) }
}
