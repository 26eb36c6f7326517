import RealmStore

/// A dictionary of objects or values by text: that of a property, or one in memory.
///
/// As a collection it is that of its values. A property of this type is written
/// `@Persisted var cities: RLMDictionary<String, City?>`.
public final class RLMDictionary<RLMKeyType, RLMObjectType>: NSObject, RLMCollection {
    /// The collection behind this one.
    public let _shown: _RLMShown

    /// Shows a map.
    public init(_shown: _RLMShown) { self._shown = _shown }

    private var map: any EditableMap {
        guard let map = shown.content as? any EditableMap else { misuse("This dictionary shows no map.") }
        return map
    }

    /// The type of the keys: text.
    public var keyType: RLMPropertyType { .string }

    /// The keys, in the order of their bytes.
    ///
    /// - Complexity: O(n), where n is the number of entries.
    public var allKeys: [RLMKeyType] { map.anyKeys.map { ShownValue.element($0) } }

    /// The values, in the order of the keys.
    ///
    /// - Complexity: O(n), where n is the number of entries.
    public var allValues: [RLMObjectType] {
        map.anyKeys.compactMap { map.anyValue(for: $0) }.map { ShownValue.element($0) }
    }

    /// The value of a key, or nil.
    public func object(forKey key: RLMKeyType) -> RLMObjectType? {
        guard let value = map.anyValue(for: key), !(ShownValue.content(of: value) is NSNull) else { return nil }
        return ShownValue.element(value)
    }

    /// The value of a key; nil removes it. Setting traps outside of a write transaction.
    public subscript(key: RLMKeyType) -> RLMObjectType? {
        get { object(forKey: key) }
        set { setObject(newValue, forKey: key) }
    }

    // MARK: Editing; each traps outside of a write transaction, if the dictionary is in a Realm.

    /// Sets the value of a key; nil removes it. Traps for a key that begins with "$" or contains ".".
    public func setObject(_ anObject: RLMObjectType?, forKey aKey: RLMKeyType) {
        map.setAnyValue(anObject.map { $0 as Any }, for: aKey)
    }

    /// Replaces the entries by those of another dictionary. Traps for anything else.
    public func setDictionary(_ otherDictionary: Any) {
        let entries = FastEnumeration.entries(of: otherDictionary)
        removeAllObjects()
        for (key, value) in entries { map.setAnyValue(value, for: key) }
    }

    /// Adds the entries of another dictionary. Traps for anything else.
    public func addEntries(fromDictionary otherDictionary: any NSFastEnumeration) {
        for (key, value) in FastEnumeration.entries(of: otherDictionary) { map.setAnyValue(value, for: key) }
    }

    /// Removes the value of a key, if there is one.
    public func removeObject(forKey key: RLMKeyType) { map.setAnyValue(nil, for: key) }

    /// Removes the values of several keys.
    public func removeObjects(forKeys keyArray: [RLMKeyType]) { for key in keyArray { removeObject(forKey: key) } }

    /// Removes all entries; objects stay in the Realm.
    public func removeAllObjects() { map.removeAll() }

    /// Calls `block` with each entry, in the order of the keys, until it sets its last argument to true.
    public func enumerateKeysAndObjects(
        _ block: (RLMKeyType, RLMObjectType, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        var stop = ObjCBool(false)
        for key in allKeys {
            guard let value = map.anyValue(for: key) else { continue }
            block(key, ShownValue.element(value), &stop)
            if stop.boolValue { return }
        }
    }

    // MARK: Observing

    /// Calls `block` with the dictionary, once without a change, and then after each change of it; see
    /// `Map.observe(keyPaths:on:_:)` of RealmStore. The observation ends with the token.
    public func addNotificationBlock(
        _ block: @escaping (RLMDictionary?, RLMDictionaryChange?, (any Error)?) -> Void
    ) -> RLMNotificationToken { addNotificationBlock(block, keyPaths: nil, queue: nil) }

    /// The same on a serial queue.
    public func addNotificationBlock(
        _ block: @escaping (RLMDictionary?, RLMDictionaryChange?, (any Error)?) -> Void, queue: dispatch_queue_t?
    ) -> RLMNotificationToken { addNotificationBlock(block, keyPaths: nil, queue: queue) }

    /// The same for changes of properties of the values.
    public func addNotificationBlock(
        _ block: @escaping (RLMDictionary?, RLMDictionaryChange?, (any Error)?) -> Void, keyPaths: [String]?
    ) -> RLMNotificationToken { addNotificationBlock(block, keyPaths: keyPaths, queue: nil) }

    /// The same for changes of properties of the values, on a serial queue.
    public func addNotificationBlock(
        _ block: @escaping (RLMDictionary?, RLMDictionaryChange?, (any Error)?) -> Void, keyPaths: [String]?,
        queue: dispatch_queue_t?
    ) -> RLMNotificationToken {
        shown.observe(keyPaths, on: queue) { map, change in
            block(RLMDictionary(_shown: _RLMShown(map)), change.map(RLMDictionaryChange.init), nil)
        }
    }

    // MARK: Identity

    /// True for the dictionary of the same property of the same object; in memory, for equal entries.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? any RLMCollection).map { shown.isSame(as: $0.shown) } ?? false
    }

    /// A hash consistent with `isEqual(_:)`.
    public override var hash: Int { (shown.content as? NSObject)?.hash ?? 0 }

    /// Up to 100 entries, a line each.
    public override var description: String { "\(shown.content)" }
}

extension RLMDictionary: Sequence {
    /// An iterator over the entries as they are now.
    public func makeIterator() -> RLMDictionaryIterator<RLMKeyType, RLMObjectType> { RLMDictionaryIterator(self) }
}

/// Goes through the entries of a dictionary, in the order of the keys.
public struct RLMDictionaryIterator<RLMKeyType, RLMObjectType>: IteratorProtocol {
    private let dictionary: RLMDictionary<RLMKeyType, RLMObjectType>
    private var keys: IndexingIterator<[RLMKeyType]>

    init(_ dictionary: RLMDictionary<RLMKeyType, RLMObjectType>) {
        self.dictionary = dictionary
        keys = dictionary.allKeys.makeIterator()
    }

    /// The next entry, or nil; entries that are null or gone are skipped.
    public mutating func next() -> (key: RLMKeyType, value: RLMObjectType)? {
        while let key = keys.next() {
            if let value = dictionary.object(forKey: key) { return (key, value) }
        }
        return nil
    }
}

/// An entry of a dictionary of objects.
public typealias RLMDictionarySingleEntry = (key: String, value: RLMObject)
