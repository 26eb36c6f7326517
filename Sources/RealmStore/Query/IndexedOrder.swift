/// All objects of a class in the order of a text with a search index, of which only the distinct texts are read.
struct IndexedOrder {
    private let cursor: ClusterCursor
    private let column: Int

    /// Objects that have the same text, in the order of their keys.
    private typealias Group = Range<Int>

    /// With fewer objects to a text, on the average, it is quicker to read them one after the other.
    private static let worthwhileShare = 4

    /// - Returns: nil for a path that does not end at such a text of the objects themselves.
    init?(_ path: SortPath) {
        guard let column = path.ownColumn else { return nil }
        let described = path.start.column(column)
        guard described.type == .string, described.isIndexed, described.collection == nil else { return nil }
        cursor = path.start
        self.column = column
    }

    /// The keys of all objects in the order of the texts; equal ones ascend.
    ///
    /// - Parameter keys: objects of the class.
    /// - Returns: nil if these are not all, or the index is of no help.
    /// - Complexity: O(count), and O(texts * log texts)
    func sorted(_ keys: [ObjectKey], ascending: Bool) throws(FormatError) -> [ObjectKey]? {
        guard try keys.count == cursor.table.objects().count, IndexedOrder.ascend(keys[...]),
            let index = try IndexGroups(
                cursor.column(column).indexRoot, limit: keys.count / IndexedOrder.worthwhileShare,
                in: cursor.table.space)
        else { return nil }
        var found: [ObjectKey] = []
        found.reserveCapacity(keys.count)
        var groups: [Group] = []
        var nulls: Group?
        var texts = TextRanks()
        for matches in index.groups {
            let first = found.count
            try matches.forEach { found.append($0) }
            if !IndexedOrder.ascend(found[first...]) { found[first...].sort() }
            guard first < found.count, let row = try cursor.seek(found[first]) else { return nil }
            guard let text = try cursor.leaf(column).string?.bytes(row) else {
                guard nulls == nil else { return nil }
                nulls = first..<found.count
                continue
            }
            // Texts of one beginning may share a list if they are long.
            guard text.count < IndexData.maximumOffset, texts.number(of: text) == groups.count else { return nil }
            groups.append(first..<found.count)
        }
        guard found.count == keys.count else { return nil }
        var order = [Group](repeating: 0..<0, count: groups.count)
        for (number, rank) in texts.ranks().enumerated() { order[Int(rank)] = groups[number] }
        if let nulls { order.insert(nulls, at: 0) }
        if !ascending { order.reverse() }
        return order.flatMap { found[$0] }
    }

    private static func ascend(_ keys: ArraySlice<ObjectKey>) -> Bool {
        for index in keys.indices.dropFirst() where keys[index - 1] >= keys[index] { return false }
        return true
    }
}
