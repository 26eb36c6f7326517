import Foundation

/// A live collection of any kind.
public struct AnyRealmCollection<Element: RealmCollectionValue>: RealmCollection {
    private let base: Base

    /// The operations of the wrapped collection.
    private struct Base {
        let content: any ThreadConfined
        let realm: () -> Realm?
        let isInvalidated: () -> Bool
        let count: () -> Int
        let element: (Int) -> Element
        let iterator: () -> RLMIterator<Element>
        let rows: () -> _CollectionRows
        let description: (_ depth: Int) -> String
        let equals: (any ThreadConfined) -> Bool
        let counterpart: (_SessionHandle) -> AnyRealmCollection?
    }

    /// Creates a collection that wraps `base`.
    ///
    /// - Complexity: O(1)
    public init<C: RealmCollection>(_ base: C) where C.Element == Element {
        self.base = Base(
            content: base, realm: { base.realm }, isInvalidated: { base.isInvalidated }, count: { base.count },
            element: { base[$0] }, iterator: { base.makeIterator() }, rows: { base._rlmRows },
            description: { (base as? any NestedDescription)?.description(depth: $0) ?? base.description },
            equals: { ($0 as? C) == base },
            counterpart: { base._rlmCounterpart(in: $0).map { AnyRealmCollection($0) } })
    }

    /// The Realm of the collection; nil for one in memory.
    public var realm: Realm? { base.realm() }
    /// True once the collection is gone.
    public var isInvalidated: Bool { base.isInvalidated() }
    /// Number of elements.
    ///
    /// - Complexity: that of the wrapped collection.
    public var count: Int { base.count() }
    /// The element at `position`. Traps out of bounds.
    ///
    /// - Complexity: that of the wrapped collection.
    public subscript(position: Int) -> Element { base.element(position) }
    /// An iterator over the collection.
    ///
    /// - Complexity: that of the wrapped collection.
    public func makeIterator() -> RLMIterator<Element> { base.iterator() }
    /// The rows on which queries start; none in memory.
    public var _rlmRows: _CollectionRows { base.rows() }
    /// The text of the collection.
    public var description: String { description(depth: 0) }

    /// True if the collections are.
    public static func == (lhs: AnyRealmCollection<Element>, rhs: AnyRealmCollection<Element>) -> Bool {
        lhs.base.equals(rhs.base.content)
    }

    /// The same in another session of the same file; invalidated if it is gone there.
    public func _rlmCounterpart(in target: _SessionHandle) -> AnyRealmCollection? { base.counterpart(target) }
}

extension AnyRealmCollection: NestedDescription {
    /// The text of the wrapped collection, under its own name.
    func description(depth: Int) -> String { "AnyRealmCollection" + base.description(depth).drop { $0 != "<" } }
}
