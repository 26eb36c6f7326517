/// Keys of rows in their order, in chunks, so that a few changes of many rows are cheap.
struct RowList {
    private var chunks: [[ObjectKey]] = []
    private(set) var count = 0

    private static let chunkCapacity = 1024

    init(_ keys: [ObjectKey]) {
        count = keys.count
        var first = 0
        while first < keys.count {
            let end = min(first + RowList.chunkCapacity / 2, keys.count)
            chunks.append(Array(keys[first..<end]))
            first = end
        }
    }

    /// The first rows.
    func prefix(_ limit: Int) -> [ObjectKey] {
        var keys: [ObjectKey] = []
        keys.reserveCapacity(min(limit, count))
        for chunk in chunks where keys.count < limit { keys += chunk.prefix(limit - keys.count) }
        return keys
    }

    /// The position of a row, or where it belongs: after all that precede it.
    struct Place {
        fileprivate let chunk: Int
        fileprivate let index: Int
        let position: Int
        /// The key there; nil at the end.
        let key: ObjectKey?
    }

    /// The place after all rows for which `isBefore` holds, which come first.
    ///
    /// - Complexity: O(log count) comparisons, and O(count / 512).
    func place(behind isBefore: (ObjectKey) throws(FormatError) -> Bool) throws(FormatError) -> Place {
        var (low, high) = (0, chunks.count)
        while low < high {
            let middle = (low + high) / 2
            if try isBefore(chunks[middle][0]) { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return Place(chunk: 0, index: 0, position: 0, key: chunks.first?.first) }
        let chunk = low - 1
        (low, high) = (1, chunks[chunk].count)
        while low < high {
            let middle = (low + high) / 2
            if try isBefore(chunks[chunk][middle]) { low = middle + 1 } else { high = middle }
        }
        let position = chunks[..<chunk].reduce(low) { $0 + $1.count }
        let key =
            low < chunks[chunk].count
            ? chunks[chunk][low] : chunk + 1 < chunks.count ? chunks[chunk + 1][0] : nil
        return Place(chunk: chunk, index: low, position: position, key: key)
    }

    private func find(_ position: Int) -> (chunk: Int, index: Int) {
        var rest = position
        for (number, chunk) in chunks.enumerated() {
            if rest < chunk.count { return (number, rest) }
            rest -= chunk.count
        }
        return (chunks.count, rest)
    }

    subscript(position: Int) -> ObjectKey {
        let (chunk, index) = find(position)
        return chunks[chunk][index]
    }

    mutating func remove(at position: Int) {
        let (chunk, index) = find(position)
        chunks[chunk].remove(at: index)
        if chunks[chunk].isEmpty { chunks.remove(at: chunk) }
        count -= 1
    }

    mutating func insert(_ key: ObjectKey, at position: Int) {
        count += 1
        var (chunk, index) = find(position)
        if chunk == chunks.count {
            guard chunk > 0 else {
                chunks = [[key]]
                return
            }
            (chunk, index) = (chunk - 1, chunks[chunk - 1].count)
        }
        chunks[chunk].insert(key, at: index)
        guard chunks[chunk].count > RowList.chunkCapacity else { return }
        let half = chunks[chunk].count / 2
        chunks.insert(Array(chunks[chunk][half...]), at: chunk + 1)
        chunks[chunk].removeSubrange(half...)
    }
}
