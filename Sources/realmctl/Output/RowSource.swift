import Foundation
import RealmTools

/// The rows of an answer: objects, or groups of them.
protocol RowSource {
    var columns: [String] { get }
    /// The positions of columns whose values are bytes, written in base64.
    var binaryColumns: Set<Int> { get }

    /// Calls `body` with the cells of each row as JSON texts in UTF-8, and returns the number of rows.
    func forEachRow(
        values: RealmExporter.ValueStyle, offset: Int, limit: Int?, _ body: (_ cells: [Data]) throws -> Void
    ) throws -> Int
}

extension RowExporter: RowSource {}
