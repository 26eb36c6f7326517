import Foundation

/// Objects of one class: all of them or those of a collection, that meet conditions, in an order.
final class ObjectResults: LiveResults {
    let binding: ClassBinding
    /// Nil for all objects of the class.
    let source: (any ObjectKeySource)?
    private let predicates: [Predicate]
    private let steps: [ResultStep]

    /// All objects of the class, if there is nothing to evaluate.
    private var all: WholeClass? { isWhole ? madeAll ?? makeAll() : nil }
    private var madeAll: WholeClass?
    /// True if nothing is filtered or sorted.
    let isWhole: Bool
    /// True if the rows are those of the class, not of a collection.
    private let isOfClass: Bool
    private var found: (keys: [ObjectKey], since: Moment)?
    /// The rows before the steps, until these are taken for all of them.
    private var unordered: (keys: [ObjectKey], since: Moment)?
    /// The first rows of an order, and the last ones, before all are asked for.
    private var leading: (keys: [ObjectKey], since: Moment)?
    private var trailing: (keys: [ObjectKey], since: Moment)?
    private var counted: (count: Int, since: Moment)?
    private var first: (key: ObjectKey?, since: Moment)?
    private var knownLocality: Bool?
    private var maker: AccessorMaker
    /// The session's id for these rows.
    private let number: Int

    init(
        _ binding: ClassBinding, _ source: (any ObjectKeySource)? = nil, _ predicates: [Predicate] = [],
        _ steps: [ResultStep] = []
    ) {
        self.binding = binding
        maker = AccessorMaker(binding)
        self.source = source
        self.predicates = predicates
        self.steps = steps
        isOfClass = source == nil
        isWhole = isOfClass && predicates.isEmpty && steps.isEmpty
        number = binding.session.isFrozen ? 0 : binding.session.nextResultsNumber()
        guard session.isFrozen else { return }
        // Frozen results may be read by several threads at once: everything is evaluated now.
        if isWhole { madeAll = WholeClass(binding) } else { found = (evaluate(), moment) }
    }

    private func makeAll() -> WholeClass {
        let results = WholeClass(binding)
        madeAll = results
        return results
    }

    var name: String { binding.model?.name ?? table?.className ?? "" }

    private var table: Table? { session.group.table(binding.table) }

    private var context: QueryContext { session.queryContext }

    // MARK: Rows

    /// The state of the session in which something was evaluated.
    private struct Moment {
        let generation: Int
        let isWriting: Bool
    }

    private var moment: Moment { Moment(generation: session.generation, isWriting: session.write != nil) }

    /// True if an evaluation in that state is still valid.
    private func isCurrent(_ moment: Moment) -> Bool {
        guard binding.isCurrent else { return false }
        if moment.generation == session.generation { return true }
        return isLocal && !moment.isWriting && session.isUnchanged(binding.table, since: moment.generation)
    }

    /// Keys of the objects, in order.
    var keys: [ObjectKey] {
        session.checkThread()
        if let found, isCurrent(found.since) { return found.keys }
        let keys = evaluate()
        found = (keys, moment)
        return keys
    }

    var session: Session { binding.session }

    var isInvalidated: Bool { !binding.isCurrent }

    private var condition: Predicate { recipe.condition }

    /// The conditions, if they depend only on an object's own properties; else nil.
    var ownCondition: Predicate? { isLocal && steps.isEmpty ? condition : nil }

    /// The conditions, prepared for the current state.
    private func query(on table: Table) throws(QueryError) -> PreparedQuery {
        if let query = session.queries.query(of: number) { return query }
        return try session.query(number, condition, on: table)
    }

    /// So many rows at the start of an order, or at its end, are found without sorting all.
    private static let endCount = 128

    /// The keys of all rows, or of the first ones, up to a position at least if there are so many.
    private func keys(upTo position: Int) -> [ObjectKey] {
        session.checkThread()
        if let found, isCurrent(found.since) { return found.keys }
        let count = ObjectResults.endCount
        guard position < count, steps.contains(where: \.isSort) else { return keys }
        if let leading, isCurrent(leading.since) { return leading.keys }
        let keys = evaluate(.leading(count))
        if keys.count == count { leading = (keys, moment) } else { found = (keys, moment) }
        return keys
    }

    /// The keys of rows around a position, or of all, and the position of the first of them.
    private func keys(around position: Int) -> (keys: [ObjectKey], start: Int) {
        session.checkThread()
        if let found, isCurrent(found.since) { return (found.keys, 0) }
        let endCount = ObjectResults.endCount
        guard position >= endCount, isOfClass, !steps.isEmpty, steps.allSatisfy(\.isSort) else {
            return (keys(upTo: position), 0)
        }
        let start = count - endCount
        guard position >= start else { return (keys, 0) }
        if let trailing, isCurrent(trailing.since) { return (trailing.keys, start) }
        let keys = evaluate(.trailing(endCount))
        guard keys.count == endCount else {
            found = (keys, moment)
            return (keys, 0)
        }
        trailing = (keys, moment)
        return (keys, start)
    }

