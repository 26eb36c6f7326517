/// An argument of a query's text, for `$0` or `%@`.
package enum PredicateArgument: Hashable, Sendable {
    case value(QueryValue)
    case list([QueryValue])
    /// The path of property names, for `%K` and `$K0`.
    case keyPath(String)
}

/// A parsed text in Realm's query language: the condition, and the steps after it, in order.
struct ParsedQuery: Hashable, Sendable {
    var predicate: Predicate
    var steps: [ResultStep] = []
}

/// Parses predicates: one grammar for two languages that differ in words and literals.
///
/// `NOT` binds tightest, then `* /`, `+ -`, comparisons, `AND`, `OR`. Any text leads to an error or a result: its
/// length and the depth of its nesting are limited. Source: file-format/queries.md, "The query language" and
/// "Predicates of the Swift SDK".
package struct PredicateParser {
    /// The maximum number of bytes of a text.
    static let maximumLength = 1 << 20
    var lexer: PredicateLexer
    let arguments: [PredicateArgument]
    var token: PredicateToken
    var lookahead: PredicateToken?
    /// The number of arguments of a format string used so far.
    var usedArguments = 0
    private var depth = 0

    var dialect: PredicateDialect { lexer.dialect }
    /// The options of all comparisons in this language.
    var baseOptions: ComparisonOptions { dialect == .format ? .sdkRules : [] }

    init(_ text: String, _ dialect: PredicateDialect, _ arguments: [PredicateArgument]) throws(PredicateError) {
        guard text.utf8.count <= PredicateParser.maximumLength else {
            throw PredicateError("a query has at most \(PredicateParser.maximumLength) bytes of text")
        }
        lexer = PredicateLexer(text, dialect)
        self.arguments = arguments
        token = try lexer.next()
    }

    /// Parses a query with its SORT, DISTINCT and LIMIT, in Realm's query language.
    static func parse(
        query text: String, _ arguments: [PredicateArgument] = []
    ) throws(PredicateError) -> ParsedQuery {
        try withRoom(for: text) { () throws(PredicateError) in
            var parser = try PredicateParser(text, .realm, arguments)
            var query = ParsedQuery(predicate: try parser.predicate())
            while let step = try parser.resultStep() { query.steps.append(step) }
            try parser.expectEnd("AND, OR, SORT, DISTINCT, LIMIT or the end")
            return query
        }
    }

    /// Parses a format string of NSPredicate.
    package static func parse(
        format text: String, _ arguments: [PredicateArgument] = []
    ) throws(PredicateError) -> Predicate {
        if let predicate = FormatTemplate.predicate(text, arguments) { return predicate }
        let predicate = try parse(newFormat: text, arguments)
        guard predicate.depth <= Predicate.usualDepth else { return predicate }
        FormatTemplate.remember(text, arguments.count) { (places) throws(PredicateError) in
            try parse(newFormat: text, places)
        }
        return predicate
    }

    /// Parses a format string without the cache.
    static func parse(
        newFormat text: String, _ arguments: [PredicateArgument]
    ) throws(PredicateError) -> Predicate {
        try withRoom(for: text) { () throws(PredicateError) in
            var parser = try PredicateParser(text, .format, arguments)
            let predicate = try parser.predicate()
            try parser.expectEnd("AND, OR or the end")
            guard parser.usedArguments == arguments.count else {
                throw PredicateError(
                    "the format uses \(parser.usedArguments) arguments, but \(arguments.count) were given")
            }
            return predicate
        }
    }

    /// Runs `body`, which parses a text that may be nested as deep as it has opening brackets.
    private static func withRoom<Result>(
        for text: String, _ body: () throws(PredicateError) -> Result
    ) throws(PredicateError) -> Result {
        let brackets = text.utf8.lazy.count { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "{") }
        return brackets <= Predicate.usualDepth ? try body() : try LargeStack.run(body)
    }

    /// Parses a path of property names such as `dog.name`, as used for sorting and aggregates.
    static func parse(keyPath text: String) throws(PredicateError) -> PropertyPath {
        var parser = try PredicateParser(text, .format, [])
        let path = try parser.path(nil)
        try parser.expectEnd("'.' or the end")
        return path
    }

    // MARK: Tokens

    mutating func advance() throws(PredicateError) {
        if let next = lookahead {
            token = next
            lookahead = nil
        } else {
            token = try lexer.next()
        }
    }

    /// The token after the current one.
    mutating func peek() throws(PredicateError) -> PredicateToken {
        if let lookahead { return lookahead }
        let next = try lexer.next()
        lookahead = next
        return next
    }

    func isSymbol(_ symbol: String) -> Bool { token.kind == .symbol(symbol) }

    /// Words that Realm's query language accepts only all in lower or all in upper case.
    private static let strictKeywords: Set<String> = [
        "in", "not", "any", "some", "all", "none", "true", "false", "first", "last", "size",
    ]

    /// The keyword that a token is, in lower case.
    func keyword(_ token: PredicateToken) -> String? {
        guard case .word(let word) = token.kind, word.utf8.count <= 16 else { return nil }
        let lower = word.lowercased()
        if dialect == .realm, PredicateParser.strictKeywords.contains(lower), word != lower, word != word.uppercased() {
            return nil
        }
        return lower
    }

    func isKeyword(_ words: String...) -> Bool { keyword(token).map { words.contains($0) } ?? false }

    mutating func take(_ symbol: String) throws(PredicateError) -> Bool {
        guard isSymbol(symbol) else { return false }
        try advance()
        return true
    }

    mutating func expect(_ symbol: String, _ place: String) throws(PredicateError) {
        guard try take(symbol) else { throw unexpected("'\(symbol)' \(place)") }
    }

    func unexpected(_ expected: String) -> PredicateError {
        PredicateError("expected \(expected), found \(token.text)", at: token.offset)
    }

    func expectEnd(_ expected: String) throws(PredicateError) {
        guard token.kind == .end else { throw unexpected(expected) }
    }

    // MARK: Logic

    /// The content of parentheses: a condition, or one side of a comparison.
    enum Part {
        case condition(Predicate)
        case operand(Operand)
    }

    mutating func predicate() throws(PredicateError) -> Predicate { try condition(logic()) }

    /// The part as a condition.
    private func condition(_ part: Part) throws(PredicateError) -> Predicate {
        switch part {
        case .condition(let predicate): return predicate
        case .operand: throw unexpected("a comparison such as '=='")
        }
    }

    private func operand(_ part: Part, at offset: Int) throws(PredicateError) -> Operand {
        switch part {
        case .operand(let operand): return operand
        case .condition: throw PredicateError("expected a property or a value, found a condition", at: offset)
        }
    }

    /// Enters brackets: all nesting of a text goes through here.
    mutating func enter() throws(PredicateError) {
        depth += 1
        guard depth <= Predicate.maximumDepth else { throw tooDeep() }
    }

    mutating func leave() { depth -= 1 }

    private func tooDeep() -> PredicateError {
        PredicateError("is nested deeper than \(Predicate.maximumDepth) levels", at: token.offset)
    }

    /// The content of parentheses, a subquery or the whole text: conditions joined by AND and OR.
    mutating func logic() throws(PredicateError) -> Part {
        var junction = Junction()
        var part = try negation()
        while let word = junctionWord() {
            junction.add(try condition(part), before: word)
            try advance()
            part = try negation()
        }
        if junction.isEmpty { return part }
        junction.add(try condition(part), before: .or)
        return .condition(junction.predicate)
    }

    /// Conditions joined by OR, some of which are joined by AND.
    private struct Junction {
        enum Word { case and, or }

        private var conjuncts: [Predicate] = []
        private var disjuncts: [Predicate] = []

        var isEmpty: Bool { conjuncts.isEmpty && disjuncts.isEmpty }
        var predicate: Predicate { disjuncts.count == 1 ? disjuncts[0] : .or(disjuncts) }

        mutating func add(_ condition: Predicate, before word: Word) {
            conjuncts.append(condition)
            guard word == .or else { return }
            disjuncts.append(conjuncts.count == 1 ? condition : .and(conjuncts))
            conjuncts = []
        }
    }

    private func junctionWord() -> Junction.Word? {
        if isSymbol("&&") || isKeyword("and") { return .and }
        return isSymbol("||") || isKeyword("or") ? .or : nil
    }

    /// A comparison, or anything else that can be negated.
    private mutating func negation() throws(PredicateError) -> Part {
        let count = try takeNegations()
        let start = token.offset
        var part = try sum()
        if case .operand(let operand) = part { part = try comparison(operand, from: start) }
        return count == 0 ? part : try negated(part, count)
    }

    private mutating func takeNegations() throws(PredicateError) -> Int {
        var count = 0
        while isSymbol("!") || isKeyword("not") {
            try advance()
            count += 1
        }
        return count
    }

    private func negated(_ part: Part, _ count: Int) throws(PredicateError) -> Part {
        let negated = try condition(part)
        return .condition(count % 2 == 0 ? negated : .not(negated))
    }

    // MARK: Comparisons

    /// The comparison that begins with an operand; the operand itself if nothing follows.
    private mutating func comparison(_ left: Operand, from start: Int) throws(PredicateError) -> Part {
        let offset = token.offset
        guard let relation = try relation() else { return .operand(left) }
        if relation == .between { return .condition(try range(of: left, at: offset)) }
        let options = try comparisonOptions(relation.relation)
        let behind = token.offset
        let right = relation.relation == .isWithin ? try region() : try operand(sum(), at: behind)
        let comparison = Predicate.Comparison(
            left: left, relation: relation.relation, right: right, options: options, offset: offset)
        guard dialect == .format else { return .condition(.comparison(comparison)) }
        return .condition(try formatComparison(comparison, at: start))
    }

    private enum ComparisonWord: Equatable {
        case relation(Predicate.Relation)
        case between

        var relation: Predicate.Relation { if case .relation(let relation) = self { relation } else { .equal } }
    }

    private static let symbols: [String: Predicate.Relation] = [
        "==": .equal, "=": .equal, "!=": .notEqual, "<>": .notEqual, "<": .less, "<=": .lessOrEqual, "=<": .lessOrEqual,
        ">": .greater, ">=": .greaterOrEqual, "=>": .greaterOrEqual,
    ]
    private static let words: [String: Predicate.Relation] = [
        "in": .isIn, "beginswith": .beginsWith, "endswith": .endsWith, "contains": .contains, "like": .like,
        "geowithin": .isWithin, "text": .hasWords,
    ]

    /// Consumes the relation here; nil if there is none.
    private mutating func relation() throws(PredicateError) -> ComparisonWord? {
        var found: ComparisonWord?
        if case .symbol(let symbol) = token.kind {
            found = PredicateParser.symbols[symbol].map { .relation($0) }
        } else if let keyword = keyword(token) {
            if keyword == "matches" {
                throw PredicateError("regular expressions (MATCHES) are not supported; use LIKE", at: token.offset)
            }
            found = keyword == "between" ? .between : PredicateParser.words[keyword].map { .relation($0) }
        }
        if found != nil { try advance() }
        return found
    }

    private mutating func comparisonOptions(
        _ relation: Predicate.Relation
    ) throws(PredicateError) -> ComparisonOptions {
        guard case .options(let letters) = token.kind else { return baseOptions }
        guard !relation.isOrder, relation != .hasWords, relation != .isWithin else {
            throw PredicateError("'[\(letters)]' cannot stand behind '\(relation.name)'", at: token.offset)
        }
        try advance()
        var options = baseOptions
        if letters.contains("c") { options.insert(.caseInsensitive) }
        if letters.contains("d") { options.insert(.diacriticInsensitive) }
        return options
    }

    private mutating func range(of operand: Operand, at offset: Int) throws(PredicateError) -> Predicate {
        let start = token.offset
        let limits: [Operand]
        if case .format = token.kind, case .list(let values, _) = try primaryOperand() {
            limits = values.map { .value($0) }
        } else {
            guard isSymbol("{") else {
                throw PredicateError("expected '{' behind BETWEEN, found \(token.text)", at: start)
            }
            guard case .list(let values, _) = try primaryOperand() else { throw unexpected("two limits") }
            limits = values.map { .value($0) }
        }
        guard limits.count == 2 else {
            throw PredicateError("Operator 'BETWEEN' requires list with 2 elements.", at: start)
        }
        var range = Predicate.RangeCondition(
            operand: operand, lower: limits[0], upper: limits[1], isPerElement: dialect == .format,
            options: baseOptions, offset: offset)
        // NONE is NOT ANY in format strings.
        guard dialect == .format, case .path(var path) = operand, path.quantifier == Operand.Quantifier.none else {
            return .between(range)
        }
        path.quantifier = .any
        range.operand = .path(path)
        return .not(.between(range))
    }

    // MARK: Arithmetic

    private mutating func sum() throws(PredicateError) -> Part {
        var row = ArithmeticRow()
        var start = token.offset
        var part = try primary()
        while let sign = try takeSign() {
            row.add(try operand(part, at: start), before: sign)
            start = token.offset
            part = try primary()
        }
        return row.isEmpty ? part : try ended(row, operand(part, at: start))
    }

    /// Consumes the operator here.
    private mutating func takeSign() throws(PredicateError) -> Operand.ArithmeticOperator? {
        guard case .symbol(let symbol) = token.kind, symbol.utf8.count == 1,
            let sign = Operand.ArithmeticOperator(rawValue: Character(symbol))
        else { return nil }
        guard dialect == .realm else {
            throw PredicateError("arithmetic is not supported in format strings", at: token.offset)
        }
        try advance()
        return sign
    }

    private func ended(_ row: ArithmeticRow, _ last: Operand) throws(PredicateError) -> Part {
        guard row.count <= Predicate.maximumDepth else {
            throw PredicateError("more than \(Predicate.maximumDepth) operators in a row", at: token.offset)
        }
        let operand = row.operand(endingWith: last)
        guard operand.depth <= Predicate.maximumDepth else { throw tooDeep() }
        return .operand(operand)
    }

    /// Operands joined by operators, from left to right; `*` and `/` bind tighter.
    private struct ArithmeticRow {
        private var sum: (operand: Operand, sign: Operand.ArithmeticOperator)?
        private var product: (operand: Operand, sign: Operand.ArithmeticOperator)?
        private(set) var count = 0

        var isEmpty: Bool { count == 0 }

        mutating func add(_ operand: Operand, before sign: Operand.ArithmeticOperator) {
            // An overlong chain is refused at its end, but never builds a tree that is too deep to be freed.
            count += 1
            guard count <= Predicate.maximumDepth else { return }
            if sign == .multiply || sign == .divide {
                product = (times(operand), sign)
            } else {
                sum = (self.operand(endingWith: operand), sign)
                product = nil
            }
        }

        func operand(endingWith last: Operand) -> Operand {
            let factor = times(last)
            return sum.map { .arithmetic($0.sign, $0.operand, factor) } ?? factor
        }

        private func times(_ operand: Operand) -> Operand {
            product.map { .arithmetic($0.sign, $0.operand, operand) } ?? operand
        }
    }
}
