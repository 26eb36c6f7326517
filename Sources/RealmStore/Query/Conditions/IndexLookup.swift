/// The candidates that a search index or backlinks find for a condition: no other objects can meet it.
indirect enum IndexLookup {
    /// Objects whose value equals one of these.
    case values(Column, [Value])
    /// Objects whose int is one of these, for few ints: the index has ints in another order.
    case ints(Column, IntegerRange)
    /// Objects whose value lies between two limits.
    case range(Column, IndexRange)
    /// Objects with the words of a search.
    case words(Column, SearchTerms)
    /// Objects whose links lead to those that meet a condition.
    case links(LinkedTest)
    case union([IndexLookup])
    /// Any of these would do; the one with the fewest objects is used.
    case fewest([IndexLookup])

    /// The look-up for objects that all of these find; nil if there are none.
    init?(allOf lookups: [IndexLookup]) {
        let lookups = IndexLookup.merged(lookups)
        guard let first = lookups.first else { return nil }
        self = lookups.count == 1 ? first : .fewest(lookups.sorted { $0.rank < $1.rank })
    }

    /// Whether few objects are expected: scanning for bools and nulls is as fast. Numbers in a mixed column are indexed
    /// in several forms, and indexes of lists contain words, so they are not used.
    static func isUsable(_ column: Column, for value: Value) -> Bool {
        column.isIndexed && column.collection == nil && column.type != .mixed && column.type != .bool
            && !value.isNull && value.fits(column.type)
    }

    /// The same look-ups with one range for each column: both of its limits were given.
    private static func merged(_ lookups: [IndexLookup]) -> [IndexLookup] {
        var merged: [IndexLookup] = []
        for lookup in lookups {
            let found = merged.firstIndex { $0.intersection(lookup) != nil }
            if let found, let both = merged[found].intersection(lookup) {
                merged[found] = both
            } else {
                merged.append(lookup)
            }
        }
        return merged
    }

    private func intersection(_ other: IndexLookup) -> IndexLookup? {
        switch (self, other) {
        case (.ints(let column, let ints), .ints(let same, let others)) where column.key == same.key:
            .ints(column, ints.intersection(others))
        case (.range(let column, let range), .range(let same, let other)) where column.key == same.key:
            .range(column, range.intersection(other))
        default: nil
        }
    }

    /// Lower for look-ups that are expected to find fewer objects, and to find them sooner.
    private var rank: Int {
        switch self {
        case .values(let column, let values): values.count * (column.canBePrimaryKey ? 1 : 2)
        case .ints, .range: 500
        case .words: 1000
        case .links: 2000
        case .union(let lookups): lookups.reduce(10) { $0 + $1.rank }
        case .fewest(let lookups): lookups.first?.rank ?? 0
        }
    }

    /// Whether it follows nodes to find the objects, which takes longer per object than a scan.
    var isWalk: Bool {
        switch self {
        case .range: true
        case .union(let lookups): lookups.contains(where: \.isWalk)
        case .values, .ints, .words, .links, .fewest: false
        }
    }

    /// The look-up for people: the index used, and the number of values.
    var text: String {
        switch self {
        case .values(let column, let values):
            "index of '\(column.name)', \(values.count) value\(values.count == 1 ? "" : "s")"
        case .ints(let column, _), .range(let column, _): "index of '\(column.name)', a range of values"
        case .words(let column, _): "full-text index of '\(column.name)'"
        case .links(let test): "backlinks of '\(test.path.cursors[0].column(test.path.hops[0].column).name)'"
        case .union(let lookups): lookups.map(\.text).joined(separator: " and ")
        case .fewest(let lookups): lookups.map(\.text).joined(separator: " or ")
        }
    }
}

extension ValueRelation {
    /// Equality that a search index decides.
    var isPlainEquality: Bool { (relation == .equal || relation == .isIn) && !isFolded }
}

extension IndexRange {
    /// The values that relate so to one whose bytes have its order; nil where an index is of no help.
    init?(_ relation: Predicate.Relation, _ value: Value) {
        let bytes: [UInt8]
        switch value {
        case .string(let text) where !text.isEmpty: bytes = Array(text)
        case .objectId, .uuid: bytes = IndexData(value)?.bytes ?? []
        default: return nil
        }
        switch relation {
        case .beginsWith: self = .beginning(with: bytes)
        case .less, .lessOrEqual: self = .through(bytes)
        case .greater, .greaterOrEqual: self = .from(bytes)
        default: return nil
        }
    }
}
