/// The primary keys of rows, by which a key that is there twice is found.
///
/// Rows come one after the other. Ascending integers, which most keys are, need no memory.
struct RowKeySet {
    /// The greatest key; nil without keys, and once a key came that is no greater integer.
    private(set) var greatest: Int64?
    /// An open hash table of rows, at most half full; empty as long as the keys are ascending integers.
    private var slots: [Int32] = []
    private var count = 0

    /// Adds the key of the next row.
    ///
    /// - Parameter keys: those of all rows before it.
    /// - Returns: false, without adding it, if an earlier row has the key.
    mutating func insert(_ key: Value, of row: Int, after keys: UnsafePointer<Value>) -> Bool {
        if slots.isEmpty {
            if case .int(let number) = key, count == 0 || greatest.map({ $0 < number }) == true {
                (greatest, count) = (number, count + 1)
                return true
            }
            fill(with: 0..<row, of: keys)
        }
        if 2 * (count + 1) > slots.count { fill(with: slots.filter { $0 >= 0 }.map(Int.init), of: keys) }
        var slot = RowKeySet.hash(key) & (slots.count - 1)
        while slots[slot] >= 0 {
            if Table.equals(keys[Int(slots[slot])], key) { return false }
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = Int32(row)
        count += 1
        return true
    }

    /// Makes the table anew, with twice the room.
    private mutating func fill(with rows: some Collection<Int>, of keys: UnsafePointer<Value>) {
        greatest = nil
        count = rows.count
        slots = [Int32](repeating: -1, count: 1 << (Int.bitWidth - max(15, 4 * count).leadingZeroBitCount))
        for row in rows {
            var slot = RowKeySet.hash(keys[row]) & (slots.count - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(row)
        }
    }

    mutating func removeAll() {
        (greatest, count) = (nil, 0)
        slots.removeAll()
    }

    private static func hash(_ key: Value) -> Int {
        var hasher = Hasher()
        switch key {
        case .int(let number): hasher.combine(number)
        case .string(let bytes): hasher.combine(bytes: bytes)
        case .objectId(let id): hasher.combine(id)
        case .uuid(let id): hasher.combine(id)
        default: break
        }
        return hasher.finalize()
    }

    /// The rows whose key an earlier one has, ascending.
    static func repeated(in keys: UnsafeBufferPointer<Value>) -> [Int] {
        guard let start = keys.baseAddress else { return [] }
        var set = RowKeySet()
        return keys.indices.filter { !set.insert(keys[$0], of: $0, after: start) }
    }
}
