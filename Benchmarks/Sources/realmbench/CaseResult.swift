import Foundation

/// Turns what an engine has read into the number that a case returns, the same for all engines.
enum CaseResult {
    /// A row of the scan.
    static func row(id: Int, name: String, age: Int, score: Double, born: Date) -> RowHash {
        var row = RowHash()
        row.mix(id)
        row.mix(name)
        row.mix(age)
        row.mix(score)
        // Dates count in floating point: whole milliseconds are what all engines keep.
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
