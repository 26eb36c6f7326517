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
    /// - Parameter keys: keys of objects of the class.
    /// - Returns: nil if they do not ascend, or the index does not help.
    /// - Complexity: O(objects of the class)
    func sorted(_ keys: [ObjectKey], ascending: Bool) throws(FormatError) -> [ObjectKey]? {
        let count = try table.objects().count
        guard keys.count >= count / IndexedOrder.worthwhileShare, keys.ascend,
            let order = try IndexOrder(column, of: table, ascending: ascending)
        else { return nil }
        if keys.count == count { return order.keys }
        let wanted = ObjectKeySet(keys)
        let sorted = order.keys.filter { wanted.contains($0) }
        return sorted.count == keys.count ? sorted : nil
    }
    /// The first of all objects of the class in the order of the texts, `count` if there are so many.
    ///
    /// - Returns: nil if the index does not help, or names objects that do not exist, or one twice.
    /// - Complexity: O(count * log n) of n objects, and O(m) for m texts that differ in their first four bytes
    func leading(_ count: Int, ascending: Bool) throws(FormatError) -> [ObjectKey]? {
        guard let order = try IndexOrder(column, of: table, ascending: ascending, leading: count) else { return nil }
        let objects = try table.objects()
        for key in order.keys { guard try objects.find(key) != nil else { return nil } }
        return order.keys.sorted().ascend ? order.keys : nil
    }
}
