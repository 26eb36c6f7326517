import RealmStore

/// A map whose keys and values are of any type.
protocol EditableMap: AnyObject {
    var anyKeys: [Any] { get }
    func anyValue(for key: Any) -> Any?
    /// Sets the value of a key; nil removes it.
    func setAnyValue(_ value: Any?, for key: Any)
    func removeAll()
}

extension Map: EditableMap {
    var anyKeys: [Any] { keys }

    func anyValue(for key: Any) -> Any? { self[given(key)] }

    func setAnyValue(_ value: Any?, for key: Any) {
        if let value { self[given(key)] = ShownValue.given(value) as Value } else { removeObject(for: given(key)) }
    }

    private func given(_ key: Any) -> Key {
        if let key = key as? Key { return key }
        if let text = key as? String { return Key._rlmKey(text) }
        misuse("'\(key)' of type \(type(of: key)) is no key of a map of \(Key.self).")
    }
}
