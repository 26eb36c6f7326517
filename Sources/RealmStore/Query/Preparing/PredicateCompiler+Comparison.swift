// Comparisons and ranges.

extension PredicateCompiler {
    mutating func test(_ comparison: Predicate.Comparison) throws(QueryError) -> any RowTest {
        let (options, offset) = (comparison.options, comparison.offset)
        if options.contains(.diacriticInsensitive), context.folding == nil {
            throw error("comparisons that are insensitive to accents ([d]) are not available here", at: offset)
        }
        if options.isSuperset(of: [.diacriticInsensitive, .sdkRules]), comparison.relation == .like {
            throw error("Operator 'LIKE' is not supported with the diacritic-insensitive modifier [d]", at: offset)
        }
        if let test = plainTest(comparison) { return test }
        if let test = try geoTest(comparison) { return test }
        if let test = try objectTest(comparison) { return test }
        if comparison.relation == .hasWords { return try fullTextTest(comparison) }
        var (left, right) = try sides(comparison.left, comparison.right, options, at: offset)
        if left.asksType || right.asksType { return try typeTest(comparison, left, right) }
        try check(left, right, comparison)
        if options.contains(.sdkRules) { try applySDKRules(&left, &right, comparison) }
        if let test = columnTest(left, comparison, right) { return test }
        var relation = ValueRelation(relation: comparison.relation, options: options)
        relation.folding = context.folding
        relation.rules = PredicateCompiler.generalRules(
            (left.type, right.type), isConstant: right.constants != nil, options)
        if let constant = right.constant { relation.needle = PredicateCompiler.needle(constant, relation) }
        if let test = linkedTest(left, relation, right) { return test }
        return OperandTest(
            OperandTest.Side(reader: left.reader, quantifier: left.quantifier), relation,
            OperandTest.Side(reader: right.reader, quantifier: right.quantifier))
    }

    private static func needle(_ constant: Value, _ relation: ValueRelation) -> TextMatch.Needle? {
        switch constant {
        case .string(let bytes), .binary(let bytes):
            TextMatch.Needle(
                bytes, folded: relation.options.contains(.caseInsensitive),
                isSearched: relation.relation == .contains)
        default: nil
        }
    }

    /// - Parameter isConstant: whether the right side is constant.
    private static func generalRules(
        _ types: (ValueType?, ValueType?), isConstant: Bool, _ options: ComparisonOptions
    ) -> ValueRelation.Rules {
        guard options.contains(.sdkRules) else { return [] }
        var rules: ValueRelation.Rules = isConstant ? [.emptyIsFoundNowhere] : []
        if types.0 == .mixed || types.1 == .mixed { rules.insert(.textEqualsData) }
        return rules
    }

    // MARK: Checks

    private func check(_ left: Side, _ right: Side, _ comparison: Predicate.Comparison) throws(QueryError) {
        let offset = comparison.offset
        for side in [left, right] where side.quantifier != nil && !side.takesQuantifier && !side.isList {
            throw error(
                "The keypath following '\(side.quantifier?.rawValue ?? "")' must contain a list", at: side.offset)
        }
        if left.isValueCollection, right.isValueCollection {
            throw error(
                "Two collections of values cannot be compared by order ('\(right.text)' and '\(left.text)')", at: offset
            )
        }
        for (side, other) in [(left, right), (right, left)]
        where side.type == .link && side.isList && !side.takesQuantifier && other.constant?.isNull ?? false {
            throw error("Cannot compare linklist ('\(side.text)') with NULL", at: offset)
        }
        let relation = comparison.relation
        if relation == .isIn, !right.isList, !right.takesQuantifier {
            throw error("The keypath following 'IN' must contain a list. Found '\(right.text)'", at: offset)
        }
        if relation.isOrder, left.type == .link || (right.type == .link && left.type != .mixed) {
            throw error(
                "Unsupported operator \(relation.name) in query. Only equal (==) and not equal (!=) are supported for "
                    + "this type.", at: offset)
        }
        let isFolded = !comparison.options.isDisjoint(with: [.caseInsensitive, .diacriticInsensitive])
        if relation.isTextSearch || isFolded { try checkText(right, comparison, isFolded) }
        if relation.isTextSearch {
            guard comparison.options.contains(.sdkRules) else { return }
            try checkText(left, comparison, isFolded)
        }
        try checkTypes(left, right, offset)
    }

