import Foundation

/// Values by key, live or in memory.
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

    /// The value of a key, or the result of an operator on the values, boxed.
    func value(forKey key: String) -> AnyObject?
    /// The value at the end of a path that begins with a key or an operator, boxed.
    func value(forKeyPath keyPath: String) -> AnyObject?
    /// Sets the value of a key; nil removes the entry.
    func setValue(_ value: Any?, forKey key: String)

    /// The objects that meet a condition, live.
    func filter(_ predicate: NSPredicate) -> Results<Value>
    /// True if `predicate` holds for an entry.
    func contains(where predicate: @escaping (_ key: Key, _ value: Value) -> Bool) -> Bool
    /// The values in their order.
    func sorted(ascending: Bool) -> Results<Value>
    /// The objects in the order of a property.
    func sorted(byKeyPath keyPath: String, ascending: Bool) -> Results<Value>
    /// The values in an order.
    func sorted<S: Sequence>(by sortDescriptors: S) -> Results<Value> where S.Element == SortDescriptor

    /// The least value of a property, or nil.
    func min<T: _HasPersistedType>(ofProperty property: String) -> T? where T.PersistedType: MinMaxType
    /// The greatest value of a property, or nil.
    func max<T: _HasPersistedType>(ofProperty property: String) -> T? where T.PersistedType: MinMaxType
    /// The sum of a property; 0 without values.
    func sum<T: _HasPersistedType>(ofProperty property: String) -> T where T.PersistedType: AddableType
    /// The mean of a property, or nil without values.
    func average<T: _HasPersistedType>(ofProperty property: String) -> T? where T.PersistedType: AddableType

    /// Calls `block` with the map as it is, once, and then with the keys of each change of it.
    func observe(
        keyPaths: [String]?, on queue: DispatchQueue?, _ block: @escaping (RealmMapChange<Self>) -> Void
    ) -> NotificationToken
}

/// A change reported to the observer of a map.
@frozen
public enum RealmMapChange<Collection: RealmKeyedCollection> {
    /// The map as it is when observation begins: reported once, before anything else.
    case initial(Collection)
    /// Removed keys, new keys, and keys whose value was set or touched, each in the order of their UTF-8 bytes.
    case update(
        Collection, deletions: [Collection.Key], insertions: [Collection.Key], modifications: [Collection.Key])
    /// Never reported: a read error ends the observation and is logged.
    case error(any Error)
}

extension RealmKeyedCollection {
    /// The same as `observe(keyPaths:on:_:)` for all that can be reached by up to four links.
    public func observe(
        on queue: DispatchQueue?, _ block: @escaping (RealmMapChange<Self>) -> Void
    ) -> NotificationToken {
        observe(keyPaths: nil, on: queue, block)
    }

    /// The values in ascending order.
    ///
    /// - Complexity: as `sorted(ascending:)`.
    public func sorted() -> Results<Value> { sorted(ascending: true) }
}

extension Map: RealmKeyedCollection {}

extension Map {
    /// Entries as pairs, one after the other.
    public struct KeyValueSequence: Sequence {
        private let map: Map

        init(_ map: Map) { self.map = map }

        /// An iterator in the order of the entries.
        public func makeIterator() -> RLMKeyValueIterator<Key, Value> { RLMKeyValueIterator(map) }
    }

    /// The entries as pairs.
    public func asKeyValueSequence() -> KeyValueSequence { KeyValueSequence(self) }
}

/// Iterates over the entries of a map as pairs.
public struct RLMKeyValueIterator<Key: _MapKey, Value: RealmCollectionValue>: IteratorProtocol {
    /// A key and its value.
    public typealias Element = (key: Key, value: Value)

    private var entries: RLMMapIterator<SingleMapEntry<Key, Value>>

    init(_ map: Map<Key, Value>) { entries = map.makeIterator() }

    /// The next entry, or nil at the end.
    public mutating func next() -> Element? { entries.next().map { ($0.key, $0.value) } }
}
