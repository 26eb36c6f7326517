/// Compares two operands of any kind.
final class OperandTest: RowTest {
    /// A side of the comparison.
    struct Side {
        let reader: any ValueReader
        let quantifier: Operand.Quantifier?
    }

    private let relation: ValueRelation
    private let left: Side
    private let right: Side
    private var leftValues = ValueGroups()
    private var rightValues = ValueGroups()
    let cost = 100

    init(_ left: Side, _ relation: ValueRelation, _ right: Side) {
        self.left = left
        self.relation = relation
        self.right = right
    }

    func filter(_ rows: RowSet) throws(FormatError) -> RowSet {
        try rows.filter { (row) throws(FormatError) in
            try left.reader.read(row, into: &leftValues)
            try right.reader.read(row, into: &rightValues)
            return relation.holds(leftValues, left.quantifier, rightValues, right.quantifier)
        }
    }
}

/// Tests that a single value of an operand lies between two limits.
final class ElementRangeTest: RowTest {
    private let operand: any ValueReader
    private let limits: (lower: (ValueRelation, Value), upper: (ValueRelation, Value))
    private var values = ValueGroups()
    let cost = 100

    init(_ operand: any ValueReader, _ lower: (ValueRelation, Value), _ upper: (ValueRelation, Value)) {
        self.operand = operand
        limits = (lower, upper)
    }

    func filter(_ rows: RowSet) throws(FormatError) -> RowSet {
        try rows.filter { (row) throws(FormatError) in
            try operand.read(row, into: &values)
            return values.values.contains {
                limits.lower.0.holds($0, limits.lower.1) && limits.upper.0.holds($0, limits.upper.1)
            }
        }
    }
}
