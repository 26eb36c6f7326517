/// What becomes of the objects that a query finds.
enum ResultStep: Hashable, Sendable {
    case sort([SortOrder])
    /// Keeps the first of all objects with the same values at these paths.
    case distinct([PropertyPath])
    case limit(Int)
}

/// Sorting by the value at the end of a path.
struct SortOrder: Hashable, Sendable {
    var path: PropertyPath
    var ascending: Bool

    init(_ path: PropertyPath, ascending: Bool = true) {
        self.path = path
        self.ascending = ascending
    }
}

/// Steps made ready for the objects of one class in one version: to order, thin out and cut what a query found.
///
/// Source: file format, search index and queries, "Sort, distinct, limit".
final class ResultSteps {
    private enum Step {
        case sort([(path: SortPath, ascending: Bool)])
        case distinct([SortPath])
        case limit(Int)
    }

    private let steps: [Step]
    /// Keeps the version readable.
    private let context: QueryContext

    /// - Parameter rules: with `sdkRules` paths that end in data or a link are refused.
    init(
        _ steps: [ResultStep], on table: Table, in context: QueryContext, rules: ComparisonOptions = []
    ) throws(QueryError) {
        self.context = context
        var made: [Step] = []
        for step in steps {
            switch step {
            case .sort(let orders):
                var paths: [(path: SortPath, ascending: Bool)] = []
                for order in orders {
                    paths.append((try SortPath(order.path, "sort", on: table, in: context, rules), order.ascending))
                }
                if !paths.isEmpty { made.append(.sort(paths)) }
            case .distinct(let given):
                var paths: [SortPath] = []
                for path in given { paths.append(try SortPath(path, "distinct", on: table, in: context, rules)) }
                if !paths.isEmpty { made.append(.distinct(paths)) }
            case .limit(let count): made.append(.limit(max(0, count)))
            }
        }
        self.steps = made
    }

    /// The objects after all steps, in their order.
    ///
    /// - Complexity: O(count * log count) for each sort and distinct
    func apply(to keys: [ObjectKey]) throws(FormatError) -> [ObjectKey] {
        var keys = keys
        for step in steps {
            switch step {
            case .sort(let orders): keys = try ResultSteps.sorted(keys, orders)
            case .distinct(let paths): keys = try ResultSteps.distinct(keys, paths)
            case .limit(let count): keys = Array(keys.prefix(count))
            }
        }
        return keys
    }

    private static func sorted(
        _ keys: [ObjectKey], _ orders: [(path: SortPath, ascending: Bool)]
    ) throws(FormatError) -> [ObjectKey] {
        var columns: [(values: SortValues, ascending: Bool)] = []
        for order in orders { columns.append((try SortValues(keys, order.path), order.ascending)) }
        var positions = Array(keys.indices)
        positions.sort { first, second in
            for (values, ascending) in columns {
                let order = values.compare(first, second)
                if order != 0 { return (order < 0) == ascending }
            }
            return first < second
        }
        return positions.map { keys[$0] }
    }

    /// Objects whose path is cut by a null link are dropped.
    private static func distinct(_ keys: [ObjectKey], _ paths: [SortPath]) throws(FormatError) -> [ObjectKey] {
        var columns: [SortValues] = []
        for path in paths { columns.append(try SortValues(keys, path)) }
        func order(_ first: Int, _ second: Int) -> Int {
            for values in columns {
                let order = values.compare(first, second)
                if order != 0 { return order }
            }
            return 0
        }
        var positions = keys.indices.filter { position in columns.allSatisfy { !$0.isCut(position) } }
        positions.sort { first, second in
            let order = order(first, second)
            return order == 0 ? first < second : order < 0
        }
        var kept: [Int] = []
        for position in positions {
            if let last = kept.last, order(last, position) == 0 { continue }
            kept.append(position)
        }
        return kept.sorted().map { keys[$0] }
    }
}