    /// The keys of the first rows, for which the others are neither looked for nor sorted.
    func keys(first count: Int) -> ArraySlice<ObjectKey> {
        guard isOfClass, steps.isEmpty, count < .max else { return keys(upTo: count - 1).prefix(count) }
        session.checkThread()
        if let found, isCurrent(found.since) { return found.keys.prefix(count) }
        return search(limit: count)[...]
    }

    /// The first rows of those that meet the conditions, at the last of which the search ends.
    private func search(limit: Int) -> [ObjectKey] {
        evaluate(.leading(limit)) { table in try query(on: table).keys(limit: limit) }
    }

    /// - Parameter share: which are needed: either the others are left out, or none.
    private func evaluate(_ share: RowShare = .all) -> [ObjectKey] {
        evaluate(share) { table in
            guard !steps.isEmpty else { return try matches(table) }
            let steps = try ResultSteps(steps, on: table, in: context, rules: .sdkRules)
            guard share != .all else {
                defer { unordered = nil }
                return try steps.apply(to: unorderedKeys(table))
            }
            if isOfClass, predicates.isEmpty, let keys = try steps.ofClass(share) { return keys }
            return try steps.apply(to: unorderedKeys(table), share)
        }
    }

    /// Runs an evaluation, which is logged.
    private func evaluate(_ share: RowShare, _ body: (Table) throws -> [ObjectKey]) -> [ObjectKey] {
        guard binding.isCurrent, let table else { return [] }
        return RLMLogger.timed(.debug) {
            session.query([]) { try body(table) }
        } _: { keys, time in
            "Query: \(keys.count) objects of '\(name)' found in \(time), "
                + (keys.count == share.count ? "as \(share.text), " : "") + circumstances(on: table)
        }
    }

    private func circumstances(on table: Table) -> String {
        "at version \(session.version) of '\(session.path)': \(conditions(on: table))"
    }

    private func conditions(on table: Table) -> String {
        guard !predicates.isEmpty else { return "all" }
        return (try? query(on: table))?.conditions ?? "a condition that cannot be tested"
    }

    /// The same as `matches`, kept for whoever counts or asks for some rows before all of them.
    private func unorderedKeys(_ table: Table) throws -> [ObjectKey] {
        if let unordered, isCurrent(unordered.since) { return unordered.keys }
        let keys = try matches(table)
        unordered = (keys, moment)
        return keys
    }

    /// Keys of the objects that meet the conditions.
    private func matches(_ table: Table) throws -> [ObjectKey] {
        switch (source, predicates.isEmpty) {
        case (nil, false): try query(on: table).keys()
        case (nil, true): try WholeClass.keys(of: table)
        case (let source?, true): try source.objectKeys()
        case (let source?, false): try query(on: table).keys(among: source.objectKeys())
        }
    }

    /// True if the rows do not depend on other classes. Frozen results, which threads may share, are not asked.
    private var isLocal: Bool {
        if let knownLocality { return knownLocality }
        let isLocal = recipe.isLocal
        if !session.isFrozen { knownLocality = isLocal }
        return isLocal
    }

    /// The definition of the rows, for any version.
    var recipe: RowRecipe {
        RowRecipe(table: binding.table, source: source, predicates: predicates, steps: steps)
    }

    var count: Int {
        if let all { return all.count }
        guard isOfClass, steps.allSatisfy(\.isSort) else { return keys.count }
        session.checkThread()
        if let found, isCurrent(found.since) { return found.keys.count }
        if let counted, isCurrent(counted.since) { return counted.count }
        guard binding.isCurrent, let table else { return 0 }
        let count = session.query(0) {
            if predicates.isEmpty { return try table.objects().count }
            return try steps.isEmpty ? query(on: table).count() : unorderedKeys(table).count
        }
        counted = (count, moment)
        return count
    }

    /// The first object, at which the search ends.
    private var firstKey: ObjectKey? { steps.isEmpty ? anyKey : keys(upTo: 0).first }

    /// The first object in no order, at which the search ends; nil if there is none.
    private var anyKey: ObjectKey? {
        guard isOfClass, steps.allSatisfy(\.isSort) else { return keys(upTo: 0).first }
        session.checkThread()
        if let found, isCurrent(found.since) { return found.keys.first }
        if let first, isCurrent(first.since) { return first.key }
        let key = search(limit: 1).first
        first = (key, moment)
        return key
    }

    var isEmpty: Bool { isWhole ? count == 0 : anyKey == nil }

    var firstRow: ResultRow? {
        if isWhole { return count == 0 ? nil : row(at: 0) }
        return firstKey.map { .object(maker.accessor($0, isExpected: true)) }
    }

    func row(at position: Int) -> ResultRow {
        if let all { return .object(all.accessor(at: position)) }
        let (keys, start) = keys(around: position)
        checkBounds(position, start + keys.count)
        return .object(maker.accessor(keys[position - start], isExpected: true))
    }

