import BenchmarkData

/// The data to write.
struct WritingWork {
    let rows: RowSet
    /// The rows themselves, so that making them is not measured.
    let values: [RowValues]
    /// The primary keys of the rows that small commits change, one each.
    let committedIDs: [Int]

    /// The primary keys of every third row.
    let deletedIDs: [Int]

    init(rows: RowSet, committedIDs: [Int]) {
        self.rows = rows
        self.committedIDs = committedIDs
        values = (0..<rows.count).map { rows[$0] }
        deletedIDs = stride(from: 0, to: rows.count, by: 3).map { Int(rows.id(at: $0)) }
    }

    /// The primary keys of all rows.
    var allIDs: [Int] { (0..<rows.count).map { Int(rows.id(at: $0)) } }
}
