/// Entries of a search index whose places are ascending: many go into a node at once.
struct IndexRun {
    /// An object alone under the first chunk of its value.
    struct Entry {
        let chunk: Int32
        let key: ObjectKey
        /// The object's position among those that are added.
        let row: Int
    }

    /// By chunk; those of the same chunk by the next one.
    let entries: [Entry]

    /// - Parameters:
    ///   - values: of the objects.
    ///   - keys: their keys.
    init(_ values: UnsafeBufferPointer<Value>, _ keys: [ObjectKey]) {
        entries = IndexRun.order(values).map { place, row in
            Entry(chunk: Int32(truncatingIfNeeded: place >> 32), key: keys[row], row: row)
        }
    }

    /// Rows in the order in which a search index has their values, as far as the first bytes tell: neighbours are in
    /// the same nodes then.
    static func order(_ values: UnsafeBufferPointer<Value>) -> [(place: Int64, row: Int)] {
        var order = values.enumerated().map { (row, value) in
            let data = IndexData(mixed: value)
            let (first, second) = (data.chunk(at: 0), data.chunk(at: IndexData.chunkByteCount) ^ .min)
            return (place: (Int64(first) << 32) | Int64(UInt32(bitPattern: second)), row: row)
        }
        order.sort { $0.place < $1.place }
        return order
    }

    /// The entries from that one on, as far as each has a chunk of its own.
    func distinct(from start: Int) -> ArraySlice<Entry> {
        var end = start
        while end < entries.count {
            let next = end + 1
            if next < entries.count, entries[next].chunk == entries[end].chunk { break }
            end = next
        }
        return entries[start..<end]
    }
}

extension IndexTreeEditor {
    /// Adds the first of the entries, as far as they go into one node and nobody else is under their chunks.
    ///
    /// - Precondition: an object alone under its chunk ends there.
    /// - Returns: the number of entries that were added: 0 if the first one has to be inserted by itself.
    mutating func insert(_ entries: ArraySlice<IndexRun.Entry>) throws(FormatError) -> Int {
        guard let first = entries.first else { return 0 }
        return try insert(entries, first.chunk, into: &root, upTo: .max, depth: 0)
    }

    /// - Parameter limit: the greatest key that belongs below the node.
    private func insert(
        _ entries: ArraySlice<IndexRun.Entry>, _ chunk: Int32, into ref: inout Ref, upTo limit: Int32, depth: Int
    ) throws(FormatError) -> Int {
        guard depth < SearchIndex.maximumSteps else { throw tooDeep }
        var node = try IndexNodeEditor(ref, in: arena)
        defer { ref = node.ref }
        guard node.isInner else { return try node.insert(entries, upTo: limit) }
        guard node.count > 0 else { throw FormatError(.badIndex, at: ref, "an inner node has no children") }
        let last = node.count - 1
        let index = min(node.keys.lowerBound(chunk), last)
        let old = try node.child(index)
        var child = old
        let limit = index < last ? min(limit, node.keys[index]) : limit
        let count = try LargeStack.descend(from: depth) { () throws(FormatError) in
            try insert(entries, chunk, into: &child, upTo: limit, depth: depth + 1)
        }
        if child != old { node.set(Slot(child), at: index) }
        if count > 0, index == last {
            let greatest = entries[entries.startIndex + count - 1].chunk
            if greatest > node.keys[index] { try node.set(key: greatest, at: index) }
        }
        return count
    }
}
