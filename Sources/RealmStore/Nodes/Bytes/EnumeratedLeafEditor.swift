/// Changes a leaf of an enumerated column, which holds numbers that identify the column's distinct values.
///
/// Realm Core treats every leaf of such a column as numbers when it splits, joins and extends clusters: it would damage
/// a leaf of texts, as earlier versions of RealmStore wrote. Such a leaf becomes one of numbers when it is copied.
/// Source: file-format/tables.md, "Enumerated string columns".
struct EnumeratedLeafEditor {
    private let values: EnumeratedStringsEditor
    private var numbers: IntegerEditor

    var ref: Ref { numbers.ref }

    /// Opens the leaf at `ref`, copying it if it is committed.
    init(_ ref: Ref, _ values: EnumeratedStringsEditor, in arena: Arena) throws(FormatError) {
        self.values = values
        numbers =
            arena.owns(ref)
            ? IntegerEditor(arena.own(ref), in: arena) : try EnumeratedLeafEditor.copy(ref, values, in: arena)
    }

    private static func copy(
        _ ref: Ref, _ values: EnumeratedStringsEditor, in arena: Arena
    ) throws(FormatError) -> IntegerEditor {
        let leaf = try StringLeaf(ref, keys: values.values, in: arena.space)
        if leaf.isEnumerated {
            // A number without a value would come to mean the next value that is added.
            for index in 0..<leaf.count { _ = try leaf.bytes(index) }
            return try IntegerEditor(ref, in: arena)
        }
        var numbers = try IntegerEditor(repeating: 0, count: 0, in: arena)
        for index in 0..<leaf.count { try numbers.append(values.number(of: leaf.bytes(index))) }
        try arena.freeTree(ref)
        return numbers
    }

    mutating func insert(_ value: UnsafeRawBufferPointer?, at index: Int) throws(FormatError) {
        try numbers.insert(values.number(of: value), at: index)
    }

    mutating func set(_ value: UnsafeRawBufferPointer?, at index: Int) throws(FormatError) {
        try numbers.set(values.number(of: value), at: index)
    }

    mutating func remove(at index: Int) { numbers.remove(at: index) }

    mutating func remove(_ rows: RemovedRows) { numbers.remove(rows) }

    /// Moves the numbers from `index` on into a new leaf.
    mutating func splitTail(from index: Int) throws(FormatError) -> Ref {
        var tail = try IntegerEditor(repeating: 0, count: 0, in: numbers.arena)
        for source in index..<numbers.count { try tail.append(numbers[source]) }
        numbers.truncate(to: index)
        return tail.ref
    }

    mutating func append(contentsOf other: EnumeratedLeafEditor) throws(FormatError) {
        for index in 0..<other.numbers.count { try numbers.append(other.numbers[index]) }
    }
}
