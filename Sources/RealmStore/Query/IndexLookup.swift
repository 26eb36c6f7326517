/// The objects that a search index names for a condition: they may meet it, and no others can.
indirect enum IndexLookup {
    /// Objects whose value equals one of these.
    case values(Column, [Value])
    /// Objects with all of these words; nil where none is known.
    case words(Column, Set<[UInt8]>)
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
            self = .values(column, test.constants)
        case let test as FullTextTest:
            guard let column = test.column, !test.terms.words.isEmpty else { return nil }
            self = .words(test.cursor.column(column), test.terms.words)
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

    /// Lower for look-ups that find fewer objects.
    private var rank: Int {
        switch self {
        case .values(let column, let values): values.count * (column.canBePrimaryKey ? 1 : 2)
        case .words: 1000
        case .union(let lookups): lookups.reduce(10) { $0 + $1.rank }
        }
    }

    /// Keys of the objects, ascending, each once.
    func keys(in table: Table) throws(FormatError) -> [ObjectKey] {
        var found: [ObjectKey] = []
        try collect(in: table, table.objects(), &found)
        found.sort()
        var last: ObjectKey?
        return found.filter { key in
            defer { last = key }
            return key != last
        }
    }

    private func collect(
        in table: Table, _ objects: ClusterTree, _ found: inout [ObjectKey]
    ) throws(FormatError) {
        switch self {
        case .values(let column, let values):
            for value in values {
                try table.forEachObject(where: column, equals: value, in: objects) { (position) throws(FormatError) in
                    found.append(position.key)
                    return true
                }
            }
        case .words(let column, let words):
            guard let word = words.max(by: { $0.count < $1.count }) else { return }
            try IndexLookup.collect(word, column, in: table, &found)
        case .union(let lookups): for lookup in lookups { try lookup.collect(in: table, objects, &found) }
        }
    }

    private static func collect(
        _ word: [UInt8], _ column: Column, in table: Table, _ found: inout [ObjectKey]
    ) throws(FormatError) {
        let candidates = word.withUnsafeBytes { bytes in
            Result { () throws(FormatError) -> SearchIndex.Candidates in
                guard let data = IndexData(.string(bytes)) else { return .none }
                return try SearchIndex(column.indexRoot, in: table.space).candidates(for: data)
            }
        }
        switch try candidates.get() {
        case .none: return
        case .one(let key): found.append(key)
        case .list(let root):
            let keys = try CollectionTree(root, of: .plainIntegers, in: table.space)
            try keys.forEachLeaf { (leaf) throws(FormatError) in
                for index in 0..<leaf.count {
                    if case .int(let key) = try leaf.value(index) { found.append(ObjectKey(key)) }
                }
            }
        }
    }

    /// The look-up for people: which index is asked for how many values.
    var text: String {
        switch self {
        case .values(let column, let values):
            "index of '\(column.name)', \(values.count) value\(values.count == 1 ? "" : "s")"
        case .words(let column, _): "full-text index of '\(column.name)'"
        case .union(let lookups): lookups.map(\.text).joined(separator: " and ")
        }
    }
}

extension ValueRelation {
    /// Equality that a search index decides.
    var isPlainEquality: Bool {
        let isFolded = !options.isDisjoint(with: [.caseInsensitive, .diacriticInsensitive])
        return (relation == .equal || relation == .isIn) && !isFolded
    }
}
