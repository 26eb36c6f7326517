import Foundation

extension Map {
    /// The value of a key, boxed; nil if there is none. "invalidated" tells whether the map is gone, and an operator
    /// such as `@count` computes over the values.
    public func value(forKey key: String) -> AnyObject? {
        if key == "invalidated" { return isInvalidated as AnyObject }
        return value(forKeyPath: key)
    }

    /// The value at the end of a path that begins with a key, or with an operator over the values, boxed; nil if there
    /// is none.
    ///
    /// The operators are those of collections (see `RealmCollection.value(forKeyPath:)`).
    public func value(forKeyPath keyPath: String) -> AnyObject? {
        anyValue(forKeyPath: keyPath).map { $0 as AnyObject }
    }

    /// Sets the value of a key. Nil removes the entry; `NSNull` is null if values may be null, and otherwise removes
    /// the entry, too. Traps for a value that does not fit.
    public func setValue(_ value: Any?, forKey key: String) {
        guard let value else { return removeObject(for: Key._rlmKey(key)) }
        guard let content = LooseValue.unwrapped(value) else {
            guard let null = Value._rlmFromObjc(NSNull(), insideOptional: false) else {
                return removeObject(for: Key._rlmKey(key))
            }
            updateValue(null, forKey: Key._rlmKey(key))
            return
        }
        let isStranger = LooseValue.object(content, of: RLMObjectBase.self).map { $0.className != Value.schemaName }
        guard isStranger != true || Value._rlmType != .object,
            let fitting = Value._rlmFromObjc(content, insideOptional: false)
        else {
            fatalError("'\(content)' is no value of a map of type \(Value.schemaName).")
        }
        updateValue(fitting, forKey: Key._rlmKey(key))
    }
}

extension Map {
    /// The value of a key, boxed; `NSNull` for an entry that is nil, nil if there is none.
    public func object(forKey key: AnyObject) -> AnyObject? {
        guard let key = key as? Key ?? (key as? String).map(Key._rlmKey), let value = self[key] else { return nil }
        return (LooseValue.content(value) ?? NSNull()) as AnyObject
    }
}

extension Map: KeyValueCollection {
    func anyValue(forKeyPath keyPath: String) -> Any? {
        if keyPath.hasPrefix("@") { return CollectionOperator(keyPath).value(of: values) }
        guard let dot = keyPath.firstIndex(of: ".") else {
            return self[Key._rlmKey(keyPath)].map { ValueEncoder.named($0) ?? NSNull() }
        }
        guard let value = LooseValue.content(self[Key._rlmKey(String(keyPath[..<dot]))]) else { return nil }
        return KeyValues.value(of: value, String(keyPath[keyPath.index(after: dot)...]))
    }
}
