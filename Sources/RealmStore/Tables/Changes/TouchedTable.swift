/// The touched objects of one table according to changesets.
///
/// An object that was created and removed again does not count. One that was removed and replaced by a new object with
/// its key is in both sets.
struct TouchedTable: Sendable {
    private(set) var created: Set<ObjectKey> = []
    private(set) var removed: Set<ObjectKey> = []
    /// The columns that were set, or had elements changed, for the objects that existed before and still do.
    private var marks: [ObjectKey: ColumnMarks] = [:]
    /// The columns that the marks refer to.
    private var columns: [ColumnKey] = []
    private(set) var addedColumns: Set<ColumnKey> = []
    private(set) var removedColumns: Set<ColumnKey> = []

    /// True if no object was touched.
    var isUntouched: Bool { created.isEmpty && removed.isEmpty && marks.isEmpty }

    /// The number of modified objects.
    var modifiedCount: Int { marks.count }

    /// The modified objects, in no order.
    var modified: some Collection<ObjectKey> { marks.keys }

    func isModified(_ key: ObjectKey) -> Bool { marks[key] != nil }

    func isModified(_ key: ObjectKey, _ column: ColumnKey) -> Bool {
        guard let marks = marks[key], let number = columns.firstIndex(of: column) else { return false }
        return marks.contains(number)
    }

    /// The modified objects whose given column was touched, in no order.
    func modified(_ column: ColumnKey) -> [ObjectKey] {
        guard let number = columns.firstIndex(of: column) else { return [] }
        return marks.lazy.filter { $0.value.contains(number) }.map(\.key)
    }

    /// The touched columns of a modified object.
    func columns(of key: ObjectKey) -> Set<ColumnKey> {
        guard let marks = marks[key] else { return [] }
        return Set(columns.indices.lazy.filter { marks.contains($0) }.map { columns[$0] })
    }

    // MARK: Changes

    mutating func create(_ key: ObjectKey) { created.insert(key) }

    mutating func remove(_ key: ObjectKey) {
        if created.remove(key) == nil { removed.insert(key) }
        marks[key] = nil
    }

    mutating func modify(_ key: ObjectKey, _ column: ColumnKey) {
        if !created.isEmpty, created.contains(key) { return }
        marks[key, default: ColumnMarks()].insert(number(of: column))
    }

    private mutating func number(of column: ColumnKey) -> Int {
        if let number = columns.firstIndex(of: column) { return number }
        columns.append(column)
        return columns.count - 1
    }

    mutating func add(_ column: ColumnKey) { addedColumns.insert(column) }

    mutating func remove(_ column: ColumnKey) {
        if addedColumns.remove(column) == nil { removedColumns.insert(column) }
    }
}

/// A set of columns, by their numbers in a table.
private struct ColumnMarks {
    private var first: UInt64 = 0
    private var others: [UInt64] = []

    mutating func insert(_ number: Int) {
        if number < 64 {
            first |= 1 << UInt64(number)
            return
        }
        let word = number / 64 - 1
        while others.count <= word { others.append(0) }
        others[word] |= 1 << UInt64(number % 64)
    }

    func contains(_ number: Int) -> Bool {
        if number < 64 { return (first >> UInt64(number)) & 1 == 1 }
        let word = number / 64 - 1
        return word < others.count && (others[word] >> UInt64(number % 64)) & 1 == 1
    }
}
