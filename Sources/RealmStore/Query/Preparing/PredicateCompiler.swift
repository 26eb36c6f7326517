/// Turns a predicate into tests on the columns of one version: looks up names, checks types, converts constants.
///
/// Source: file-format/queries.md, "Types in a comparison".
struct PredicateCompiler {
    let context: QueryContext
    /// Memory of the constants, which must live as long as the tests.
    let scratch: ValueScratch
    /// The objects to which the condition applies.
    let cursor: ClusterCursor
    /// The variable of the enclosing subquery.
    var variable: String?

    init(_ context: QueryContext, _ cursor: ClusterCursor, _ scratch: ValueScratch, variable: String? = nil) {
        self.context = context
        self.cursor = cursor
        self.scratch = scratch
        self.variable = variable
    }

    /// A compiler for the objects of another class.
    func nested(for cursor: ClusterCursor, variable: String) -> PredicateCompiler {
        PredicateCompiler(context, cursor, scratch, variable: variable)
    }

    mutating func test(_ predicate: Predicate) throws(QueryError) -> any RowTest {
        switch predicate {
        case .constant(let isMet): return ConstantTest(isMet)
        case .and(let children): return ConjunctionTest(try tests(PredicateCompiler.parts(ofAnd: children)))
        case .or(let children): return DisjunctionTest.merging(try tests(PredicateCompiler.parts(ofOr: children)))
        case .not(let child): return NegationTest(try test(child))
        case .comparison(let comparison): return try test(comparison)
        case .between(let range): return try test(range)
        }
    }

    private mutating func tests(_ predicates: [Predicate]) throws(QueryError) -> [any RowTest] {
        var tests: [any RowTest] = []
        for predicate in predicates { tests.append(try test(predicate)) }
        return tests
    }

    /// The conditions of AND, including those of nested ANDs: so the cheapest of all goes first.
    private static func parts(ofAnd children: [Predicate]) -> [Predicate] {
        flattened(children) { if case .and(let parts) = $0 { parts } else { nil } }
    }

    private static func parts(ofOr children: [Predicate]) -> [Predicate] {
        flattened(children) { if case .or(let parts) = $0 { parts } else { nil } }
    }

    /// Conditions in their order, with compound ones replaced by their parts.
    private static func flattened(_ children: [Predicate], _ parts: (Predicate) -> [Predicate]?) -> [Predicate] {
        guard children.contains(where: { parts($0) != nil }) else { return children }
        var found: [Predicate] = []
        var rest = Array(children.reversed())
        while let next = rest.popLast() {
            if let parts = parts(next) { rest += parts.reversed() } else { found.append(next) }
        }
        return found
    }

    // MARK: Errors

    func error(_ message: String, at offset: Int? = nil, suggestions: [String] = []) -> QueryError {
        .predicate(PredicateError(message, at: offset, suggestions: suggestions))
    }

    func reading<Result>(_ body: @autoclosure () throws(FormatError) -> Result) throws(QueryError) -> Result {
        do { return try body() } catch { throw .damaged(error) }
    }

    // MARK: Operands

    /// One prepared side of a comparison.
    struct Side {
        var reader: any ValueReader
        /// The type of its values; nil for null.
        var type: ValueType?
        /// True if there may be any number of values.
        var isList = false
        /// True if a quantifier may precede it.
        var takesQuantifier = false
        var quantifier: Operand.Quantifier?
        /// For links, their target class.
        var target: Table?
        /// The number of the column, if the side is a single value of the object itself.
        var column: Int?
        /// True if the side is a list or set of values.
        var isValueCollection = false
        /// The values, if it is constant.
        var constants: [Value]?
        /// True if the side is the type of the values, not the values.
        var asksType = false
        var offset: Int?
        var text = ""

        /// The value of a constant that is not a list.
        var constant: Value? { isList ? nil : constants?.first }
    }

    /// A side that is not constant.
    mutating func side(_ operand: Operand, _ options: ComparisonOptions) throws(QueryError) -> Side {
        switch operand {
        case .path(let path): return try side(path, options)
        case .subquery(let subquery): return try side(subquery, options)
        case .arithmetic(let sign, let left, let right): return try side(sign, left, right, options)
        case .value(let value): return try side([value], as: nil, isList: false, nil)
        case .list(let values, let quantifier): return try side(values, as: nil, isList: true, quantifier)
        }
    }

    private mutating func side(
        _ subquery: Operand.Subquery, _ options: ComparisonOptions
    ) throws(QueryError) -> Side {
        var walker = PathCompiler(self, options)
        let path = try walker.objects(subquery.path)
        var inner = nested(for: path.end, variable: subquery.variable)
        let condition = try inner.test(subquery.predicate)
        return Side(reader: SubqueryReader(path, condition), type: .int, offset: subquery.path.offset)
    }

    private mutating func side(
        _ sign: Operand.ArithmeticOperator, _ left: Operand, _ right: Operand, _ options: ComparisonOptions
    ) throws(QueryError) -> Side {
        let (left, right) = try sides(left, right, options, constantsAllowed: true)
        guard PredicateCompiler.isNumber(left.type), PredicateCompiler.isNumber(right.type) else {
            throw error(
                "Cannot perform '\(sign.rawValue)' operation on '\(left.text)' and '\(right.text)'",
                at: left.offset ?? right.offset)
        }
        let reader = ArithmeticReader(left.reader, sign, right.reader)
        var side = Side(reader: reader, type: PredicateCompiler.higher(left.type, right.type))
        side.isList = left.isList || right.isList
        side.quantifier = left.quantifier ?? right.quantifier
        side.offset = left.offset ?? right.offset
        side.text = "\(left.text) \(sign.rawValue) \(right.text)"
        if let left = left.constant, let right = right.constant {
            let value = sign.apply(left, right)
            side.reader = ConstantReader([value], isList: false)
            side.constants = [value]
        }
        return side
    }

    private static func isNumber(_ type: ValueType?) -> Bool { type.map { $0.isNumeric || $0 == .mixed } ?? true }

    /// The type of a result: mixed if an operand's is unknown, else the higher one.
    private static func higher(_ left: ValueType?, _ right: ValueType?) -> ValueType {
        for type in [ValueType.mixed, .decimal, .double, .float] where left == type || right == type { return type }
        return .int
    }

    /// Both sides of a comparison; a constant takes the type of the other side if that is exact.
    mutating func sides(
        _ left: Operand, _ right: Operand, _ options: ComparisonOptions, at offset: Int? = nil,
        constantsAllowed: Bool = false
    ) throws(QueryError) -> (Side, Side) {
        if left.isConstant, right.isConstant, !constantsAllowed {
            throw error("Cannot compare two constants", at: offset)
        }
        if right.isConstant {
            let side = try side(left, options)
            return (side, try constant(right, for: side, options))
        }
        let side = try side(right, options)
        return (left.isConstant ? try constant(left, for: side, options) : try self.side(left, options), side)
    }
}
