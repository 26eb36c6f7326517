/// A comparison with a constant that is made with all values of a leaf at once.
enum LeafTest {
    /// Ints in a range; if inverted, all others, including null.
    case ints(IntegerRange, isInverted: Bool)
    case bools(Bool, isInverted: Bool)
    case nulls(isInverted: Bool)
    /// Floating point numbers as compared by IEEE 754, with null as the NaN that represents it.
    case doubles(Predicate.Relation, Double)
    case floats(Predicate.Relation, Float)
    case dates(Predicate.Relation, Timestamp)
    case texts(containing: ByteSearch)
    case text(UnsafeRawBufferPointer, isInverted: Bool)

    /// The test for a comparison of a column; nil for one done value by value.
    init?(_ relation: ValueRelation, _ constant: Value, on type: ValueType) {
        let kind = relation.relation == .isIn ? .equal : relation.relation
        guard kind.isEquality || kind.isOrder || kind == .contains else { return nil }
        switch (constant, type) {
        case (.null, .int), (.null, .bool), (.null, .double), (.null, .float), (.null, .timestamp):
            guard kind.isEquality else { return nil }
            self = .nulls(isInverted: kind == .notEqual)
        case (.int(let number), .int):
            guard let range = IntegerRange(kind, number) else { return nil }
            self = .ints(range, isInverted: kind == .notEqual)
        case (.bool(let value), .bool):
            guard kind.isEquality else { return nil }
            self = .bools(value, isInverted: kind == .notEqual)
        case (.double(let number), .double) where relation.rules.contains(.ieeeNumbers) && kind != .contains:
            self = .doubles(kind, number)
        case (.int(let number), .double) where kind == .greater || kind == .greaterOrEqual || kind.isEquality:
            // Compared with an int, NaN is below all numbers, so it meets neither of these.
            guard let exact = Double(exactly: number) else { return nil }
            self = .doubles(kind, exact)
        case (.float(let number), .float) where relation.rules.contains(.ieeeNumbers) && kind != .contains:
            self = .floats(kind, number)
        case (.timestamp(let date), .timestamp) where kind != .contains: self = .dates(kind, date)
        case (.string(let text), .string) where kind == .contains && !text.isEmpty && !relation.isFolded:
            self = .texts(containing: ByteSearch(Array(text)))
        case (.string(let text), .string) where kind.isEquality && !relation.isFolded:
            self = .text(text, isInverted: kind == .notEqual)
        default: return nil
        }
    }

    /// Those of `rows` that meet the comparison; nil if the leaf has none of the expected forms.
    func rows(of leaf: ColumnLeaf, among rows: RowSet) throws(FormatError) -> RowSet? {
        switch self {
        case .ints(let range, let isInverted):
            if let values = leaf.int { return rows.keeping(range.rows(of: values), isInverted: isInverted) }
            return leaf.optionalInt.map { rows.keeping(range.rows(of: $0), isInverted: isInverted) }
        case .bools(let value, let isInverted):
            return leaf.bool.map { rows.keeping(LeafTest.rows(of: $0, equalTo: value), isInverted: isInverted) }
        case .nulls(let isInverted):
            return LeafTest.nulls(of: leaf).map { rows.keeping($0, isInverted: isInverted) }
        case .doubles(let relation, let number):
            return leaf.double.map { rows.intersection(LeafTest.rows(of: $0.numbers, relation, number)) }
        case .floats(let relation, let number):
            return leaf.float.map { rows.intersection(LeafTest.rows(of: $0.numbers, relation, number)) }
        case .dates(let relation, let date):
            return leaf.timestamp.map { rows.intersection(LeafTest.rows(of: $0, leaf.count, relation, date)) }
        case .texts(let search):
            guard let texts = leaf.string else { return nil }
            return try LeafTest.rows(of: texts, containing: search, among: rows)
        case .text(let text, let isInverted):
            guard let texts = leaf.string else { return nil }
            return try LeafTest.rows(of: texts, equalTo: text, isInverted: isInverted, among: rows)
        }
    }

    /// Every number but 0 and 3 is true.
    private static func rows(of leaf: BoolLeaf, equalTo value: Bool) -> RowSet {
        let isFalse = IntegerRange.only(0).rows(of: leaf.stored)
        if !value { return isFalse }
        return RowSet(first: leaf.count).subtracting(isFalse).subtracting(IntegerRange.only(3).rows(of: leaf.stored))
    }