    private func checkText(
        _ side: Side, _ comparison: Predicate.Comparison, _ isFolded: Bool
    ) throws(QueryError) {
        if side.type == .string || side.type == .binary || side.type == .mixed { return }
        if side.type == nil, comparison.options.contains(.sdkRules) { return }
        throw error(
            "Unsupported comparison operator '\(comparison.relation.name)\(isFolded ? "[c]" : "")' against type "
                + "'\(side.type?.queryName ?? "null")', right side must be a string or binary type",
            at: comparison.offset)
    }

    private func checkTypes(_ left: Side, _ right: Side, _ offset: Int?) throws(QueryError) {
        guard let leftType = left.type, let rightType = right.type, leftType != rightType,
            !(leftType.isNumeric && rightType.isNumeric), leftType != .mixed, rightType != .mixed
        else {
            if let target = left.target, let other = right.target, target.key != other.key {
                throw error(
                    "Unsupported comparison between links to '\(target.displayName)' and '\(other.displayName)'",
                    at: offset)
            }
            return try checkListOfLinks(left, right, offset)
        }
        throw error(
            "Unsupported comparison between type '\(leftType.queryName)' and type '\(rightType.queryName)'", at: offset)
    }

    private func checkListOfLinks(_ left: Side, _ right: Side, _ offset: Int?) throws(QueryError) {
        for (side, other) in [(left, right), (right, left)] where side.type == .link && other.constants != nil {
            for value in other.constants ?? [] {
                switch value {
                case .null, .link: continue
                default:
                    throw error(
                        "Unsupported comparison between '\(side.text)' and a value that is no object", at: offset)
                }
            }
        }
    }

    /// The SDK requires quantifiers where Realm's query language implies ANY, and refuses impossible comparisons.
    private func applySDKRules(
        _ left: inout Side, _ right: inout Side, _ comparison: Predicate.Comparison
    ) throws(QueryError) {
        if comparison.relation == .isIn, right.isList, right.constants == nil, right.quantifier == nil {
            right.quantifier = .any
        }
        for side in [left, right]
        where side.isList && side.quantifier == nil && side.constants == nil {
            throw error(
                "Key paths that include a collection property must use aggregate operations such as ANY: "
                    + "'\(side.text)'",
                at: side.offset)
        }
        if left.isList, right.isList, right.quantifier == nil { right.quantifier = .any }
        try checkOrder(left, right, comparison.relation, at: comparison.offset)
        for (side, other) in [(left, right), (right, left)] {
            try checkWhole(other, beside: side, comparison.offset)
        }
        if comparison.left.isProperty, comparison.right.isProperty, left.type != right.type {
            throw error(
                "Property type mismatch between '\(left.text)' of type '\(left.type?.queryName ?? "null")' and "
                    + "'\(right.text)' of type '\(right.type?.queryName ?? "null")'", at: comparison.offset)
        }
    }

    /// The SDK asks bools, ObjectIds and UUIDs only whether they are equal.
    private func checkOrder(
        _ left: Side, _ right: Side, _ relation: Predicate.Relation, at offset: Int?
    ) throws(QueryError) {
        guard relation.isOrder else { return }
        for case let (type?, false) in [(left.type, left.constants != nil), (right.type, right.constants != nil)]
        where !type.isOrderedInSDK {
            throw error("Operator '\(relation.name)' not supported for type '\(type.queryName)'", at: offset)
        }
    }

    /// The SDK compares whole numbers with whole numbers only.
    private func checkWhole(_ constant: Side, beside side: Side, _ offset: Int?) throws(QueryError) {
        guard side.type == .int else { return }
        switch constant.constant {
        case .double, .float:
            throw error("Expected a whole number for property '\(side.text)', got \(constant.text)", at: offset)
        default: return
        }
    }

    // MARK: Columns of the object itself

    /// A test of one column with a constant, if the comparison has that form.
    private func plainTest(_ comparison: Predicate.Comparison) -> (any RowTest)? {
        guard variable == nil, let (column, value) = comparison.plainSides(cursor.table, context.names),
            comparison.relation == .equal || comparison.relation == .notEqual
                || comparison.relation.isOrder && column.type.isOrderedInSDK
        else { return nil }
        return columnTest(cursor.add(column), (column.type, column.type), comparison, value.value(in: scratch))
    }

