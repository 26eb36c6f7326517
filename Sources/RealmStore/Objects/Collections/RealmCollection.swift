import Foundation

/// The common interface of live collections.
public protocol RealmCollectionBase: RandomAccessCollection, LazyCollectionProtocol, CustomStringConvertible,
    ThreadConfined
where Element: RealmCollectionValue, Index == Int {
    /// The type of the elements.
    typealias ElementType = Element

    /// The Realm that the collection belongs to.
    var realm: Realm? { get }
    /// True once the object that owns the collection is gone.
    var isInvalidated: Bool { get }
    /// The rows on which queries start; none in memory.
    var _rlmRows: _CollectionRows { get }
}

/// Rows of a collection; used by the library only.
public struct _CollectionRows {
    let rows: (any LiveResults)?
    /// The list, set or map itself, if the rows are exactly its elements.
    var stored: (any StoredCollection)?
}

/// A live collection of values or objects.
public protocol RealmCollection: RealmCollectionBase, Equatable where Iterator == RLMIterator<Element> {}

extension RealmCollectionBase {
    /// 0.
    ///
    /// - Complexity: O(1)
    public var startIndex: Int { 0 }

    /// The number of elements.
    ///
    /// - Complexity: that of `count`.
    public var endIndex: Int { count }

    /// The next index, unchecked.
    ///
    /// - Complexity: O(1)
    public func index(after i: Int) -> Int { i + 1 }

    /// The previous index, unchecked.
    ///
    /// - Complexity: O(1)
    public func index(before i: Int) -> Int { i - 1 }

    /// The first element, or nil.
    ///
    /// - Complexity: that of `count` and of reading one element.
    public var first: Element? { isEmpty ? nil : self[0] }

    /// The last element, or nil.
    ///
    /// - Complexity: that of `count` and of reading one element.
    public var last: Element? { isEmpty ? nil : self[count - 1] }

    /// Position of the first element that equals `object`, or nil. Traps for a deleted object.
    ///
    /// - Complexity: O(count)
    public func index(of object: Element) -> Int? { position(of: object) }

    func position(of element: Element) -> Int? {
        guard let rows = _rlmRows.rows else { return firstIndex { $0 == element } }
        if let object = KeyValues.object(element) {
            precondition(!object.isInvalidated, "Object has been deleted or invalidated.")
            return rows.index(of: .object(object))
        }
        let scratch = ValueScratch()
        return Element._rlmEncode(element, _ValueScratch(scratch: scratch)).flatMap { rows.index(of: .value($0.value)) }
    }

    /// True if an element equals `element`; an object is found by any of its accessors.
    ///
    /// - Complexity: O(count)
    public func contains(_ element: Element) -> Bool where Element == AnyRealmValue { position(of: element) != nil }

    /// The class of the objects; nil for values.
    package var objectClassName: String? {
        (Element.self as? RLMObjectBase.Type).map { _rlmRows.rows?.name ?? $0.className() }
    }

    /// The elements at `indexes`, ascending. Traps for an index out of bounds.
    ///
    /// - Complexity: that of reading m elements, where m is the number of indexes.
    public func objects(at indexes: IndexSet) -> [Element] { indexes.map { self[$0] } }
}

extension LazyMapSequence where Base: RealmCollectionBase, Element == String {
    /// The texts joined, as for an array: a lazy sequence would give the characters.
    public func joined() -> String { joined(separator: "") }
}

extension Realm {
    /// Returns a collection frozen in its current state. Traps for one in memory or gone.
    ///
    /// - Complexity: as `freeze()` of the collection.
    public func freeze<Collection: RealmCollection>(_ collection: Collection) -> Collection { collection.freeze() }

    /// Returns the collection in the newest version; nil if it is gone.
    ///
    /// - Complexity: as `thaw()` of the collection.
    public func thaw<Collection: RealmCollection>(_ collection: Collection) -> Collection? { collection.thaw() }
}
