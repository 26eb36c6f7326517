import RealmStore

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
