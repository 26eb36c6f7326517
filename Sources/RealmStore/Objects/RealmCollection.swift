import Foundation

/// What live collections have in common. SDK name: `RealmCollectionBase`.
public protocol RealmCollectionBase: RandomAccessCollection, LazyCollectionProtocol, CustomStringConvertible,
    ThreadConfined
where Element: RealmCollectionValue, Index == Int {
    /// The Realm that the collection belongs to.
    var realm: Realm? { get }
    /// True once the object is gone that the collection belongs to.
    var isInvalidated: Bool { get }
}

/// A live collection of values or objects. SDK name: `RealmCollection`.
public protocol RealmCollection: RealmCollectionBase, Equatable where Iterator == RLMIterator<Element> {}

extension RealmCollectionBase {
    /// 0.
    public var startIndex: Int { 0 }

    /// The number of elements.
    public var endIndex: Int { count }

    /// The next index, unchecked.
    public func index(after i: Int) -> Int { i + 1 }

    /// The previous index, unchecked.
    public func index(before i: Int) -> Int { i - 1 }

    /// False: what belongs to no object is never gone.
    public var isInvalidated: Bool { false }

    /// Position of the first element that equals `object`, or nil. SDK name: `index(of:)`.
    ///
    /// - Complexity: O(count)
    public func index(of object: Element) -> Int? { firstIndex(of: object) }

    /// The elements at `indexes`, ascending. Traps for an index out of bounds. SDK name: `objects(at:)`.
    public func objects(at indexes: IndexSet) -> [Element] { indexes.map { self[$0] } }
}

/// Iterates over a collection. SDK name: `RLMIterator`.
public struct RLMIterator<Element: RealmCollectionValue>: IteratorProtocol {
    private let count: Int
    private let element: (Int) -> Element
    private var position = 0

    init(count: Int, element: @escaping (Int) -> Element) {
        self.count = count
        self.element = element
    }

    /// The next element, or nil at the end.
    public mutating func next() -> Element? {
        guard position < count else { return nil }
        defer { position += 1 }
        return element(position)
    }
}
