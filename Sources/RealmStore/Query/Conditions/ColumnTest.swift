/// Compares a single-valued column of the object itself with a constant: the most common condition, a leaf at a time.
final class ColumnTest: RowTest {
    let cursor: ClusterCursor
    let column: Int
    let relation: ValueRelation
    let constant: Value
    /// The comparison with all values of a leaf at once, if possible.
    private let leafTest: LeafTest?
    /// The comparison with the distinct texts of an enumerated column.
    private let distinctTest: DistinctTest?
    let cost: Int

    init(_ cursor: ClusterCursor, _ column: Int, _ relation: ValueRelation, _ constant: Value) {
        self.cursor = cursor
        self.column = column
        self.relation = relation
        self.constant = constant
        let type = cursor.column(column).type
        leafTest = LeafTest(relation, constant, on: type)
        distinctTest = cursor.column(column).enumeratedValues.map { values in
            DistinctTest(values) { relation.holds($0, constant) }
        }
        cost =
            switch (leafTest, constant) {
            case (.texts?, _): 8
            case (.text?, _): 4
            case (_?, _): type == .int || type == .bool ? 1 : 2
            case (nil, .string), (nil, .binary): relation.relation.isEquality ? 6 : 10
            default: 4
            }
    }

    var indexLookup: IndexLookup? {
        let column = cursor.column(column)
        guard IndexLookup.isUsable(column, for: constant), !relation.isFolded else { return nil }
        if relation.isPlainEquality { return .values(column, [constant]) }
        if let integers { return .ints(column, integers) }
        return IndexRange(relation.relation, constant).map { .range(column, $0) }
    }

    func isDecided(by lookup: IndexLookup) -> Bool {
        if case .range(_, let range) = lookup { range.isPrefix } else { true }
    }

    /// The matching ints, if they form a range.
    private var integers: IntegerRange? {
        if case .ints(let range, isInverted: false)? = leafTest { range } else { nil }
    }

    var text: String { "'\(cursor.column(column).name)' \(relation.relation.name)" }

    func filter(_ rows: RowSet) throws(FormatError) -> RowSet {
        let leaf = try cursor.leaf(column)
        if let distinctTest, let numbers = leaf.string?.numbers,
            let found = try distinctTest.rows(of: numbers, among: rows)
        {
            return found
        }
        if let found = try leafTest?.rows(of: leaf, among: rows) { return found }
        if let texts = leaf.string { return try filter(rows, texts) }
        return try rows.filter { (row) throws(FormatError) in relation.holds(try leaf.value(row), constant) }
    }

    private func filter(_ rows: RowSet, _ texts: StringLeaf) throws(FormatError) -> RowSet {
        try rows.filter { (row) throws(FormatError) in
            relation.holds(try texts.bytes(row).map(Value.string) ?? .null, constant)
        }
    }
}
