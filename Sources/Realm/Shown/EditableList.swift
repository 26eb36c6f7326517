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
