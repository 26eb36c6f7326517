/// A set of objects of one table: a bit for each key if keys are close together, else a hash set.
package struct ObjectKeySet {
    private var bits: [UInt64] = []
    private var others: Set<ObjectKey> = []

    package init(_ keys: [ObjectKey]) {
        guard let first = keys.min(), let last = keys.max(), first.value >= 0,
            last.value >> 6 < Int64(keys.count) + 16_384
        else {
            others = Set(keys)
            return
        }
        bits = [UInt64](repeating: 0, count: Int(last.value >> 6) + 1)
        for key in keys { bits[Int(key.value &>> 6)] |= 1 &<< UInt64(key.value & 63) }
    }

    @inline(__always)
    package func contains(_ key: ObjectKey) -> Bool {
        if bits.isEmpty { return others.contains(key) }
        let word = Int(truncatingIfNeeded: key.value &>> 6)
        return key.value >= 0 && word < bits.count && (bits[word] &>> UInt64(key.value & 63)) & 1 == 1
    }
}
