import Foundation

/// The set of a property: no duplicates, ascending by value. SDK name: `MutableSet`.
public final class MutableSet<Element: RealmCollectionValue>: RLMSwiftCollectionBase, RealmCollection {
    let elements: CollectionElements

    init(_ elements: CollectionElements) { self.elements = elements }

    /// The Realm that the set belongs to.
    public var realm: Realm? { Realm(session: elements.session) }

    /// True once the object is gone that the set belongs to.
    public var isInvalidated: Bool { elements.isGone }

    /// Number of elements.
    public var count: Int { elements.count }

    /// The element at `position` in the order of values. Traps out of bounds.
    public subscript(position: Int) -> Element { Element.element(elements.value(at: position), elements.session) }

    /// An iterator from the least element on.
    public func makeIterator() -> RLMIterator<Element> {
        RLMIterator(count: count) { [self] in self[$0] }
    }

    /// True if an element equals `object`. SDK name: `contains(_:)`.
    ///
    /// - Complexity: O(count)
    public func contains(_ object: Element) -> Bool { firstIndex(of: object) != nil }

    /// Up to 100 elements, a line each.
    public override var description: String { description(depth: 0) }
}

extension MutableSet: NestedDescription {
    func description(depth: Int) -> String { described("MutableSet<\(Element.self)>", depth: depth) }
}
