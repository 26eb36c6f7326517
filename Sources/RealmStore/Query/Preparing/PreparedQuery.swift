/// A predicate prepared for the objects of one class in one version, to be run any number of times.
///
/// Names, types and constants have been checked; what can still fail is reading a damaged file. For use by one thread
/// at a time, as long as the version can be read: in a write transaction until the next change.
///
/// Objects are tested a cluster at a time, the cheapest condition first; a search index is used first if one decides
/// the condition.
package final class PreparedQuery {
    /// The tests of rows, and where they read.
    private struct Tests {
        let cursor: ClusterCursor
        let test: any RowTest
    }

    let table: Table
    private var predicate: Predicate
    /// Made when they are first needed: a look-up of one value, which decides the condition, needs none.
    private var made: Tests?
    /// The value of an indexed property that is all of the condition; nil for any other condition.
    private var key: (column: Column, value: Value)?
    /// The look-up that the tests of any other condition allow.
    private let allowed: IndexLookup?
    /// Whether the look-up covers the whole condition.
    private let isDecided: Bool
    /// Holds the constants that tests point to.
    private let scratch = ValueScratch()
    /// Keeps the version readable.
    private let context: QueryContext

    /// Looks up the names of `predicate` and checks its types.
    ///
    /// - Parameter usesIndexes: false to test every object.
    package init(
        _ predicate: Predicate, on table: Table, in context: QueryContext, usesIndexes: Bool = true
    ) throws(QueryError) {
        self.table = table
        self.context = context
        self.predicate = predicate
        if usesIndexes, let key = IndexLookup.key(predicate, table, context, scratch) {
            (self.key, allowed, isDecided) = (key, nil, true)
            return
        }
        let tests = try PreparedQuery.tests(predicate, on: table, in: context, scratch)
        made = tests
        allowed = usesIndexes ? tests.test.indexLookup : nil
        isDecided = allowed.map(tests.test.isDecided) ?? false
    }

    /// The look-up that is run first; nil if all objects are tested.
    private var lookup: IndexLookup? { key.map { .values($0.column, [$0.value]) } ?? allowed }

    /// Looks for another value instead, in the same index: programs ask the same question again and again.
    ///
    /// Nobody else may be using the query.
    ///
    /// - Returns: false if `predicate` differs in more than its value, or is no look-up of one value.
    func retarget(_ predicate: Predicate) -> Bool {
        guard key != nil, let value = self.predicate.plainValue(of: predicate) else { return false }
        made = nil
        scratch.reset()
        key!.value = value.value(in: scratch)
        self.predicate = predicate
        return true
    }

    private static func tests(
        _ predicate: Predicate, on table: Table, in context: QueryContext, _ scratch: ValueScratch
    ) throws(QueryError) -> Tests {
        let cursor: ClusterCursor
        do { cursor = try ClusterCursor(table) } catch { throw .damaged(error) }
        let depth = predicate.depth
        guard depth <= Predicate.maximumTotalDepth else {
            throw .predicate(PredicateError("the predicate is nested too deep"))
        }
        var compiler = PredicateCompiler(context, cursor, scratch)
        let test =
            depth <= Predicate.usualDepth
            ? try compiler.test(predicate)
            : try LargeStack.run { () throws(QueryError) in try compiler.test(predicate) }
        return Tests(cursor: cursor, test: test)
    }

    private func tests() throws(FormatError) -> Tests {
        if let made { return made }
        do {
            let tests = try PreparedQuery.tests(predicate, on: table, in: context, scratch)
            made = tests
            return tests
        } catch .damaged(let error) {
            throw error
        } catch {
            preconditionFailure("a condition that an index decides can be tested: \(error)")
        }
    }

    /// For more than this share of a class, scanning all objects is faster.
    private static let worthwhileShare = 8

    /// The objects that the look-up finds, with ascending keys; nil if all must be tested.
    private func asked(_ objects: ClusterTree) throws(FormatError) -> (finds: IndexFinds, lookup: IndexLookup)? {
        guard let lookup else { return nil }
        let limit = isDecided && !lookup.isWalk ? objects.count / 2 : objects.count / PreparedQuery.worthwhileShare
        guard let asked = try lookup.finds(in: table, limit: max(64, limit)) else { return nil }
        return isDecided ? asked : (asked.finds.asCandidates.sorted, asked.lookup)
    }

    /// A readable description of how the objects are found.
    var plan: String { lookup?.text ?? "scan of '\(table.displayName)'" }

    /// The conditions, in the order in which they are tested.
    var conditions: String { "test of \((try? tests().test.text) ?? "objects of a damaged class")" }

    /// The way the objects are found, and the number of rows that each step leaves.
    func explanation() throws(FormatError) -> [(text: String, rows: Int)] {
        let objects = try table.objects()
        guard let lookup else { return [("scan, \(conditions)", try count())] }
        guard let (finds, asked) = try asked(objects) else {
            return [("scan, as \(lookup.text) names too many rows, \(conditions)", try count())]
        }
        let named = (asked.text, finds.count)
        return finds.doubtful.isEmpty ? [named] : [named, (conditions, try count())]
    }

    // MARK: All objects of the class

    /// Keys of the objects that match, in ascending order, `limit` at most.
    package func keys(limit: Int = .max) throws(FormatError) -> [ObjectKey] {
        var keys: [ObjectKey] = []
        guard limit > 0 else { return keys }
        let objects = try table.objects()
        let finds = try asked(objects)?.finds
        if let finds, finds.doubtful.isEmpty {
            return finds.certain.count > limit ? Array(finds.certain.prefix(limit)) : finds.certain
        }
        try forEachMatch(of: objects, finds, stopsEarly: limit < .max) { (cluster, rows) in
            rows.forEach { row in if keys.count < limit { keys.append(cluster.key(row)) } }
            return keys.count < limit
        }
        return keys
    }

    /// Number of objects that match.
    func count() throws(FormatError) -> Int {
        let objects = try table.objects()
        if let key { return try table.matches(of: key.value, in: key.column, of: objects).count }
        if isDecided, let count = try allowed?.count(in: table, objects) { return count }
        let finds = try asked(objects)?.finds
        if let finds, finds.doubtful.isEmpty { return finds.count }
        var count = 0
        try forEachMatch(of: objects, finds, stopsEarly: false) { (_, rows) in
            count += rows.count
            return true
        }
        return count
    }

    /// The match with the lowest key, or nil.
    func first() throws(FormatError) -> ObjectKey? { try keys(limit: 1).first }

    /// Calls `body` with the rows of each cluster that match, until it returns false.
    ///
    /// - Parameter stopsEarly: true if few clusters are expected to be needed; finding each by its position then costs
    ///   less than walking over all.
    func forEachMatch(
        stopsEarly: Bool = false, _ body: (ClusterLeaf, RowSet) throws(FormatError) -> Bool
    ) throws(FormatError) {
        let objects = try table.objects()
        try forEachMatch(of: objects, asked(objects)?.finds, stopsEarly: stopsEarly, body)
    }

    /// The same, after the look-up was run.
    private func forEachMatch(
        of objects: ClusterTree, _ finds: IndexFinds?, stopsEarly: Bool,
        _ body: (ClusterLeaf, RowSet) throws(FormatError) -> Bool
    ) throws(FormatError) {
        if let finds { return try forEachMatch(among: finds, body) }
        guard stopsEarly else {
            var goesOn = true
            return try objects.forEachLeaf { (leaf) throws(FormatError) in
                if goesOn { goesOn = try visit(leaf, body) }
            }
        }
        var position = 0
        while position < objects.count {
            let (leaf, first) = try objects.leaf(containing: position)
            position = first + leaf.count
            guard try visit(leaf, body) else { return }
        }
    }

    /// Tests all rows of a cluster.
    ///
    /// - Returns: whether to continue.
    private func visit(
        _ leaf: ClusterLeaf, _ body: (ClusterLeaf, RowSet) throws(FormatError) -> Bool
    ) throws(FormatError) -> Bool {
        guard leaf.count > 0 else { return true }
        let tests = try tests()
        tests.cursor.open(leaf)
        let rows = try tests.test.filter(RowSet(first: leaf.count))
        return rows.isEmpty ? true : try body(leaf, rows)
    }

    /// The same for objects found by an index, with ascending keys, a cluster at a time.
    private func forEachMatch(
        among finds: IndexFinds, _ body: (ClusterLeaf, RowSet) throws(FormatError) -> Bool
    ) throws(FormatError) {
        let tests = try tests()
        let cursor = tests.cursor
        var (certain, doubtful) = (finds.certain[...], finds.doubtful[...])
        while let next = PreparedQuery.lower(certain.first, doubtful.first) {
            guard try cursor.seek(next) != nil, let cluster = cursor.cluster else {
                if certain.first == next { certain.removeFirst() }
                if doubtful.first == next { doubtful.removeFirst() }
                continue
            }
            let found = cluster.removeRows(from: &certain)
            let rows = cluster.removeRows(from: &doubtful)
            let all = rows.isEmpty ? found : found.union(try tests.test.filter(rows))
            if !all.isEmpty, try !body(cluster, all) { return }
        }
    }

    private static func lower(_ key: ObjectKey?, _ other: ObjectKey?) -> ObjectKey? {
        guard let key, let other else { return key ?? other }
        return min(key, other)
    }

    // MARK: Given objects

    /// Whether the object matches; false if it does not exist.
    func matches(_ key: ObjectKey) throws(FormatError) -> Bool {
        let tests = try tests()
        guard let row = try tests.cursor.seek(key) else { return false }
        return try !tests.test.filter(RowSet(row)).isEmpty
    }

    /// The matching ones of the given objects, in the given order, including duplicates; null and missing ones never
    /// match.
    func keys(among keys: some Sequence<ObjectKey>, limit: Int = .max) throws(FormatError) -> [ObjectKey] {
        var found: [ObjectKey] = []
        for key in keys where found.count < limit {
            if try matches(key) { found.append(key) }
        }
        return found
    }

    /// The number of the given objects that match.
    func count(among keys: some Sequence<ObjectKey>) throws(FormatError) -> Int {
        var count = 0
        for key in keys where try matches(key) { count += 1 }
        return count
    }

    /// Position of the first of the given objects that matches, or nil.
    func firstIndex(among keys: some Sequence<ObjectKey>) throws(FormatError) -> Int? {
        for (position, key) in keys.enumerated() where try matches(key) { return position }
        return nil
    }
}

extension ClusterLeaf {
    /// The rows of the leading `keys` that are in the cluster.
    fileprivate func removeRows(from keys: inout ArraySlice<ObjectKey>) -> RowSet {
        var rows = RowSet()
        while let key = keys.first, let row = row(of: key) {
            rows.insert(row)
            keys.removeFirst()
        }
        return rows
    }
}
