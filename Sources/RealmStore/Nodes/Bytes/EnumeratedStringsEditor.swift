/// Gives texts their numbers among the distinct values of an enumerated column, in a write transaction.
///
/// New ones are appended, as in Realm Core, which sorts them only when it enumerates the column. Values that are no
/// longer referenced stay. Used by one thread at a time.
final class EnumeratedStringsEditor {
    /// The values as readers see them, including added ones.
    let values: EnumeratedStrings
    private let arena: Arena
    /// Created on the first request for a number: a transaction may only remove values.
    private var numbers: TextNumbers?

    /// - Parameter ref: the leaf of the distinct values, committed or of the transaction.
    init(_ ref: Ref, in arena: Arena) throws(FormatError) {
        values = try EnumeratedStrings(ref, in: arena.space)
        self.arena = arena
    }

    /// The number of a text or null, which is added if it has none. Readers must locate its bytes again.
    ///
    /// - Complexity: O(length); the first call O(number of values)
    func number(of value: UnsafeRawBufferPointer?) throws(FormatError) -> Int64 {
        var numbers = if let numbers { numbers } else { try numbered() }
        self.numbers = nil
        defer { self.numbers = numbers }
        let hash = TextNumbers.hash(value)
        if let found = try numbers.find(hash, where: { (number) throws(FormatError) in try has(value, at: number) }) {
            return Int64(found)
        }
        var leaf = try StringLeafEditor(values.ref, in: arena)
        try leaf.insert(value, at: values.count)
        try values.show(leaf.ref, in: arena.space)
        numbers.add(hash)
        return Int64(values.count - 1)
    }

    private func numbered() throws(FormatError) -> TextNumbers {
        var numbers = TextNumbers()
        for index in 0..<values.count { numbers.add(TextNumbers.hash(try values.bytes(index))) }
        return numbers
    }

    private func has(_ value: UnsafeRawBufferPointer?, at number: Int) throws(FormatError) -> Bool {
        guard let bytes = try values.bytes(number) else { return value == nil }
        guard let value else { return false }
        return ByteOrder.equal(bytes, value)
    }
}
