/// The order of strings and binary values: bytes as unsigned numbers, a prefix before its extensions.
///
/// Source: file format, group and tables, "Order of values".
enum ByteOrder {
    /// Negative, zero or positive as `lhs` comes before, equals or comes after `rhs`.
    static func compare(_ lhs: UnsafeRawBufferPointer, _ rhs: UnsafeRawBufferPointer) -> Int {
        let common = min(lhs.count, rhs.count)
        for index in 0..<common where lhs[index] != rhs[index] {
            return lhs[index] < rhs[index] ? -1 : 1
        }
        return lhs.count - rhs.count
    }

    static func equal(_ lhs: UnsafeRawBufferPointer, _ rhs: UnsafeRawBufferPointer) -> Bool {
        lhs.count == rhs.count && compare(lhs, rhs) == 0
    }
}