    /// The rows that are null; nil for a leaf read value by value.
    static func nulls(of leaf: ColumnLeaf) -> RowSet? {
        if leaf.int != nil { return RowSet() }
        if let values = leaf.optionalInt { return IntegerRange.nulls(of: values) }
        if let values = leaf.bool { return IntegerRange.only(3).rows(of: values.stored) }
        if let values = leaf.timestamp { return IntegerRange.nulls(of: values.seconds) }
        if let values = leaf.double?.numbers {
            return RowSet(below: values.count) { values[$0].bitPattern == Double.nullBits }
        }
        if let values = leaf.float?.numbers {
            return RowSet(below: values.count) { values[$0].bitPattern == Float.nullBits }
        }
        return nil
    }

    private static func rows<Number: BinaryFloatingPoint>(
        of numbers: UnsafeBufferPointer<Number>, _ relation: Predicate.Relation, _ number: Number
    ) -> RowSet {
        switch relation {
        case .less: RowSet(below: numbers.count) { numbers[$0] < number }
        case .lessOrEqual: RowSet(below: numbers.count) { numbers[$0] <= number }
        case .greater: RowSet(below: numbers.count) { numbers[$0] > number }
        case .greaterOrEqual: RowSet(below: numbers.count) { numbers[$0] >= number }
        case .notEqual: RowSet(below: numbers.count) { numbers[$0] != number }
        default: RowSet(below: numbers.count) { numbers[$0] == number }
        }
    }

    /// Seconds decide; nanoseconds if the seconds are equal.
    private static func rows(
        of leaf: TimestampLeaf, _ count: Int, _ relation: Predicate.Relation, _ date: Timestamp
    ) -> RowSet {
        let same = IntegerRange.only(date.seconds).rows(of: leaf.seconds)
        func meeting(_ seconds: IntegerRange?, _ nanoseconds: Predicate.Relation) -> RowSet {
            let rest = IntegerRange(nanoseconds, Int64(date.nanoseconds)) ?? .empty
            let close = same.isEmpty ? same : same.intersection(rest.rows(of: leaf.nanoseconds))
            return seconds.map { $0.rows(of: leaf.seconds).union(close) } ?? close
        }
        switch relation {
        case .less, .lessOrEqual: return meeting(.below(date.seconds), relation)
        case .greater, .greaterOrEqual: return meeting(.above(date.seconds), relation)
        case .notEqual: return RowSet(first: count).subtracting(meeting(nil, .equal))
        default: return meeting(nil, .equal)
        }
    }

    /// Few rows are tested one by one, many as the single piece that they often form.
    private static func rows(
        of texts: StringLeaf, containing search: ByteSearch, among rows: RowSet
    ) throws(FormatError) -> RowSet {
        guard rows.count > ClusterLeaf.fanout / 8 else {
            return try rows.filter { (row) throws(FormatError) in
                try texts.bytes(row).map { search.isFound(in: $0) } ?? false
            }
        }
        var found = RowSet()
        try texts.forEach(containing: search) { found.insert($0) }
        return rows.intersection(found)
    }
}

extension LeafTest {
    /// Null is unequal to every text.
    private static func rows(
        of texts: StringLeaf, equalTo text: UnsafeRawBufferPointer, isInverted: Bool, among rows: RowSet
    ) throws(FormatError) -> RowSet {
        guard rows.count > ClusterLeaf.fanout / 8 else {
            return try rows.filter { (row) throws(FormatError) in
                let isEqual = try texts.bytes(row).map { ByteOrder.equal($0, text) } ?? false
                return isEqual != isInverted
            }
        }
        var found = RowSet()
        try texts.forEach(equalTo: text) { found.insert($0) }
        return rows.keeping(found, isInverted: isInverted)
    }
}

extension RowSet {
    /// The rows that are in the set, or, if inverted, are not.
    fileprivate func keeping(_ others: RowSet, isInverted: Bool) -> RowSet {
        isInverted ? subtracting(others) : intersection(others)
    }
}

extension IntegerRange {
    /// The ints with this relation to a number; for "not equal" those without. Nil if it is not a comparison.
    init?(_ relation: Predicate.Relation, _ number: Int64) {
        switch relation {
        case .equal, .notEqual, .isIn: self = .only(number)
        case .less: self = .below(number)
        case .lessOrEqual: self.init(low: .min, high: number)
        case .greater: self = .above(number)
        case .greaterOrEqual: self.init(low: number, high: .max)
        case .beginsWith, .endsWith, .contains, .like, .isWithin, .hasWords: return nil
        }
    }
}

extension ValueRelation {
    /// Whether letters compare equal in either case, or with and without accents.
    var isFolded: Bool { !options.isDisjoint(with: [.caseInsensitive, .diacriticInsensitive]) }
}
