/// Slots of a table's array.
///
/// Source: file-format/tables.md, "The table array".
package enum TableLayout {
    package static let spec = 0, clusters = 2, key = 3, indexes = 4
    static let removedColumns = 5
    package static let contentVersion = 6, oppositeTables = 7, oppositeColumns = 8
    static let nextNumber = 9, collisions = 10
    package static let primaryKey = 11, flags = 12
    static let tombstones = 13
    /// Empty in every file.
    package static let unused = 1

    /// The number of slots of a new table.
    static let count = 14
    package static let validCounts = 12...14
    /// The slots with refs; the others hold numbers, or are empty.
    static let refs: Set<Int> = [spec, clusters, indexes, oppositeTables, oppositeColumns, collisions, tombstones]
    /// The parts of each column outside the spec.
    static let columnParts = [indexes, oppositeTables, oppositeColumns]
}
