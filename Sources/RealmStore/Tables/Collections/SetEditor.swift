/// Changes a set of a write transaction: distinct ascending elements.
///
/// Source: file-format/collections.md, "Sets".
struct SetEditor {
    private let order: ElementOrder
    private var list: ListEditor

    /// `Ref.none` for a set that was never written to. May change with every call: the holder must store it again.
    var root: Ref { list.root }
    var count: Int { list.count }

    init(root: Ref, of column: Column, in arena: Arena) throws(FormatError) {
        order = ElementOrder(column)
        list = try ListEditor(root: root, of: column, in: arena)
    }

    /// The element at `position`. Traps outside `0..<count`.
    func value(at position: Int) throws(FormatError) -> Value { try list.value(at: position) }

    /// Position of the element that equals `value`, or nil; always nil for a NaN in a set of floats or doubles.
    ///
    /// - Complexity: O(log count)
    func find(_ value: Value) throws(FormatError) -> Int? {
        let found = try search(value)
        return found.isFound ? found.position : nil
    }

    /// Adds `value`, which must not be a collection, unless an element equals it.
    ///
    /// - Returns: its position, and whether it was added.
    /// - Complexity: O(log count)
    mutating func insert(_ value: Value) throws(FormatError) -> (position: Int, inserted: Bool) {
        let (position, isFound) = try search(value)
        if !isFound { try list.insert(value, at: position) }
        return (position, !isFound)
    }

    /// Removes the element that equals `value`.
    ///
    /// - Returns: its former position; nil if there was none.
    mutating func remove(_ value: Value) throws(FormatError) -> Int? {
        guard let position = try find(value) else { return nil }
        try list.remove(at: position)
        return position
    }

    /// Removes the element at `position`. Traps outside `0..<count`.
    mutating func remove(at position: Int) throws(FormatError) { try list.remove(at: position) }

    mutating func removeAll() throws(FormatError) { try list.removeAll() }

    private func search(_ value: Value) throws(FormatError) -> (position: Int, isFound: Bool) {
        var elements = AscendingElements(try list.elements())
        return try elements.search { order.compare($0, value) }
    }
}
