import Foundation

/// Common superclass of lists, sets and maps. SDK name: `RLMSwiftCollectionBase`.
open class RLMSwiftCollectionBase: NSObject {}

/// The list of a property or of a mixed value. SDK name: `List`.
public final class List<Element: RealmCollectionValue>: RLMSwiftCollectionBase, RealmCollection {
    let elements: CollectionElements

    init(_ elements: CollectionElements) { self.elements = elements }

    /// The Realm that the list belongs to.
    public var realm: Realm? { Realm(session: elements.session) }

    /// True once the object is gone that the list belongs to.
    public var isInvalidated: Bool { elements.isGone }

    /// Number of elements; duplicates count.
    public var count: Int { elements.count }

    /// The element at `position`. Traps out of bounds.
    public subscript(position: Int) -> Element { Element.element(elements.value(at: position), elements.session) }

    /// An iterator from the first element on.
    public func makeIterator() -> RLMIterator<Element> {
        RLMIterator(count: count) { [self] in self[$0] }
    }

    /// Up to 100 elements, a line each.
    public override var description: String { description(depth: 0) }
}

extension List where Element == AnyRealmValue {
    /// The list nested in a mixed value.
    convenience init(nested root: Ref, _ session: Session) { self.init(CollectionElements(nested: root, session)) }
}

extension List: NestedDescription {
    func description(depth: Int) -> String { described("List<\(Element.self)>", depth: depth) }
}
