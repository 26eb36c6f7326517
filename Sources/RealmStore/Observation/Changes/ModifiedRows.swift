/// The modified rows: found all at once if few links lead to touched objects, else checked one by one.
struct ModifiedRows {
    private var check: ModificationCheck
    /// All modified objects of the class, ascending; nil if they are checked one by one.
    let keys: [ObjectKey]?
    private let set: ObjectKeySet

    /// - Parameter count: the number of rows.
    init(_ check: ModificationCheck, among count: Int) throws(FormatError) {
        self.check = check
        keys = try self.check.modified(limit: 2 * count + 1000)
        set = ObjectKeySet(keys ?? [])
    }

    var isEmpty: Bool { keys?.isEmpty ?? false }

    mutating func contains(_ key: ObjectKey) throws(FormatError) -> Bool {
        keys == nil ? try check.isModified(key) : set.contains(key)
    }

    /// Positions of the modified ones of all rows.
    mutating func positions(in rows: some Sequence<ObjectKey>) throws(FormatError) -> PositionSet {
        var positions = PositionSet()
        if isEmpty { return positions }
        for (position, key) in rows.enumerated() where try contains(key) { positions.append(position..<position + 1) }
        return positions
    }
}
