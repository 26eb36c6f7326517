import Foundation
import RealmTools

/// The groups of a query as rows: the values in common, the number of objects if it is wanted, the aggregates.
struct GroupRows: RowSource {
    private let groups: RowGroups
    private let showsCount: Bool
    private let order: [RowOrder]
    let columns: [String]

    /// A column by which rows are sorted.
    private struct RowOrder {
        let column: Int
        let isDescending: Bool
        /// Whether texts of numbers, as those of decimals are, count as numbers.
        let isComputed: Bool

        func isBefore(_ left: Data, _ right: Data) -> Bool? {
            let (first, second) = (
                CellOrder(left, isComputed: isComputed), CellOrder(right, isComputed: isComputed)
            )
            if first < second { return !isDescending }
            return second < first ? isDescending : nil
        }
    }

    var binaryColumns: Set<Int> { groups.binaryPaths }

    /// - Parameters:
    ///   - sort: names of columns, with `-` for the greatest first; in the order of the values in common without.
    /// - Throws: a failure for a name that is no column.
    init(
        _ groups: RowGroups, showsCount: Bool, aggregates: [RowGroups.Aggregate], sort: [String]?
    ) throws {
        self.groups = groups
        self.showsCount = showsCount
        let columns =
            groups.paths + (showsCount ? ["count"] : [])
            + aggregates.map { "\($0.operation.rawValue)(\($0.property))" }
        self.columns = columns
        order = try (sort ?? groups.paths).map { name in
            let isDescending = sort != nil && name.hasPrefix("-")
            let plain = isDescending ? String(name.dropFirst()) : name
            guard let column = columns.firstIndex(of: plain) else {
                let known = columns.joined(separator: ", ")
                throw Failure.usage("With --group-by, rows are sorted by its columns: \(known); not '\(plain)'.")
            }
            return RowOrder(
                column: column, isDescending: isDescending, isComputed: column >= groups.paths.count)
        }
    }

    func forEachRow(
        values: RealmExporter.ValueStyle, offset: Int, limit: Int?, _ body: (_ cells: [Data]) throws -> Void
    ) throws -> Int {
        let rows = try groups.groups(values: values).map { group in
            let counts = showsCount ? [Data("\(group.count)".utf8)] : []
            return group.values + counts + group.aggregates.map { Data(QueryCommand.json($0).text.utf8) }
        }
        let sorted = rows.sorted { left, right in
            order.lazy.compactMap { $0.isBefore(left[$0.column], right[$0.column]) }.first ?? false
        }
        let cut = sorted.dropFirst(offset).prefix(limit ?? .max)
        for row in cut { try body(row) }
        return cut.count
    }
}

/// The order of cells: null, false and true, numbers by size, texts by their bytes, then everything else.
private enum CellOrder {
    case null
    case bool(Bool)
    case number(Decimal)
    case text(String)
    case other(String)

    init(_ json: Data, isComputed: Bool) {
        let text = String(decoding: json, as: UTF8.self)
        switch text {
        case "null": self = .null
        case "false": self = .bool(false)
        case "true": self = .bool(true)
        default:
            if text.hasPrefix("\"") {
                let plain = QueryOutput.plain(json)
                let number = isComputed ? Decimal(string: plain) : nil
                self = number.map(CellOrder.number) ?? .text(plain)
            } else if let number = Decimal(string: text) {
                self = .number(number)
            } else {
                self = .other(text)
            }
        }
    }

    private var rank: Int {
        switch self {
        case .null: 0
        case .bool: 1
        case .number: 2
        case .text: 3
        case .other: 4
        }
    }

    static func < (left: CellOrder, right: CellOrder) -> Bool {
        switch (left, right) {
        case (.bool(let left), .bool(let right)): !left && right
        case (.number(let left), .number(let right)): left < right
        case (.text(let left), .text(let right)), (.other(let left), .other(let right)):
            left.utf8.lexicographicallyPrecedes(right.utf8)
        default: left.rank < right.rank
        }
    }
}