    private func columnTest(
        _ left: Side, _ comparison: Predicate.Comparison, _ right: Side
    ) -> (any RowTest)? {
        if let column = left.column, let constants = right.constants {
            guard right.isList else {
                return right.constant.map { columnTest(column, (left.type, right.type), comparison, $0) }
            }
            let isAny = right.quantifier == nil || right.quantifier == .any
            guard comparison.relation == .equal || comparison.relation == .isIn, isAny, left.type != .mixed else {
                return nil
            }
            return listTest(column, left, comparison, constants)
        }
        // With the constant on the left only the general rules apply.
        guard let column = right.column, let constant = left.constant, let relation = comparison.relation.mirrored
        else {
            return nil
        }
        var mirrored = ValueRelation(relation: relation, options: comparison.options)
        mirrored.folding = context.folding
        mirrored.needle = PredicateCompiler.needle(constant, mirrored)
        mirrored.rules = PredicateCompiler.generalRules(
            (left.type, right.type), isConstant: right.constants != nil, comparison.options)
        return ColumnTest(cursor, column, mirrored, constant)
    }

    private func columnTest(
        _ column: Int, _ types: (ValueType?, ValueType?), _ comparison: Predicate.Comparison, _ constant: Value
    ) -> any RowTest {
        var test = ValueRelation(relation: comparison.relation, options: comparison.options)
        test.folding = context.folding
        test.needle = PredicateCompiler.needle(constant, test)
        test.rules = PredicateCompiler.generalRules(types, isConstant: true, comparison.options)
        let (left, right) = types
        if left == right {
            if left == .double || left == .float { test.rules.insert(.ieeeNumbers) }
            if left == .string { test.rules.insert(.nullIsLowestString) }
            if !comparison.options.contains(.sdkRules) { test.rules.insert(.nullIsFoundEverywhere) }
        }
        return ColumnTest(cursor, column, test, constant)
    }

    /// Values of another type than the column's never match in a list.
    private func listTest(
        _ column: Int, _ left: Side, _ comparison: Predicate.Comparison, _ constants: [Value]
    ) -> any RowTest {
        let described = cursor.column(column)
        let isSDK = comparison.options.contains(.sdkRules)
        // Realm Core ignores [c] before a list.
        var relation = ValueRelation(relation: .equal, options: isSDK ? comparison.options : [])
        relation.folding = context.folding
        if described.type == .double || described.type == .float { relation.rules.insert(.ieeeNumbers) }
        let fitting = constants.filter { $0.isNull || $0.fits(described.type) }
        return ColumnListTest(cursor, column, relation, fitting)
    }

    // MARK: Columns behind links

    /// Tests of one value in a row.
    private static let fewConstants = 16

    /// A test of a column at the end of links with one constant, or several that it may equal.
    private func linkedTest(_ left: Side, _ relation: ValueRelation, _ right: Side) -> (any RowTest)? {
        guard let reader = left.reader as? PathReader, let column = reader.linkedColumn, let constants = right.constants
        else { return nil }
        if right.isList {
            // Lists on both sides are compared as wholes, or merged, unless there is a quantifier.
            guard relation.relation == .equal || relation.relation == .isIn, right.quantifier ?? .any == .any,
                !left.isList || left.quantifier == .any || left.quantifier == Operand.Quantifier.none
            else { return nil }
        }
        let path = reader.path
        let tests = constants.map { constant in
            var relation = relation
            relation.needle = PredicateCompiler.needle(constant, relation)
            return ColumnTest(path.end, column, relation, constant)
        }
        var test = DisjunctionTest.merging(tests)
        // For many constants that are not looked up together, it is faster to read each value once.
        if let tests = test as? DisjunctionTest, tests.children.count > PredicateCompiler.fewConstants { return nil }
        let demand: LinkedTest.Demand =
            if path.isUnary {
                .only(orElse: constants.contains { relation.holds(.null, $0) })
            } else {
                left.quantifier == .all ? .all : .any
            }
        for hop in path.hops.indices.reversed() { test = LinkedTest(path, hop, demand, test) }
        return left.quantifier == Operand.Quantifier.none && !path.isUnary ? NegationTest(test) : test
    }

