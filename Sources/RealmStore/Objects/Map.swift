import Foundation

/// A type that keys of a map can have: String only. SDK name: `_MapKey`.
public protocol _MapKey: Hashable {
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

/// The dictionary of a property or of a mixed value; entries are in the order of the bytes of their keys.
///
/// SDK name: `Map`. Keys that are numbers, as no SDK makes them, read as their decimal text.
public final class Map<Key: _MapKey, Value: RealmCollectionValue>: RLMSwiftCollectionBase {
    private let session: Session
    private var live: Live<DictionaryTree?>

    /// - Parameter tree: reads the dictionary; nil once it is gone.
    init(_ session: Session, _ tree: @escaping () throws(FormatError) -> DictionaryTree?) {
        self.session = session
        live = Live(session) { session.read(nil, tree) }
    }

    /// The dictionary of a property of `row`'s object.
    convenience init(_ column: Column, of row: ObjectRow, _ session: Session) {
        let (place, key) = (row.place, column.key)
        self.init(session) { () throws(FormatError) in
            guard let row = session.row(place), let column = row.table.column(key) else { return nil }
            return try row.table.dictionary(column, at: row.position)
        }
    }

    /// Nil for a dictionary that is gone or cannot be read.
    private var tree: DictionaryTree? { live.current(session) }

    /// The Realm that the map belongs to.
    public var realm: Realm? { Realm(session: session) }

    /// True once the object is gone that the map belongs to.
    public var isInvalidated: Bool { tree == nil }

    /// Number of entries.
    public var count: Int { tree?.count ?? 0 }

    /// All keys, in the order of the entries.
    public var keys: [Key] { (0..<count).map(key(at:)) }

    /// All values, in the order of the entries.
    public var values: [Value] { (0..<count).map(value(at:)) }

    /// The value of `key`, or nil if there is no such entry.
    ///
    /// - Complexity: O(log² count)
    public subscript(key: Key) -> Value? {
        guard let tree else { return nil }
        return session.read(nil) { () throws(FormatError) in
            var text = key._rlmText
            return try tree.position(of: &text).map(value(at:))
        }
    }

    /// Up to 100 entries, a line each.
    public override var description: String { description(depth: 0) }

    private func key(at position: Int) -> Key {
        let text: String = session.read("") { () throws(FormatError) in
            switch try tree?.key(at: position) {
            case .string(let bytes): String(decoding: bytes, as: UTF8.self)
            case .int(let number): "\(number)"
            default: ""
            }
        }
        return Key._rlmKey(text)
    }

    private func value(at position: Int) -> Value {
        let stored: RealmStore.Value = session.read(.null) { () throws(FormatError) in
            try tree?.value(at: position) ?? .null
        }
        return Value.element(stored, session)
    }
}

extension Map: Sequence {
    /// One entry of a map. SDK name: `SingleMapEntry`.
    public struct SingleMapEntry: Hashable {
        /// The key.
        public let key: Key
        /// The value.
        public let value: Value
    }

    /// Iterates over the entries in the order of the bytes of their keys.
    public func makeIterator() -> AnyIterator<SingleMapEntry> {
        var position = 0
        return AnyIterator { [self] in
            guard position < count else { return nil }
            defer { position += 1 }
            return SingleMapEntry(key: key(at: position), value: value(at: position))
        }
    }
}

extension Map where Key == String, Value == AnyRealmValue {
    /// The dictionary nested in a mixed value; gone once anything changes.
    convenience init(nested root: Ref, _ session: Session) {
        let generation = session.generation
        self.init(session) { () throws(FormatError) in
            guard generation == session.generation else { return nil }
            return try DictionaryTree(root, hasIntegerKeys: false, in: session.space)
        }
    }
}

extension Map: NestedDescription {
    func description(depth: Int) -> String {
        ObjectDescription.text(
            ofElements: self, count: count, name: "Map<string, \(Value.self)>", depth: depth,
            label: { _, entry in entry.key._rlmText }, value: { $0.value })
    }
}
