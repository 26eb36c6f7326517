import Foundation

/// A type for the keys of a map: String only.
public protocol _MapKey: Hashable, _ObjcBridgeable {
    /// The type of the keys.
    static var _rlmType: RLMPropertyType { get }
    /// Returns the key for the stored text.
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
/// In a Realm the entries are in the order of the bytes of their keys. The map of an unmanaged object is plain memory;
/// it becomes the map of the property when the object is added. Numeric keys, which no SDK creates, read as their
/// decimal text.
public final class Map<Key: _MapKey, Value: RealmCollectionValue>: RLMSwiftCollectionBase {
    /// The entries in memory, ascending by the bytes of their keys; empty for a map in a Realm.
    private var plain: [SingleMapEntry<Key, Value>] = []

    /// Creates an empty map in memory.
    ///
    /// - Complexity: O(1)
    public override init() {}

    init(_ entries: MapEntriesReader) {
        super.init()
        stored = entries
    }

    /// The entries in a Realm; nil in memory.
    var entries: MapEntriesReader? { stored.map { unsafeDowncast($0, to: MapEntriesReader.self) } }

    /// Number of entries.
    ///
    /// - Complexity: O(1)
    public var count: Int {
        guard let entries else { return plain.count }
        entries.checkAccess()
        return entries.count
    }

    /// All keys, in the order of the entries.
    ///
    /// - Complexity: O(n · log n), where n is the number of entries.
    public var keys: [Key] { (0..<count).map(key(at:)) }

    /// All values, in the order of the entries.
    ///
    /// - Complexity: O(n · log n), where n is the number of entries.
    public var values: [Value] { (0..<count).map(value(at:)) }

    /// The value of `key`, or nil if there is no such entry; setting nil removes the entry.
    ///
    /// Setting traps in a Realm outside of a write transaction, on another thread than the Realm's, and once the object
    /// is gone; and for a key that starts with `$` or has a dot in it.
    ///
    /// - Complexity: O(log² count)
    public subscript(key: Key) -> Value? {
        get {
            guard let position = position(of: key) else { return KeyPathRecorder.element(of: Value.self) }
            return value(at: position)
        }
        set {
            if let newValue { updateValue(newValue, forKey: key) } else { removeObject(for: key) }
        }
    }

    /// Sets the value of a key, which may be nil. Traps as setting through the subscript.
    ///
    /// - Complexity: O(log² n), where n is the number of entries; O(n) in memory. Replacing a link adds the number of
    ///   links to its object.
    public func updateValue(_ value: Value, forKey key: Key) {
        let text = key._rlmText
        require(!text.hasPrefix("$"), "Map keys must not start with '$': '\(text)'")
        require(!text.contains("."), "Map keys must not contain '.': '\(text)'")
        if let entries { return entries.set(value, for: text) }
        let entry = SingleMapEntry(key: key, value: value)
        let place = plainPlace(of: text)
        if place.isTaken { plain[place.position] = entry } else { plain.insert(entry, at: place.position) }
    }

    /// Removes an entry, if there is one; for links, not the object.
    ///
    /// - Complexity: O(log² n), where n is the number of entries; O(n) in memory. Removing a link adds the number of
    ///   links to its object.
    public func removeObject(for key: Key) {
        guard let entries else { return plain.removeAll { $0.key == key } }
        entries.remove(key._rlmText)
    }

    /// Removes all entries.
    ///
    /// - Complexity: O(n), where n is the number of entries. Removing a link adds the number of links to its object.
    public func removeAll() {
        guard let entries else { return plain = [] }
        entries.edit { try $0.removeAll() }
    }

    /// Sets entries; `combine` is called for existing keys.
    ///
    /// - Complexity: O(m · log² n), where m is the number of merged entries and n that of all; O(m · n) in memory.
    public func merge<S: Sequence>(
        _ sequence: S, uniquingKeysWith combine: (Value, Value) throws -> Value
    ) rethrows where S.Element == (key: Key, value: Value) {
        for (key, value) in sequence { try merge(key, value, combine) }
    }

    /// Sets the entries of another map; `combine` is called for existing keys.
    ///
    /// - Complexity: O(m · log² n), where m is the number of merged entries and n that of all; O(m · n) in memory.
    public func merge(_ other: Map<Key, Value>, uniquingKeysWith combine: (Value, Value) throws -> Value) rethrows {
        for entry in Array(other) { try merge(entry.key, entry.value, combine) }
    }

