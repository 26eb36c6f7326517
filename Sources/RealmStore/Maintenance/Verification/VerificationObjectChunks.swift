/// Keys of objects in their order, and how the values of an indexed column begin: what an index is compared with.
struct VerificationObjectChunks {
    /// Objects of which so much is kept at a time, with 16 bytes for each.
    static let limit = 1 << 22

    struct Object: BitwiseCopyable {
        let key: Int64
        /// The first two chunks of the value.
        let first: Int32
        let second: Int32
    }

    private(set) var objects: [Object]
    /// False once objects were left out: the number of the others proves nothing in a damaged file.
    private(set) var isWhole = true

    init(_ objects: [Object] = []) { self.objects = objects }

    var count: Int { objects.count }

    mutating func reserve(_ count: Int) { objects.reserveCapacity(count) }

    /// Gives up: some objects cannot be read, or not now.
    mutating func leaveOut() { (objects, isWhole) = ([], false) }

    mutating func removeAll() { objects.removeAll(keepingCapacity: true) }

    /// Adds objects of a cluster.
    mutating func add(
        _ rows: Range<Int>, of leaf: ClusterLeaf, _ column: Column, in space: NodeSpace
    ) throws(FormatError) {
        let values = try ColumnLeaf.column(column, at: leaf.column(column.leafIndex), rows: leaf.count, in: space)
        for row in rows {
            let data = IndexData(mixed: try values.value(row))
            objects.append(
                Object(
                    key: leaf.key(row).value, first: data.chunk(at: 0),
                    second: data.chunk(at: IndexData.chunkByteCount)))
        }
    }

    /// The position of a key; nil if it is not there. The keys must ascend.
    func position(of key: Int64) -> Int? {
        guard let first = objects.first?.key, let last = objects.last?.key, key >= first, key <= last
        else { return nil }
        // Keys without gaps, and those of classes without primary key, which have gaps at known places.
        // A damaged file may have keys so far apart that their distance is no number.
        let guesses = (
            key &- first, VerificationObjectChunks.number(key) &- VerificationObjectChunks.number(first)
        )
        if let found = position(of: key, guess: guesses.0) ?? position(of: key, guess: guesses.1) { return found }
        var (low, high) = (0, objects.count - 1)
        while low < high {
            let middle = (low + high) / 2
            (low, high) = objects[middle].key < key ? (middle + 1, high) : (low, middle)
        }
        return objects[low].key == key ? low : nil
    }

    @inline(__always)
    private func position(of key: Int64, guess: Int64) -> Int? {
        guard guess >= 0, guess < objects.count, objects[Int(guess)].key == key else { return nil }
        return Int(guess)
    }

    /// The number from which the key of an object without primary key was made.
    private static func number(_ key: Int64) -> Int64 { (key & 0xFF) | ((key >> 16) << 8) }
}
