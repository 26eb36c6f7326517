import Foundation

/// A type that keys of a map can have: String only. SDK name: `_MapKey`.
public protocol _MapKey: Hashable, _ObjcBridgeable {
    /// The type of the keys.
    static var _rlmType: RLMPropertyType { get }
    /// The key that the stored text stands for.
    static func _rlmKey(_ text: String) -> Self
    /// The text under which the key is stored.
    var _rlmText: String { get }
}

extension String: _MapKey {
    /// The text itself.
    public static func _rlmKey(_ text: String) -> String { text }
    /// The text itself.
    public var _rlmText: String { self }
}

/// Values by key: those of a property or of a mixed value, or a map in memory.
///
/// In a Realm the entries are in the order of the bytes of their keys. The map of an object that is in no Realm is
/// plain memory; it becomes the map of the property when the object is added. SDK name: `Map`. Keys that are numbers,
/// as no SDK makes them, read as their decimal text.
public final class Map<Key: _MapKey, Value: RealmCollectionValue>: RLMSwiftCollectionBase {
    var content: Content

    enum Content {
        /// Ascending by the bytes of the keys.
        case plain([SingleMapEntry<Key, Value>])
        case managed(MapEntriesReader)
    }

    /// An empty map in memory. SDK name: `init()`.
    public override init() { content = .plain([]) }

    init(_ entries: MapEntriesReader) { content = .managed(entries) }

    /// The Realm that the map belongs to; nil for one in memory.
    public var realm: Realm? {
        if case .managed(let entries) = content { Realm(session: entries.session) } else { nil }
    }

    /// True once the object is gone that the map belongs to.
    public var isInvalidated: Bool { if case .managed(let entries) = content { entries.isGone } else { false } }

    /// Number of entries.
    public var count: Int {
        switch content {
        case .plain(let entries): entries.count
        case .managed(let entries): entries.checkedCount
        }
    }

    /// All keys, in the order of the entries.
    public var keys: [Key] { (0..<count).map(key(at:)) }

    /// All values, in the order of the entries.
    public var values: [Value] { (0..<count).map(value(at:)) }

    /// The value of `key`, or nil if there is no such entry; setting nil removes the entry.
    ///
    /// Setting traps in a Realm outside of a write transaction, on another thread than the Realm's, and once the object
    /// is gone; and for a key that starts with `$` or has a dot in it.
    ///
    /// - Complexity: O(log² count)
    public subscript(key: Key) -> Value? {
        get { position(of: key).map(value(at:)) }
        set {
            if let newValue { updateValue(newValue, forKey: key) } else { removeObject(for: key) }
        }
    }

    /// Sets the value of a key, which may be nil. Traps as setting through the subscript.
    ///
    /// SDK name: `updateValue(_:forKey:)`.
    public func updateValue(_ value: Value, forKey key: Key) {
        let text = key._rlmText
        require(!text.hasPrefix("$"), "Map keys must not start with '$': '\(text)'")
        require(!text.contains("."), "Map keys must not contain '.': '\(text)'")
        switch content {
        case .plain(var entries):
            content = .plain([])
            let position = Map.position(of: text, in: entries)
            let entry = SingleMapEntry(key: key, value: value)
            if position < entries.count, entries[position].key == key {
                entries[position] = entry
            } else {
                entries.insert(entry, at: position)
            }
            content = .plain(entries)
        case .managed(let entries): entries.set(value, for: text)
        }
    }

    /// Removes an entry, if there is one; of links not the object. SDK name: `removeObject(for:)`.
    public func removeObject(for key: Key) {
        switch content {
        case .plain(let entries): content = .plain(entries.filter { $0.key != key })
        case .managed(let entries): entries.remove(key._rlmText)
        }
    }

    /// Removes all entries. SDK name: `removeAll()`.
    public func removeAll() {
        switch content {
        case .plain: content = .plain([])
        case .managed(let entries): entries.edit { try $0.removeAll() }
        }
    }

    /// Sets entries; `combine` is asked where a key is there already. SDK name: `merge(_:uniquingKeysWith:)`.
    public func merge<S: Sequence>(
        _ sequence: S, uniquingKeysWith combine: (Value, Value) throws -> Value
    ) rethrows where S.Element == (key: Key, value: Value) {
        for (key, value) in sequence { try merge(key, value, combine) }
    }

