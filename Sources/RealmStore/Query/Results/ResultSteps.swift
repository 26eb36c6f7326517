/// A step applied to the objects that a query finds.
enum ResultStep: Hashable, Sendable {
    case sort([SortOrder])
    /// Keeps the first of all objects with the same values at these paths.
    case distinct([PropertyPath])
    case limit(Int)
}

extension ResultStep {
    /// Whether all rows are left, in whatever order.
    var isSort: Bool { if case .sort = self { true } else { false } }

    /// A readable form of the step.
    var text: String {
        switch self {
        case .sort(let orders):
            "sort by " + orders.map { ($0.ascending ? "" : "-") + $0.path.text }.joined(separator: ", ")
        case .distinct(let paths): "distinct by " + paths.map(\.text).joined(separator: ", ")
        case .limit(let count): "limit \(count)"
        }
    }
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

/// Steps prepared for the objects of one class in one version: sorting, deduplicating and limiting the results of a
/// query.
///
/// Source: file-format/queries.md, "Sort, distinct, limit".
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
    /// - Parameter share: which are needed: the others may be left out.
    /// - Complexity: O(count) for each sort and distinct by numbers, dates and texts, else O(count * log count)
    func apply(to keys: [ObjectKey], _ share: RowShare = .all) throws(FormatError) -> [ObjectKey] {
        var keys = keys
        for (step, share) in zip(steps, needs(share)) {
            switch step {
            case .sort(let orders): keys = try ResultSteps.sorted(keys, orders, share)
            case .distinct(let paths): keys = try ResultSteps.distinct(keys, paths)
            case .limit(let count): keys = Array(keys.prefix(count))
            }
        }
        return keys
    }

    /// The first of all objects of the class, if an index has them in the order of the only step; else nil.
    func ofClass(_ share: RowShare) throws(FormatError) -> [ObjectKey]? {
        guard case .leading(let count) = share, steps.count == 1, case .sort(let orders) = steps[0], orders.count == 1
        else { return nil }
        return try IndexedOrder(orders[0].path)?.leading(count, ascending: orders[0].ascending)
    }

    /// The rows that each step must leave, for these after the last one.
    private func needs(_ share: RowShare) -> [RowShare] {
        var need = share
        var needs: [RowShare] = []
        for step in steps.reversed() {
            needs.append(need)
            if case .limit(let count) = step { need = need.limited(to: count) } else { need = .all }
        }
        return needs.reversed()
    }

    /// For more than this share of the rows, all are sorted.
    private static let worthwhileShare = 8

    /// By the last order first: the sort is stable.
    ///
    /// - Parameter share: which are needed; few are found without sorting the others.
    private static func sorted(
        _ keys: [ObjectKey], _ orders: [(path: SortPath, ascending: Bool)], _ share: RowShare
    ) throws(FormatError) -> [ObjectKey] {
        guard keys.count > 1 else { return keys }
        if orders.count == 1, let indexed = IndexedOrder(orders[0].path),
            let sorted = try indexed.sorted(keys, ascending: orders[0].ascending)
        {
            return sorted
        }
        if let count = share.count, count < keys.count / worthwhileShare {
            // The last ones lead the opposite order, with all that equal the first of them.
            let near = try SortColumn(keys, orders[0].path, isCoarse: true)
                .leading(count, ascending: orders[0].ascending != share.isAtEnd)
            if near.count < keys.count {
                return share.part(of: try sorted(near.map { keys[Int($0)] }, orders, .all))
            }
        }
        var positions = (0..<UInt32(keys.count)).map { $0 }
        for order in orders.reversed() {
            positions = try SortColumn(keys, order.path).sorted(positions, ascending: order.ascending)
        }
        return positions.map { keys[Int($0)] }
    }

    /// Objects whose path ends at a null link are dropped.
    private static func distinct(_ keys: [ObjectKey], _ paths: [SortPath]) throws(FormatError) -> [ObjectKey] {
        var groups = [UInt32](repeating: 0, count: keys.count)
        var isCut = [Bool](repeating: false, count: keys.count)
        for path in paths {
            let column = try SortColumn(keys, path)
            column.split(&groups)
            for position in keys.indices where column.isCut(position) { isCut[position] = true }
        }
        var seen: Set<UInt32> = []
        return keys.indices.filter { !isCut[$0] && seen.insert(groups[$0]).inserted }.map { keys[$0] }
    }
}
