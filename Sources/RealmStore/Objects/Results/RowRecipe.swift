/// The definition of rows of objects, for any version: the class or a collection, conditions, and further steps.
struct RowRecipe {
    let table: TableKey
    /// Nil for all objects of the class.
    var source: (any ObjectKeySource)?
    let predicates: [Predicate]
    var steps: [ResultStep]

    /// All conditions as one.
    var condition: Predicate { predicates.count == 1 ? predicates[0] : .and(predicates) }

    /// True if all objects of the class are rows.
    var isWhole: Bool { source == nil && predicates.isEmpty && steps.isEmpty }

    /// True if the rows do not depend on other classes.
    var isLocal: Bool { source == nil && predicates.allSatisfy(\.isLocal) && steps.allSatisfy(\.isLocal) }

    /// The same in another session; empty for rows of a collection that is gone there.
    func keys(in session: Session) throws -> [ObjectKey] {
        guard let table = session.group.table(table) else { return [] }
        var keys: [ObjectKey]
        let run = predicates.isEmpty ? nil : try PreparedQuery(condition, on: table, in: session.queryContext)
        if let source {
            let found = try source.moved(to: session)?.objectKeys() ?? []
            keys = try run?.keys(among: found) ?? found
        } else {
            keys = try run?.keys() ?? WholeClass.keys(of: table)
        }
        guard !steps.isEmpty else { return keys }
        return try ResultSteps(steps, on: table, in: session.queryContext, rules: .sdkRules).apply(to: keys)
    }
}
