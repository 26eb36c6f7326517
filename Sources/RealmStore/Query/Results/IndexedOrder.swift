/// Objects of a class in the order of a text with a search index, which already has that order.
struct IndexedOrder {
    private let table: Table
    private let column: Column

    /// For fewer objects than this share of the class, reading the texts is faster.
    private static let worthwhileShare = 4

    /// - Returns: nil for a path that does not end at such a text of the objects themselves.
    init?(_ path: SortPath) {
        guard let number = path.ownColumn else { return nil }
        (table, column) = (path.start.table, path.start.column(number))
        guard column.type == .string, column.isIndexed, column.collection == nil else { return nil }
    }

    /// The keys in the order of the texts; equal ones ascend.
    ///
    /// - Parameters:
    ///   - keys: keys of objects of the class.
    ///   - leading: so many are needed, and of all objects of the class no more are read.
    /// - Returns: nil if they do not ascend, or the index does not help.
    /// - Complexity: O(objects of the class); O(leading), and the values of the first four bytes, for all of them.
    func sorted(_ keys: [ObjectKey], ascending: Bool, leading: Int) throws(FormatError) -> [ObjectKey]? {
        let count = try table.objects().count
        guard keys.count >= count / IndexedOrder.worthwhileShare, keys.ascend,
            let order = try IndexOrder(
                column, of: table, ascending: ascending, leading: keys.count == count ? leading : .max)
        else { return nil }
        if keys.count == count { return order.keys }
        let wanted = ObjectKeySet(keys)
        let sorted = order.keys.filter { wanted.contains($0) }
        return sorted.count == keys.count ? sorted : nil
    }
}
