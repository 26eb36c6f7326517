import Foundation

/// Turns the values that an engine has read into the case's result, in the same way for all engines.
enum CaseResult {
    /// A row of the scan.
    static func row(id: Int, name: String, age: Int, score: Double, born: Date) -> RowHash {
        var row = RowHash()
        row.mix(id)
        row.mix(name)
        row.mix(age)
        row.mix(score)
        // Whole milliseconds: the precision of dates that all engines keep.
        row.mix(Int((born.timeIntervalSince1970 * 1000).rounded()))
        return row
    }

    /// A row found by its primary key.
    static func row(big: Int) -> RowHash {
        var row = RowHash()
        row.mix(big)
        return row
    }

    /// Sum and maximum of a column.
    static func aggregate(sum: Int, maximum: Int) -> UInt64 {
        var row = RowHash()
        row.mix(sum)
        row.mix(maximum)
        return row.value
    }
}
