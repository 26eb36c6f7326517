/// Tests the type of mixed values: `v.@type == 'int'`.
final class TypeTest: RowTest {
    private let values: OperandTest.Side
    private let isNegated: Bool
    /// The wanted types; one of them, or for a negated test all, must apply.
    private let types: [MixedTypes]
    private var read = ValueGroups()
    let cost = 20

    init(_ values: OperandTest.Side, _ types: [MixedTypes], isNegated: Bool) {
        self.values = values
        self.types = types
        self.isNegated = isNegated
    }

    func filter(_ rows: RowSet) throws(FormatError) -> RowSet {
        try rows.filter { (row) throws(FormatError) in
            try values.reader.read(row, into: &read)
            return (0..<read.groupCount).contains { isMet(read.group($0)) }
        }
    }

    private func isMet(_ group: ArraySlice<Value>) -> Bool {
        func holds(_ value: Value) -> Bool {
            let type = MixedTypes(of: value)
            return types.contains { type.isDisjoint(with: $0) == isNegated }
        }
        switch read.isList ? values.quantifier : nil {
        case .all?: return group.allSatisfy(holds)
        case Operand.Quantifier.none?: return !group.contains(where: holds)
        case .any?, nil: return group.contains(where: holds)
        }
    }
}

extension PredicateCompiler {
    func typeTest(
        _ comparison: Predicate.Comparison, _ left: Side, _ right: Side
    ) throws(QueryError) -> any RowTest {
        let (side, other) = left.asksType ? (left, right) : (right, left)
        guard let names = other.constants, !other.asksType else {
            throw error("A @type is compared with the name of a type", at: comparison.offset)
        }
        guard comparison.relation.isEquality else {
            throw error(
                "Unsupported operator \(comparison.relation.name) in query. Only equal (==) and not equal (!=) are "
                    + "supported for this type.", at: comparison.offset)
        }
        if side.quantifier != nil, !side.takesQuantifier, !side.isList {
            throw error(
                "The keypath following '\(side.quantifier?.rawValue ?? "")' must contain a list", at: side.offset)
        }
        var types: [MixedTypes] = []
        for name in names {
            guard case .string(let bytes) = name else {
                throw error("A @type is compared with the name of a type", at: comparison.offset)
            }
            let text = String(decoding: bytes, as: UTF8.self)
            guard let found = MixedTypes(named: text) else {
                throw error(
                    "Unable to parse the type attribute string '\(text)', supported case insensitive values are: "
                        + MixedTypes.allNames.joined(separator: ", "), at: comparison.offset,
                    suggestions: PredicateError.suggestions(for: text, among: MixedTypes.allNames))
            }
            types.append(found)
        }
        return TypeTest(
            OperandTest.Side(reader: side.reader, quantifier: side.quantifier), types,
            isNegated: comparison.relation == .notEqual)
    }
}
