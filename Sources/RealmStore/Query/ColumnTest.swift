/// Compares a single-valued column of the object itself with a constant: the most common condition, a leaf at a time.
final class ColumnTest: RowTest {
    let cursor: ClusterCursor
    let column: Int
    let relation: ValueRelation
    let constant: Value
    var cost: Int {
        switch constant {
        case .int, .bool, .null: 1
        case .string, .binary: relation.relation.isEquality ? 6 : 10
        default: 3
        }
    }

    init(_ cursor: ClusterCursor, _ column: Int, _ relation: ValueRelation, _ constant: Value) {
        self.cursor = cursor
        self.column = column
        self.relation = relation
        self.constant = constant
    }

    func filter(_ rows: RowSet) throws(FormatError) -> RowSet {
        let leaf = try cursor.leaf(column)
        if case .int(let number) = constant, let values = leaf.int {
            return ColumnTest.filter(rows, values, relation.relation, number)
        }
        if let texts = leaf.string { return try filter(rows, texts) }
        return try rows.filter { (row) throws(FormatError) in relation.holds(try leaf.value(row), constant) }
    }

    private static func filter(
        _ rows: RowSet, _ values: IntegerArray, _ relation: Predicate.Relation, _ number: Int64
    ) -> RowSet {
        switch relation {
        case .equal, .isIn: rows.filter { values[$0] == number }
        case .notEqual: rows.filter { values[$0] != number }
        case .less: rows.filter { values[$0] < number }
        case .lessOrEqual: rows.filter { values[$0] <= number }
        case .greater: rows.filter { values[$0] > number }
        case .greaterOrEqual: rows.filter { values[$0] >= number }
        case .beginsWith, .endsWith, .contains, .like, .hasWords: RowSet()
        }
    }

    private func filter(_ rows: RowSet, _ texts: StringLeaf) throws(FormatError) -> RowSet {
        if case .string(let wanted) = constant,
            relation.options.isDisjoint(with: [.caseInsensitive, .diacriticInsensitive]),
            relation.relation == .equal || relation.relation == .isIn
        {
            return try rows.filter { (row) throws(FormatError) in
                guard let bytes = try texts.bytes(row) else { return false }
                return bytes.count == wanted.count && ByteOrder.equal(bytes, wanted)
            }
        }
        return try rows.filter { (row) throws(FormatError) in
            relation.holds(try texts.bytes(row).map(Value.string) ?? .null, constant)
        }
    }
}
