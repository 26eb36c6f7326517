import RealmStore

/// A collection whose elements have positions: all but dictionaries.
public protocol RLMIndexedCollection: RLMCollection, _RLMCollectionIterator
where Iterator == RLMCollectionIterator<RLMObjectType> {}

extension RLMIndexedCollection {
    /// The element at a position. Traps out of bounds.
    public func object(at index: UInt) -> RLMObjectType {
        require(index < count, "Index \(index) is out of bounds (must be less than \(count)).")
        return ShownValue.element(shown.element(at: Int(index)))
    }

    /// The element at a position. Traps out of bounds.
    public subscript(index: UInt) -> RLMObjectType { object(at: index) }

    /// The elements at several positions, ascending; nil if one is out of bounds.
    public func objects(at indexes: IndexSet) -> [RLMObjectType]? {
        if let last = indexes.last, last >= Int(count) { return nil }
        return indexes.map { object(at: UInt($0)) }
    }

    /// The first element, or nil.
    public func firstObject() -> RLMObjectType? { count == 0 ? nil : object(at: 0) }

    /// The last element, or nil.
    public func lastObject() -> RLMObjectType? { count == 0 ? nil : object(at: count - 1) }

    /// The position of the first element that equals `object`, or `UInt(NSNotFound)`.
    ///
    /// - Complexity: O(n), where n is the number of elements.
    public func index(of object: RLMObjectType) -> UInt { UInt(shown.position(of: object) ?? NSNotFound) }

    /// The position of the first element that meets a condition, or `UInt(NSNotFound)`.
    ///
    /// - Complexity: O(n), where n is the number of elements.
    public func indexOfObject(with predicate: NSPredicate) -> UInt {
        UInt(shown.position(matching: predicate) ?? NSNotFound)
    }

    /// The position of the first element that meets a condition, or `UInt(NSNotFound)`. Traps for a text that is no
    /// predicate.
    ///
    /// - Complexity: O(n), where n is the number of elements.
    public func indexOfObject(where predicateFormat: String, _ args: Any...) -> UInt {
        indexOfObject(with: NSPredicate(format: predicateFormat, argumentArray: args))
    }

    /// An iterator over the elements as they are now.
    public func makeIterator() -> RLMCollectionIterator<RLMObjectType> { RLMCollectionIterator(shown) }

    // MARK: Observing

    /// Calls `block` with the collection, once without a change, and then after each change of it.
    ///
    /// See `RealmCollection.observe(keyPaths:on:_:)` of RealmStore for the course of an observation and for what traps.
    /// It ends with the token.
    public func addNotificationBlock(
        _ block: @escaping (Self?, RLMCollectionChange?, (any Error)?) -> Void
    ) -> RLMNotificationToken { addNotificationBlock(block, keyPaths: nil, queue: nil) }

    /// The same on a serial queue.
    public func addNotificationBlock(
        _ block: @escaping (Self?, RLMCollectionChange?, (any Error)?) -> Void, queue: dispatch_queue_t?
    ) -> RLMNotificationToken { addNotificationBlock(block, keyPaths: nil, queue: queue) }

    /// The same for changes of properties of the elements.
    public func addNotificationBlock(
        _ block: @escaping (Self?, RLMCollectionChange?, (any Error)?) -> Void, keyPaths: [String]?
    ) -> RLMNotificationToken { addNotificationBlock(block, keyPaths: keyPaths, queue: nil) }

    /// The same for changes of properties of the elements, on a serial queue.
    public func addNotificationBlock(
        _ block: @escaping (Self?, RLMCollectionChange?, (any Error)?) -> Void, keyPaths: [String]?,
        queue: dispatch_queue_t?
    ) -> RLMNotificationToken {
        shown.observe(keyPaths, on: queue) { collection, change in
            block(Self(_shown: _RLMShown(collection)), change.map(RLMCollectionChange.init), nil)
        }
    }
}

/// A collection that a loop can go through.
public protocol _RLMCollectionIterator: Sequence {}

/// Goes through the elements of a collection.
public struct RLMCollectionIterator<RLMObjectType>: IteratorProtocol {
    private let step: () -> Any?

    init(_ collection: any ShownCollection) { step = collection.iterator() }

    /// The next element, or nil.
    public mutating func next() -> RLMObjectType? { step().map { ShownValue.element($0) } }
}