    // MARK: Ranges

    mutating func test(_ range: Predicate.RangeCondition) throws(QueryError) -> any RowTest {
        let (operand, limits) = try sides(range.operand, range.lower, range.options, at: range.offset)
        guard range.isPerElement else {
            if operand.isValueCollection, operand.quantifier != .all {
                throw error(
                    "Only 'ALL' supported for operator 'BETWEEN' when applied to lists.", at: range.offset)
            }
            return try test(range.asComparisons)
        }
        guard operand.isList else { return try test(range.asComparisons) }
        guard operand.quantifier != nil else {
            throw error(
                "Key paths that include a collection property must use aggregate operations such as ANY: "
                    + "'\(operand.text)'", at: operand.offset)
        }
        let (_, others) = try sides(range.operand, range.upper, range.options, at: range.offset)
        guard let lower = limits.constant, let upper = others.constant, operand.type != .link else {
            throw error("BETWEEN needs two values of the property's type", at: range.offset)
        }
        for limit in [limits, others] {
            try checkTypes(operand, limit, range.offset)
            guard range.options.contains(.sdkRules) else { continue }
            try checkWhole(limit, beside: operand, range.offset)
            try checkOrder(operand, limit, .lessOrEqual, at: range.offset)
        }
        return ElementRangeTest(
            operand.reader, (ValueRelation(relation: .greaterOrEqual), lower),
            (ValueRelation(relation: .lessOrEqual), upper))
    }
}

extension Predicate.RangeCondition {
    /// The range as two comparisons.
    var asComparisons: Predicate {
        .and([
            .compare(operand, .greaterOrEqual, lower, options, at: offset),
            .compare(operand, .lessOrEqual, upper, options, at: offset),
        ])
    }
}

extension Value {
    /// True for a value that fits a column of that type.
    func fits(_ type: ValueType) -> Bool {
        switch (self, type) {
        case (.int, .int), (.bool, .bool), (.float, .float), (.double, .double), (.string, .string), (.binary, .binary),
            (.timestamp, .timestamp), (.decimal, .decimal), (.objectId, .objectId), (.uuid, .uuid), (.link, .link):
            true
        default: type == .mixed
        }
    }
}

extension Predicate.Comparison {
    /// The sides of the most common comparison: a property, and a value of its own type. There is nothing to convert or
    /// refuse.
    fileprivate func plainSides(_ table: Table, _ names: PropertyNames) -> (column: Column, value: QueryValue)? {
        guard case .path(let path) = left, path.quantifier == nil, path.steps.count == 1,
            case .property(let name) = path.steps[0], case .value(let value) = right,
            options.isSubset(of: [.sdkRules, .isTruthValue]),
            let column = table.column(named: names.column(name, table.displayName) ?? name),
            column.collection == nil, value.type == column.type, value.isPlain
        else { return nil }
        return (column, value)
    }
}

extension QueryValue {
    /// Compared with a property of its type as it is.
    fileprivate var isPlain: Bool {
        switch self {
        case .int, .double, .string, .timestamp, .objectId, .uuid: true
        default: false
        }
    }
}

extension Predicate {
    /// The value of another equality, which differs from this one in nothing else; nil if it is not plain, or more
    /// differs.
    func plainValue(of other: Predicate) -> QueryValue? {
        guard case .comparison(let own) = self, case .comparison(let other) = other,
            own.relation == .equal, other.relation == .equal, own.options == other.options,
            case .value(let known) = own.right, case .value(let value) = other.right,
            known.isPlain, value.isPlain, known.type == value.type, own.left == other.left
        else { return nil }
        return value
    }
}

extension IndexLookup {
    /// The value of an indexed property, if that is all of a predicate.
    static func key(
        _ predicate: Predicate, _ table: Table, _ context: QueryContext, _ scratch: ValueScratch
    ) -> (column: Column, value: Value)? {
        guard case .comparison(let comparison) = predicate, comparison.relation == .equal,
            let (column, value) = comparison.plainSides(table, context.names), column.isIndexed
        else { return nil }
        let constant = value.value(in: scratch)
        return IndexLookup.isUsable(column, for: constant) ? (column, constant) : nil
    }
}
