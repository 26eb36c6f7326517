import Foundation

/// Values by key, live or in memory. SDK name: `RealmKeyedCollection`.
public protocol RealmKeyedCollection: Sequence, ThreadConfined, CustomStringConvertible {
    /// The type of the keys.
    associatedtype Key: _MapKey
    /// The type of the values.
    associatedtype Value: RealmCollectionValue
    /// Number of entries.
    var count: Int { get }
    /// All keys, in the order of the entries.
    var keys: [Key] { get }
    /// All values, in the order of the entries.
    var values: [Value] { get }
    /// The value of a key, or nil; setting nil removes the entry.
    subscript(key: Key) -> Value? { get set }
    /// Sets the value of a key, which may be nil.
    func updateValue(_ value: Value, forKey key: Key)
    /// Removes an entry, if there is one.
    func removeObject(for key: Key)
    /// Removes all entries.
    func removeAll()
}

extension Map: RealmKeyedCollection {}

// Queries and aggregates of the values, as collections have them. In memory queries trap.
extension Map {
    private var rows: ResultRows {
        if case .managed(let entries) = content { return entries.rows }
        fatalError("This method may only be called on collections that are in a Realm.")
    }

    /// The values in their order; keys are lost. SDK name: `sorted(ascending:)`.
    public func sorted(ascending: Bool = true) -> Results<Value> {
        sorted(by: [SortDescriptor(keyPath: "self", ascending: ascending)])
    }

    /// The objects in the order of a property. SDK name: `sorted(byKeyPath:ascending:)`.
    public func sorted(byKeyPath keyPath: String, ascending: Bool = true) -> Results<Value> {
        sorted(by: [SortDescriptor(keyPath: keyPath, ascending: ascending)])
    }

    /// The values in an order. SDK name: `sorted(by:)`.
    public func sorted<S: Sequence>(by sortDescriptors: S) -> Results<Value> where S.Element == SortDescriptor {
        let orders = sortDescriptors.map(\.order)
        return Results(orders.isEmpty ? rows : rows.followed(by: .sort(orders)))
    }

    private var plainValues: List<Value> {
        let list = List<Value>()
        list.append(objectsIn: values)
        return list
    }

    /// The least of the values, or nil. SDK name: `min()`.
    public func min() -> Value? where Value.PersistedType: MinMaxType { plainValues.min() }
    /// The greatest of the values, or nil. SDK name: `max()`.
    public func max() -> Value? where Value.PersistedType: MinMaxType { plainValues.max() }
    /// The sum of the values; 0 of none. SDK name: `sum()`.
    public func sum() -> Value where Value.PersistedType: AddableType { plainValues.sum() }
    /// The mean of the values, or nil of none. SDK name: `average()`.
    public func average<T: _HasPersistedType>() -> T?
    where Value.PersistedType: AddableType, T.PersistedType: AddableType { plainValues.average() }
}

extension Map {
    /// Entries as pairs, such as `Dictionary(uniqueKeysWithValues:)` takes them. SDK name: `KeyValueSequence`.
    public struct KeyValueSequence: Sequence {
        private let map: Map

        init(_ map: Map) { self.map = map }

        /// An iterator in the order of the entries.
        public func makeIterator() -> RLMKeyValueIterator<Key, Value> { RLMKeyValueIterator(map) }
    }

    /// The entries as pairs. SDK name: `asKeyValueSequence()`.
    public func asKeyValueSequence() -> KeyValueSequence { KeyValueSequence(self) }
}

/// Iterates over the entries of a map as pairs. SDK name: `RLMKeyValueIterator`.
public struct RLMKeyValueIterator<Key: _MapKey, Value: RealmCollectionValue>: IteratorProtocol {
    /// A key and its value.
    public typealias Element = (key: Key, value: Value)

    private var entries: RLMMapIterator<SingleMapEntry<Key, Value>>

    init(_ map: Map<Key, Value>) { entries = map.makeIterator() }

    /// The next entry, or nil at the end.
    public mutating func next() -> Element? { entries.next().map { ($0.key, $0.value) } }
}
