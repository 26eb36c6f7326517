/// A dictionary in the layout of file formats 21 and 22: a cluster tree whose object keys are hashes of the keys.
///
///     leaf: hashes | a string leaf of the keys | a mixed leaf of the values
///
/// Read completely and sorted in the order of the newer layout. Source: file-format/older-formats.md, "Hashed
/// dictionaries".
package struct HashedDictionary {
    private struct Entry {
        let key: UnsafeRawBufferPointer
        let values: MixedLeaf
        let row: Int
    }

    private let entries: [Entry]

    package init(_ root: Ref, in space: NodeSpace) throws(FormatError) {
        var entries: [Entry] = []
        try ClusterTree(root, in: space).forEachLeaf { (leaf) throws(FormatError) in
            guard leaf.count > 0 else { return }
            let keys = try StringLeaf(leaf.column(0), in: space)
            let values = try MixedLeaf(leaf.column(1), in: space)
            guard keys.count == leaf.count, values.count == leaf.count else {
                throw FormatError(.badCollection, at: leaf.ref, "a dictionary's keys and values differ in number")
            }
            for row in 0..<leaf.count {
                guard let key = try keys.bytes(row) else {
                    throw FormatError(.badCollection, at: leaf.ref, "a dictionary's key is null")
                }
                entries.append(Entry(key: key, values: values, row: row))
            }
        }
        self.entries = entries.sorted { ByteOrder.compare($0.key, $1.key) < 0 }
    }

    package var count: Int { entries.count }

    /// The key at `position`, in the order of bytes. Traps outside `0..<count`.
    package func key(at position: Int) -> UnsafeRawBufferPointer { entries[position].key }

    /// The value at `position`. Traps outside `0..<count`.
    package func value(at position: Int) throws(FormatError) -> Value {
        try entries[position].values.value(entries[position].row)
    }
}
