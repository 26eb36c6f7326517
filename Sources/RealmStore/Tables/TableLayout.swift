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

    /// How many a new table has.
    static let count = 14
    package static let validCounts = 12...14
    /// Those that hold refs; the others hold numbers, or nothing.
    static let refs: Set<Int> = [spec, clusters, indexes, oppositeTables, oppositeColumns, collisions, tombstones]
    /// What there is of each column beside the spec.
    static let columnParts = [indexes, oppositeTables, oppositeColumns]
}