    var cursor: ObjectCursor? {
        // All rows of a class can be iterated in place, unless they are being changed.
        if let all, session.write == nil { return ObjectCursor(all, binding) }
        return ObjectCursor(!isWhole ? keys : session.query([]) { try table.map(WholeClass.keys) ?? [] }, binding)
    }

    func iterator() -> () -> ResultRow? {
        guard let cursor else { return { nil } }
        return { cursor.next().map(ResultRow.object) }
    }

    // MARK: Derived rows

    func moved(to target: Session) -> (any LiveResults)? {
        let moved = source?.moved(to: target)
        if source != nil, moved == nil { return nil }
        return ObjectResults(target.counterpart(of: binding), moved, predicates, steps)
    }

    func filter(_ predicate: Predicate) -> any LiveResults {
        // An invalid query is reported where it is created.
        let rows = adding(predicate)
        session.query(()) { try rows.prepare() }
        return rows
    }

    func tryFilter(_ predicate: Predicate) throws -> any LiveResults {
        let rows = adding(predicate)
        try rows.prepare()
        return rows
    }

    private func adding(_ predicate: Predicate) -> ObjectResults {
        ObjectResults(binding, source, predicates.isEmpty ? [predicate] : predicates + [predicate], steps)
    }

    private func prepare() throws(QueryError) {
        if let table, !session.isFrozen { _ = try query(on: table) }
    }

    func apply(_ step: ResultStep) -> any LiveResults {
        session.query(()) { try check(step) }
        return ObjectResults(binding, source, predicates, steps + [step])
    }

    func tryApply(_ step: ResultStep) throws -> any LiveResults {
        try check(step)
        return ObjectResults(binding, source, predicates, steps + [step])
    }

    private func check(_ step: ResultStep) throws(QueryError) {
        if let table { _ = try ResultSteps([step], on: table, in: context, rules: .sdkRules) }
    }

    func plan() throws -> QueryPlan {
        guard let table else { return QueryPlan([]) }
        var made: [QueryPlan.Step] = []
        var keys: [ObjectKey]
        if let source {
            keys = try source.objectKeys()
            made.append(QueryPlan.Step("collection of '\(name)'", keys.count))
            if !predicates.isEmpty {
                let run = try query(on: table)
                keys = try run.keys(among: keys)
                made.append(QueryPlan.Step(run.conditions, keys.count))
            }
        } else {
            made.append(QueryPlan.Step("class '\(name)'", try table.objects().count))
            if !predicates.isEmpty {
                made += try query(on: table).explanation().map { QueryPlan.Step($0.text, $0.rows) }
            }
            keys = try matches(table)
        }
        for step in steps {
            keys = try ResultSteps([step], on: table, in: context, rules: .sdkRules).apply(to: keys)
            made.append(QueryPlan.Step(step.text, keys.count))
        }
        return QueryPlan(made)
    }

    /// Position of the first object that meets a condition.
    func index(matching predicate: Predicate) -> Int? {
        guard binding.isCurrent, let table else { return nil }
        return session.query(nil) {
            try PreparedQuery(predicate, on: table, in: context).firstIndex(
                among: !isWhole ? keys : WholeClass.keys(of: table))
        }
    }

    func index(of row: ResultRow) -> Int? {
        guard case .object(let object) = row, object.session === session, let place = object.place,
            place.table == binding.table
        else { return nil }
        if isWhole { return session.query(nil) { try table.map(WholeClass.keys)?.firstIndex(of: place.key) } }
        return keys.firstIndex(of: place.key)
    }

    func aggregate(_ operation: AggregateOperation, _ property: String?) -> Value {
        guard let property else { fatalError("An aggregate of objects needs the name of a property.") }
        return session.query(.null) { try aggregate(operation, property, isExact: false) }
    }

    func tryAggregate(_ operation: AggregateOperation, _ property: String) throws -> Value {
        try aggregate(operation, property, isExact: true)
    }

    private func aggregate(_ operation: AggregateOperation, _ property: String, isExact: Bool) throws -> Value {
        guard binding.isCurrent, let table else { return .null }
        let aggregate = try RowAggregate(operation, of: property, on: table, isExact: isExact, in: context)
        if isWhole { return try aggregate.result() }
        if isOfClass, steps.isEmpty { return try aggregate.result(of: query(on: table)) }
        return try aggregate.result(of: keys)
    }

    /// An aggregate of a property from user input over each of several groups of objects of the class.
    func tryAggregate(
        _ operation: AggregateOperation, _ property: String, ofEach groups: [[ObjectKey]]
    ) throws -> [Value] {
        guard binding.isCurrent, let table else { return groups.map { _ in .null } }
        let aggregate = try RowAggregate(operation, of: property, on: table, isExact: true, in: context)
        return try groups.map { try aggregate.result(of: $0) }
    }
}
