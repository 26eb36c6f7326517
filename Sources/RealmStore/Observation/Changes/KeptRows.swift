/// Rows that depend only on their own properties, kept in order from version to version: only touched objects are
/// tested again, and positioned by binary search.
struct KeptRows {
    private let recipe: RowRecipe
    /// The first has precedence.
    private let orders: [SortOrder]
    /// The number of leading rows shown; nil for all.
    let limit: Int?
    private(set) var list: RowList

    /// - Returns: nil for rows that depend on other objects, or that are deduplicated.
    init?(_ recipe: RowRecipe, in session: Session) throws {
        guard recipe.isLocal, !recipe.isWhole else { return nil }
        var (orders, limit): ([SortOrder], Int?) = ([], nil)
        var sorting = recipe
        sorting.steps = []
        for step in recipe.steps {
            switch step {
            case .sort(let next) where limit == nil:
                orders = next + orders
                sorting.steps.append(step)
            case .limit(let count): limit = min(limit ?? .max, max(0, count))
            default: return nil
            }
        }
        (self.recipe, self.orders, self.limit) = (sorting, orders, limit)
        list = RowList(try sorting.keys(in: session))
    }

    /// True if the rows are in the order of their keys.
    var areInOrder: Bool { orders.isEmpty }

    /// The movement of rows between two versions.
    struct Step {
        var changes = PositionChanges()
        /// The rows that stay, in the form required by `RowMoves`.
        var runs: [RowMoves.Run] = []
    }

    /// The condition and the order in one version.
    private struct Rules {
        let order: RowOrder
        private let query: PreparedQuery?
        private let objects: ClusterTree

        init?(_ recipe: RowRecipe, _ orders: [SortOrder], in session: Session) throws {
            guard let table = session.group.table(recipe.table) else { return nil }
            let context = session.queryContext
            order = try RowOrder(orders, on: table, in: context)
            query = recipe.predicates.isEmpty ? nil : try PreparedQuery(recipe.condition, on: table, in: context)
            objects = try table.objects()
        }

        func matches(_ key: ObjectKey) throws(FormatError) -> Bool {
            if let query { return try query.matches(key) }
            return try objects.find(key) != nil
        }
    }

    /// A touched row.
    private struct Row {
        let key: ObjectKey
        /// Its old or new position.
        let position: Int
        /// The number of untouched rows before it.
        let rank: Int
    }

    /// Moves to another version.
    ///
    /// - Returns: nil if too much was touched for this to be faster, or the objects differ from the reported ones; then
    ///   the rows must be evaluated again.
    mutating func advance(from old: Session, to new: Session, _ touched: TouchedTable?) throws -> Step? {
        guard let touched else { return Step(runs: [RowMoves.Run(old: 0, new: 0, count: list.count)]) }
        let count = touched.created.count + touched.removed.count + touched.modifiedCount
        guard count <= list.count / 4 + 100, let before = try Rules(recipe, orders, in: old),
            let after = try Rules(recipe, orders, in: new), let outgoing = try takeOut(touched, before)
        else {
            list = RowList(try recipe.keys(in: new))
            return nil
        }
        let incoming = try putIn(touched, after)
        let stays = Set(outgoing.map(\.key)).intersection(incoming.map(\.key)).subtracting(touched.created)
        var step = Step()
        step.changes.deletions = PositionSet(outgoing.lazy.filter { !stays.contains($0.key) }.map(\.position))
        step.changes.insertions = PositionSet(incoming.lazy.filter { !stays.contains($0.key) }.map(\.position))
        step.runs = KeptRows.runs(
            outgoing.filter { stays.contains($0.key) }, incoming.filter { stays.contains($0.key) },
            untouched: list.count - incoming.count)
        return step
    }

    /// Removes the touched rows, given in their order.
    private mutating func takeOut(_ touched: TouchedTable, _ rules: Rules) throws(FormatError) -> [Row]? {
        var positions: [(key: ObjectKey, position: Int)] = []
        for key in Array(touched.removed) + Array(touched.modified) where try rules.matches(key) {
            guard let position = try position(of: key, rules.order) else { return nil }
            positions.append((key, position))
        }
        positions.sort { $0.position < $1.position }
        for row in positions.reversed() { list.remove(at: row.position) }
        return positions.enumerated().map { Row(key: $1.key, position: $1.position, rank: $1.position - $0) }
    }

    /// Adds the touched rows, given in their order.
    private mutating func putIn(_ touched: TouchedTable, _ rules: Rules) throws(FormatError) -> [Row] {
        var rows: [RowOrder.Row] = []
        for key in Array(touched.created) + Array(touched.modified) where try rules.matches(key) {
            rows.append(try rules.order.row(key))
        }
        rows.sort { rules.order.isBefore($0, $1) }
        var found: [Row] = []
        for (index, row) in rows.enumerated() {
            let place = try list.place { (key) throws(FormatError) in try rules.order.isBefore(key, row) }
            found.append(Row(key: row.key, position: place.position + index, rank: place.position))
        }
        for row in found.reversed() { list.insert(row.key, at: row.rank) }
        return found
    }

    private func position(of key: ObjectKey, _ order: RowOrder) throws(FormatError) -> Int? {
        let row = try order.row(key)
        let place = try list.place { (other) throws(FormatError) in try order.isBefore(other, row) }
        return place.key == key ? place.position : nil
    }

    /// The positions of the objects that are rows, ascending.
    func positions(of keys: [ObjectKey], in session: Session) throws -> PositionSet {
        guard !keys.isEmpty, let rules = try Rules(recipe, orders, in: session) else { return PositionSet() }
        var positions: [Int] = []
        for key in keys {
            // One that is not a row may have no position.
            if try !areInOrder && !rules.matches(key) { continue }
            if let position = try position(of: key, rules.order) { positions.append(position) }
        }
        return PositionSet(positions.sorted())
    }

    /// The rows that stay, as runs: untouched rows between old or new positions of touched ones.
    private static func runs(_ before: [Row], _ after: [Row], untouched: Int) -> [RowMoves.Run] {
        var cuts = Set(before.map(\.rank)).union(after.map(\.rank))
        cuts.insert(untouched)
        let ends = cuts.sorted()
        /// Calls `body` with each piece of untouched rows, by its first, and each touched row, in their order.
        func forEach(_ rows: [Row], _ body: (_ start: Int, _ count: Int, _ touched: ObjectKey?) -> Void) {
            var (next, start) = (0, 0)
            for end in ends {
                if end > start { body(start, end - start, nil) }
                start = end
                while next < rows.count, rows[next].rank == end {
                    body(end, 1, rows[next].key)
                    next += 1
                }
            }
        }
        var (touched, untouchedPlaces): ([ObjectKey: Int], [Int: Int]) = ([:], [:])
        var place = 0
        forEach(after) { start, count, key in
            if let key { touched[key] = place } else { untouchedPlaces[start] = place }
            place += count
        }
        var runs: [RowMoves.Run] = []
        place = 0
        forEach(before) { start, count, key in
            let new = (key.map { touched[$0] } ?? untouchedPlaces[start]) ?? 0
            if let last = runs.last, last.new + last.count == new {
                runs[runs.count - 1].count += count
            } else {
                runs.append(RowMoves.Run(old: place, new: new, count: count))
            }
            place += count
        }
        return runs
    }
}
