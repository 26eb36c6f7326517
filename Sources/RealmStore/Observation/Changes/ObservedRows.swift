/// Objects that a query finds: all of a class, or of a collection, filtered, sorted, deduplicated, limited.
///
/// - Complexity: for all objects of a class O(touched · log count). For rows that depend only on the objects' own
///   properties, and are not distinct, O(touched · log count), plus O(count / 512) for each; else that of the query.
///   With many links from rows to touched objects, up to O(count · links of each).
struct ObservedRows: ObservedPositions {
    private var recipe: RowRecipe
    private let filter: KeyPathFilter
    private var state = State.whole

    private enum State {
        /// All objects of the class, from the tree of its objects.
        case whole
        case kept(KeptRows)
        case found([ObjectKey])
    }

    init(_ recipe: RowRecipe, _ filter: KeyPathFilter) {
        self.recipe = recipe
        self.filter = filter
    }

    mutating func begin(in session: Session) throws {
        move(to: session)
        if recipe.isWhole {
            state = .whole
        } else if let kept = try KeptRows(recipe, in: session) {
            state = .kept(kept)
        } else {
            state = .found(try recipe.keys(in: session))
        }
    }

    private mutating func move(to session: Session) {
        if let source = recipe.source { recipe.source = source.moved(to: session) ?? NoObjects() }
    }

    mutating func change(from old: Session, to new: Session, _ touched: TouchedObjects) throws -> CollectionChange? {
        move(to: new)
        if touched.isEmpty { return nil }
        guard let table = new.group.table(recipe.table) else { return try allGone(old) }
        let check = ModificationCheck(filter, recipe.table, touched, in: new.group)
        let changes: PositionChanges
        switch state {
        case .whole:
            changes = try ObservedRows.changes(of: old.group.table(recipe.table), table, touched[recipe.table], check)
        case .kept(var kept):
            // Otherwise each change would copy the list.
            state = .whole
            defer { state = .kept(kept) }
            changes = try ObservedRows.changes(of: &kept, from: old, to: new, touched[recipe.table], check)
        case .found(let keys):
            let found = try recipe.keys(in: new)
            changes = try ObservedRows.difference(keys, found, touched[recipe.table], check, areInOrder: areInOrder)
            state = .found(found)
        }
        return changes.isEmpty ? nil : CollectionChange(changes)
    }

    /// The rows are always in the order of their keys.
    private var areInOrder: Bool {
        recipe.source == nil && recipe.steps.allSatisfy { if case .sort = $0 { false } else { true } }
    }

    /// The table was removed.
    private mutating func allGone(_ old: Session) throws -> CollectionChange? {
        let count: Int
        switch state {
        case .whole: count = try old.group.table(recipe.table)?.objects().count ?? 0
        case .kept(let kept): count = min(kept.list.count, kept.limit ?? .max)
        case .found(let keys): count = keys.count
        }
        state = .found([])
        return CollectionChange(goneWith: count)
    }

    // MARK: Kinds of rows

    private static func difference(
        _ old: [ObjectKey], _ new: [ObjectKey], _ touched: TouchedTable?, _ check: ModificationCheck, areInOrder: Bool
    ) throws(FormatError) -> PositionChanges {
        var modified = try ModifiedRows(check, among: new.count)
        let removed = touched?.removed ?? []
        let rows = old.map { removed.contains($0) ? nil : $0.value }
        let areModified = !modified.isEmpty
        return try RowDifference(rows, new.map(\.value), areInOrder: areInOrder) { (row) throws(FormatError) in
            areModified ? try modified.contains(ObjectKey(row)) : false
        }.changes
    }

    /// For all objects of a class.
    private static func changes(
        of old: Table?, _ new: Table, _ touched: TouchedTable?, _ check: ModificationCheck
    ) throws(FormatError) -> PositionChanges {
        let (before, after) = (try old?.objects(), try new.objects())
        var changes = PositionChanges()
        if let touched, let before {
            changes.deletions = PositionSet(try before.positions(of: touched.removed.sorted()).compactMap { $0 })
        }
        if let touched {
            changes.insertions = PositionSet(try after.positions(of: touched.created.sorted()).compactMap { $0 })
        }
        guard (before?.count ?? 0) - changes.deletions.count + changes.insertions.count == after.count else {
            // The history does not belong to these versions.
            var rows: [ObjectKey] = []
            if let old { rows = try WholeClass.keys(of: old) }
            return try difference(rows, WholeClass.keys(of: new), touched, check, areInOrder: true)
        }
        var modified = try ModifiedRows(check, among: after.count)
        let created = touched?.created ?? []
        if let keys = modified.keys {
            let kept = created.isEmpty ? keys : keys.filter { !created.contains($0) }
            changes.modifications = PositionSet(try after.positions(of: kept).compactMap { $0 })
        } else {
            var position = 0
            try after.forEachLeaf { (leaf) throws(FormatError) in
                for row in 0..<leaf.count {
                    let key = leaf.key(row)
                    if !created.contains(key), try modified.contains(key) {
                        changes.modifications.append(position..<position + 1)
                    }
                    position += 1
                }
            }
        }
        return changes
    }

    /// For rows that are kept in order.
    private static func changes(
        of kept: inout KeptRows, from old: Session, to new: Session, _ touched: TouchedTable?,
        _ check: ModificationCheck
    ) throws -> PositionChanges {
        if let limit = kept.limit {
            let before = kept.list.prefix(limit)
            _ = try kept.advance(from: old, to: new, touched)
            return try difference(before, kept.list.prefix(limit), touched, check, areInOrder: kept.areInOrder)
        }
        let before = kept.list
        guard let step = try kept.advance(from: old, to: new, touched) else {
            return try difference(
                before.prefix(.max), kept.list.prefix(.max), touched, check, areInOrder: kept.areInOrder)
        }
        var changes = step.changes
        var modified = try ModifiedRows(check, among: kept.list.count)
        if let keys = modified.keys, keys.count <= kept.list.count / 8 + 100 {
            changes.modifications = try kept.positions(of: keys, in: new)
        } else {
            changes.modifications = try modified.positions(in: kept.list.prefix(.max))
        }
        let inserted = changes.modifications.positions.filter { changes.insertions.contains($0) }
        if !inserted.isEmpty { changes.modifications = changes.modifications.subtracting(inserted) }
        if !kept.areInOrder {
            let moves = RowMoves(step.runs, modified: changes.modifications)
            changes.add(removed: moves.removed, added: moves.added)
        }
        return changes
    }
}

/// Replaces a collection that is gone.
private struct NoObjects: ObjectKeySource {
    func objectKeys() throws(FormatError) -> [ObjectKey] { [] }
    var isGone: Bool { true }
    func moved(to target: Session) -> (any ObjectKeySource)? { self }
}
