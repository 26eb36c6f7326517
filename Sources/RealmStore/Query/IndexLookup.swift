/// The objects that a search index or backlinks name for a condition: they may meet it, and no others can.
indirect enum IndexLookup {
    /// Objects whose value equals one of these.
    case values(Column, [Value])
    /// Objects with all of these words; nil where none is known.
    case words(Column, Set<[UInt8]>)
    /// Objects whose links lead to those that meet a condition.
    case links(LinkedTest)
    case union([IndexLookup])

    /// The look-up that finds the objects of a test; nil if all must be looked at.
    init?(_ test: any RowTest) {
        switch test {
        case let test as ColumnTest:
            let column = test.cursor.column(test.column)
            guard test.relation.isPlainEquality, IndexLookup.isUsable(column, for: test.constant) else { return nil }
            self = .values(column, [test.constant])
        case let test as ColumnListTest:
            let column = test.cursor.column(test.column)
            guard test.isPlain, test.constants.allSatisfy({ IndexLookup.isUsable(column, for: $0) }) else { return nil }
            self = .values(column, IndexLookup.distinct(test.constants))
        case let test as FullTextTest:
            guard let column = test.column, !test.terms.words.isEmpty else { return nil }
            self = .words(test.cursor.column(column), test.terms.words)
        case let test as LinkedTest:
            guard test.hop == 0, test.path.backlinks(of: 0) != nil,
                test.demand == .any || test.demand == .only(orElse: false)
            else { return nil }
            self = .links(test)
        case let test as ConjunctionTest:
            let lookups = test.children.compactMap { IndexLookup($0) }
            guard let best = lookups.min(by: { $0.rank < $1.rank }) else { return nil }
            self = best
        case let test as DisjunctionTest:
            let lookups = test.children.compactMap { IndexLookup($0) }
            guard lookups.count == test.children.count, !lookups.isEmpty else { return nil }
            self = .union(lookups)
        default: return nil
        }
    }

    /// Few objects are expected: bools and nulls are as quick to scan for. Numbers in a mixed column are indexed in
    /// several forms, and lists hold words, so their indexes are not asked.
    private static func isUsable(_ column: Column, for value: Value) -> Bool {
        column.isIndexed && column.collection == nil && column.type != .mixed && column.type != .bool
            && !value.isNull && value.fits(column.type)
    }

    private static func distinct(_ values: [Value]) -> [Value] {
        ElementResults.distinct(values).map { values[$0] }
    }

    /// Lower for look-ups that find fewer objects.
    private var rank: Int {
        switch self {
        case .values(let column, let values): values.count * (column.canBePrimaryKey ? 1 : 2)
        case .words: 1000
        case .links: 2000
        case .union(let lookups): lookups.reduce(10) { $0 + $1.rank }
        }
    }

    /// Whether the objects that are named are those that meet `test`, so that none has to be looked at.
    func isExact(for test: any RowTest) -> Bool {
        switch self {
        case .values: test is ColumnTest || test is ColumnListTest
        case .words: false
        case .links: test is LinkedTest
        case .union(let lookups):
            (test as? DisjunctionTest).map { zip(lookups, $0.children).allSatisfy { $0.isExact(for: $1) } } ?? false
        }
    }

    // MARK: Objects

    /// Number of objects, if an index tells it without naming them.
    func count(in table: Table) throws(FormatError) -> Int? {
        guard case .values(let column, let values) = self else { return nil }
        let objects = try table.objects()
        var count = 0
        for value in values { count += try table.matches(of: value, in: column, of: objects).count }
        return count
    }

    /// Keys of the objects, ascending, each once; nil if there are more than `limit`, or one cannot tell.
    func keys(in table: Table, limit: Int) throws(FormatError) -> [ObjectKey]? {
        var found: [ObjectKey] = []
        guard try collect(in: table, table.objects(), limit: limit, &found) else { return nil }
        var isSorted = true
        for index in found.indices.dropFirst() where found[index - 1] >= found[index] {
            isSorted = false
            break
        }
        if isSorted { return found }
        found.sort()
        var last: ObjectKey?
        return found.filter { key in
            defer { last = key }
            return key != last
        }
    }

    /// - Returns: false if there are more than `limit`.
    private func collect(
        in table: Table, _ objects: ClusterTree, limit: Int, _ found: inout [ObjectKey]
    ) throws(FormatError) -> Bool {
        switch self {
        case .values(let column, let values):
            for value in values {
                let matches = try table.matches(of: value, in: column, of: objects)
                guard found.count + matches.count <= limit else { return false }
                try matches.forEach { found.append($0) }
            }
        case .words(let column, let words):
            guard let word = words.max(by: { $0.count < $1.count }) else { return true }
            let matches = try IndexLookup.objects(with: word, column, in: table)
            guard found.count + matches.count <= limit else { return false }
            try matches.forEach { found.append($0) }
        case .links(let test):
            guard let origins = try test.origins(limit: limit - found.count) else { return false }
            found += origins
        case .union(let lookups):
            for lookup in lookups where try !lookup.collect(in: table, objects, limit: limit, &found) { return false }
        }
        return true
    }

    private static func objects(
        with word: [UInt8], _ column: Column, in table: Table
    ) throws(FormatError) -> IndexMatches {
        let matches = word.withUnsafeBytes { bytes in
            Result { () throws(FormatError) -> IndexMatches in
                guard let data = IndexData(.string(bytes)) else { return .none }
                let candidates = try SearchIndex(column.indexRoot, in: table.space).candidates(for: data)
                return try IndexMatches(candidates, in: table.space)
            }
        }
        return try matches.get()
    }

    /// The look-up for people: which index is asked for how many values.
    var text: String {
        switch self {
        case .values(let column, let values):
            "index of '\(column.name)', \(values.count) value\(values.count == 1 ? "" : "s")"
        case .words(let column, _): "full-text index of '\(column.name)'"
        case .links(let test): "backlinks of '\(test.path.cursors[0].column(test.path.hops[0].column).name)'"
        case .union(let lookups): lookups.map(\.text).joined(separator: " and ")
        }
    }
}

extension ValueRelation {
    /// Equality that a search index decides.
    var isPlainEquality: Bool { (relation == .equal || relation == .isIn) && !isFolded }
}