    /// Sets the entries of another map; `combine` is asked where a key is there already.
    ///
    /// SDK name: `merge(_:uniquingKeysWith:)`.
    public func merge(_ other: Map<Key, Value>, uniquingKeysWith combine: (Value, Value) throws -> Value) rethrows {
        for entry in Array(other) { try merge(entry.key, entry.value, combine) }
    }

    private func merge(_ key: Key, _ value: Value, _ combine: (Value, Value) throws -> Value) rethrows {
        updateValue(try self[key].map { try combine($0, value) } ?? value, forKey: key)
    }

    /// True if `predicate` holds for an entry. SDK name: `contains(where:)`.
    public func contains(where predicate: @escaping (_ key: Key, _ value: Value) -> Bool) -> Bool {
        contains { (entry: SingleMapEntry<Key, Value>) in predicate(entry.key, entry.value) }
    }

    // MARK: Entries by position

    private static func position(of text: String, in entries: [SingleMapEntry<Key, Value>]) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].key._rlmText.utf8.lexicographicallyPrecedes(text.utf8) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    private func position(of key: Key) -> Int? {
        switch content {
        case .plain(let entries):
            let position = Map.position(of: key._rlmText, in: entries)
            return position < entries.count && entries[position].key == key ? position : nil
        case .managed(let entries):
            entries.checkAccess()
            return entries.position(of: key._rlmText)
        }
    }

    fileprivate func key(at position: Int) -> Key {
        switch content {
        case .plain(let entries): entries[position].key
        case .managed(let entries): Key._rlmKey(entries.key(at: position))
        }
    }

    fileprivate func value(at position: Int) -> Value {
        switch content {
        case .plain(let entries): entries[position].value
        case .managed(let entries): entries.element(at: position)
        }
    }

    /// Up to 100 entries, a line each.
    public override var description: String { description(depth: 0) }

    /// True for the map of the same property of the same object; in memory, for equal entries.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? Map<Key, Value> else { return false }
        switch (content, other.content) {
        case (.plain(let lhs), .plain(let rhs)):
            return lhs.map(\.key) == rhs.map(\.key) && lhs.map(\.value) == rhs.map(\.value)
        case (.managed(let lhs), .managed(let rhs)): return lhs === rhs || (lhs.place != nil && lhs.place == rhs.place)
        default: return false
        }
    }

    /// Agrees with `isEqual(_:)`.
    public override var hash: Int {
        switch content {
        case .plain(let entries): entries.map(\.key).hashValue
        case .managed(let entries): entries.place?.hashValue ?? 0
        }
    }
}

/// What iterating over a map gives. SDK name: `_RealmMapValue`.
public protocol _RealmMapValue {
    /// The type of the keys.
    associatedtype Key: _MapKey
    /// The type of the values.
    associatedtype Value: RealmCollectionValue
}

/// One entry of a map. SDK name: `SingleMapEntry`.
public struct SingleMapEntry<Key: _MapKey, Value: RealmCollectionValue>: _RealmMapValue, Hashable {
    /// The key.
    public var key: Key
    /// The value.
    public var value: Value

    /// Compares the values only, as the SDK does.
    public static func == (lhs: SingleMapEntry, rhs: SingleMapEntry) -> Bool { lhs.value == rhs.value }

    /// Hashes the key only, as the SDK does.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension Map: Sequence {
    /// Iterates over the entries in the order of the bytes of their keys.
    public func makeIterator() -> RLMMapIterator<SingleMapEntry<Key, Value>> {
        var position = 0
        return RLMMapIterator { [self] in
            guard position < count else { return nil }
            defer { position += 1 }
            return SingleMapEntry(key: key(at: position), value: value(at: position))
        }
    }
}

/// Iterates over the entries of a map. SDK name: `RLMMapIterator`.
public struct RLMMapIterator<Element: _RealmMapValue>: IteratorProtocol {
    private let step: () -> Element?

    init(_ step: @escaping () -> Element?) { self.step = step }

    /// The next entry, or nil at the end.
    public mutating func next() -> Element? { step() }
}

extension Map: NestedDescription {
    func description(depth: Int) -> String {
        ObjectDescription.text(
            ofElements: self, count: count, name: "Map<string, \(Value.self)>", depth: depth,
            label: { _, entry in entry.key._rlmText }, value: { $0.value })
    }
}

extension Map: MapEntries {
    var anyEntries: [(String, Any?)] { map { ($0.key._rlmText, $0.value) } }
}

extension Map: UnmanagedContent {
    var isEmptyContent: Bool { count == 0 }
}
