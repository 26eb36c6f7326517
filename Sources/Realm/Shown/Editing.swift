import RealmStore

/// A list whose elements are of any type.
protocol EditableList: AnyObject {
    func insertValue(_ value: Any, at index: Int)
    func replaceValue(at index: Int, with value: Any)
    func remove(at index: Int)
    func removeAll()
    func move(from: Int, to: Int)
    func swapAt(_ index1: Int, _ index2: Int)
}

extension List: EditableList {
    func insertValue(_ value: Any, at index: Int) { insert(ShownValue.given(value), at: index) }

    func replaceValue(at index: Int, with value: Any) { self[index] = ShownValue.given(value) }
}

/// A set whose elements are of any type.
protocol EditableSet: AnyObject {
    func insertValue(_ value: Any)
    func removeValue(_ value: Any)
    func containsValue(_ value: Any) -> Bool
    func removeAll()
}

extension MutableSet: EditableSet {
    func insertValue(_ value: Any) { insert(ShownValue.given(value)) }

    func removeValue(_ value: Any) { remove(ShownValue.given(value)) }

    func containsValue(_ value: Any) -> Bool { contains(ShownValue.given(value) as Element) }
}

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
