/// Keys of objects in their order, and how the values of an indexed column begin: what an index is compared with.
struct VerificationObjectChunks {
    /// Objects of which so much is kept at a time, with 16 bytes for each.
    static let limit = 1 << 22

    private(set) var keys: [Int64] = []
    /// The first two chunks of the value of each.
    private(set) var chunks: [UInt64] = []

    mutating func reserve(_ count: Int) {
        keys.reserveCapacity(count)
        chunks.reserveCapacity(count)
    }

    mutating func removeAll() {
        keys.removeAll(keepingCapacity: true)
        chunks.removeAll(keepingCapacity: true)
    }

    /// Adds objects of a cluster.
    mutating func add(
        _ rows: Range<Int>, of leaf: ClusterLeaf, _ column: Column, in space: NodeSpace
    ) throws(FormatError) {
        let values = try ColumnLeaf.column(column, at: leaf.column(column.leafIndex), rows: leaf.count, in: space)
        for row in rows {
            keys.append(leaf.key(row).value)
            let data = IndexData(mixed: try values.value(row))
            let (first, second) = (data.chunk(at: 0), data.chunk(at: IndexData.chunkByteCount))
            chunks.append((UInt64(UInt32(bitPattern: first)) << 32) | UInt64(UInt32(bitPattern: second)))
        }
    }
}