    private func merge(_ key: Key, _ value: Value, _ combine: (Value, Value) throws -> Value) rethrows {
        updateValue(try self[key].map { try combine($0, value) } ?? value, forKey: key)
    }

    /// True if `predicate` holds for an entry.
    ///
    /// - Complexity: O(n · log n), where n is the number of entries.
    public func contains(where predicate: @escaping (_ key: Key, _ value: Value) -> Bool) -> Bool {
        contains { (entry: SingleMapEntry<Key, Value>) in predicate(entry.key, entry.value) }
    }

    // MARK: Entries by position

    /// The position of a key's entry in memory, or where it would be.
    private func plainPlace(of text: String) -> (position: Int, isTaken: Bool) {
        var (low, high) = (0, plain.count)
        while low < high {
            let middle = (low + high) / 2
            if plain[middle].key._rlmText.utf8.lexicographicallyPrecedes(text.utf8) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return (low, low < plain.count && plain[low].key._rlmText == text)
    }

    private func position(of key: Key) -> Int? {
        if let entries {
            entries.checkAccess()
            return entries.position(of: key._rlmText)
        }
        let place = plainPlace(of: key._rlmText)
        return place.isTaken ? place.position : nil
    }

    private func key(at position: Int) -> Key {
        entries.map { Key._rlmKey($0.key(at: position)) } ?? plain[position].key
    }

    private func value(at position: Int) -> Value {
        if let entries { return entries.element(at: position) }
        return plain[position].value
    }

    override var plainContent: AnyHashable {
        Dictionary(plain.lazy.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    override func dropPlainContent() { plain = [] }

    override func description(depth: Int) -> String {
        let address = ObjectDescription.address(of: self)
        // Only the Realm knows the class of dynamic objects.
        let isDynamic = _PropertyTraits(Value.self).target == DynamicObject.self && !isInvalidated
        let type = (isDynamic ? entries?.rows(of: Value.self).name : nil) ?? Value.schemaName
        return ObjectDescription.text(
            ofElements: isInvalidated ? [] : Array(self), count: isInvalidated ? 0 : count,
            name: "Map<string, \(type)> \(address)", depth: depth,
            label: { _, entry in "[\(entry.key._rlmText)]:" }, value: { $0.value })
    }
}

/// An element of the iteration over a map.
public protocol _RealmMapValue {
    /// The type of the keys.
    associatedtype Key: _MapKey
    /// The type of the values.
    associatedtype Value: RealmCollectionValue
}

/// One entry of a map.
public struct SingleMapEntry<Key: _MapKey, Value: RealmCollectionValue>: _RealmMapValue, Hashable {
    /// The key.
    public var key: Key
    /// The value.
    public var value: Value

    /// Compares the values only, as in the SDK.
    public static func == (lhs: SingleMapEntry, rhs: SingleMapEntry) -> Bool { lhs.value == rhs.value }

    /// Hashes the key only, as in the SDK.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension Map: Sequence {
    /// Iterates over the entries as they are now, in the order of the bytes of their keys: changes during the loop
    /// neither skip nor repeat any.
    ///
    /// - Complexity: O(n · log n), where n is the number of entries.
    public func makeIterator() -> RLMMapIterator<SingleMapEntry<Key, Value>> {
        RLMMapIterator((0..<count).map { SingleMapEntry(key: key(at: $0), value: value(at: $0)) })
    }
}

/// Iterates over the entries of a map.
public struct RLMMapIterator<Element: _RealmMapValue>: IteratorProtocol {
    private var entries: IndexingIterator<[Element]>

    init(_ entries: [Element]) { self.entries = entries.makeIterator() }

    /// The next entry, or nil at the end.
    public mutating func next() -> Element? { entries.next() }
}

extension Map: MapEntries {
    var anyEntries: [(String, Any?)] { map { ($0.key._rlmText, $0.value) } }
}

extension Map: UnmanagedContent {
    var isEmptyContent: Bool { count == 0 }
}

extension Map: ThreadConfined {
    /// The map of the same property in another session of the same file; invalidated if its object is gone there.
    public func _rlmCounterpart(in target: _SessionHandle) -> Map? {
        entries?.counterpart(in: target.session).map { Map($0) }
    }
}
