/// An argument of a query's text: what `$0` or `%@` stands for.
enum PredicateArgument: Hashable, Sendable {
    case value(QueryValue)
    case list([QueryValue])
    /// The path of property names, for `%K` and `$K0`.
    case keyPath(String)
}

/// What a text in Realm's query language asks for: the objects, and what becomes of them, in that order.
struct ParsedQuery: Hashable, Sendable {
    var predicate: Predicate
    var steps: [ResultStep] = []
}

/// Reads predicates from text: one grammar for two languages that differ in words and literals.
///
/// `NOT` binds tightest, then `* /`, `+ -`, comparisons, `AND`, `OR`. Text of any kind ends in an error or a result:
/// its length and the depth of its nesting are limited. Source: file format, search index and queries, "The query
/// language"; SDK predicates, "Predicate language".
struct PredicateParser {
    /// Bytes of text that are read.
    static let maximumLength = 1 << 20
    /// Parentheses and subqueries within each other.
    static let maximumDepth = 100

    var lexer: PredicateLexer
    let arguments: [PredicateArgument]
    var token: PredicateToken
    var lookahead: PredicateToken?
    /// How many arguments of a format string have been used.
    var usedArguments = 0
    private var depth = 0

    var dialect: PredicateDialect { lexer.dialect }
    /// What comparisons of this language are made with.
    var baseOptions: ComparisonOptions { dialect == .format ? .sdkRules : [] }

    private init(_ text: String, _ dialect: PredicateDialect, _ arguments: [PredicateArgument]) throws(PredicateError) {
        guard text.utf8.count <= PredicateParser.maximumLength else {
            throw PredicateError("a query has at most \(PredicateParser.maximumLength) bytes of text")
        }
        lexer = PredicateLexer(text, dialect)
        self.arguments = arguments
        token = try lexer.next()
    }

    /// Reads a query with its SORT, DISTINCT and LIMIT, in Realm's query language.
    static func parse(
        query text: String, _ arguments: [PredicateArgument] = []
    ) throws(PredicateError) -> ParsedQuery {
        var parser = try PredicateParser(text, .realm, arguments)
        var query = ParsedQuery(predicate: try parser.predicate())
        while let step = try parser.resultStep() { query.steps.append(step) }
        try parser.expectEnd("AND, OR, SORT, DISTINCT, LIMIT or the end")
        return query
    }

    /// Reads a format string as NSPredicate has them.
    static func parse(
        format text: String, _ arguments: [PredicateArgument] = []
    ) throws(PredicateError) -> Predicate {
        if let predicate = FormatTemplate.predicate(text, arguments) { return predicate }
        let predicate = try parse(newFormat: text, arguments)
        FormatTemplate.remember(text, arguments.count) { (places) throws(PredicateError) in
            try parse(newFormat: text, places)
        }
        return predicate
    }

    /// Reads a format string from the text itself.
    static func parse(
        newFormat text: String, _ arguments: [PredicateArgument]
    ) throws(PredicateError) -> Predicate {
        var parser = try PredicateParser(text, .format, arguments)
        let predicate = try parser.predicate()
        try parser.expectEnd("AND, OR or the end")
        guard parser.usedArguments == arguments.count else {
            throw PredicateError(
                "the format uses \(parser.usedArguments) arguments, but \(arguments.count) were given")
        }
        return predicate
    }

    /// Reads a path of property names such as `dog.name`, as sorting and aggregates take it.
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

    /// The token behind the current one.
    mutating func peek() throws(PredicateError) -> PredicateToken {
        if let lookahead { return lookahead }
        let next = try lexer.next()
        lookahead = next
        return next
    }

    func isSymbol(_ symbol: String) -> Bool { token.kind == .symbol(symbol) }

    /// Words that Realm's query language knows all in lower or all in upper case only.
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

    private func expectEnd(_ expected: String) throws(PredicateError) {
        guard token.kind == .end else { throw unexpected(expected) }
    }

    // MARK: Logic

    /// What parentheses may hold: a condition, or one side of a comparison.
    enum Part {
        case condition(Predicate)
        case operand(Operand)
    }

    mutating func predicate() throws(PredicateError) -> Predicate { try condition(disjunction()) }

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

    /// Runs `body` one level deeper.
    mutating func nested<Result>(
        _ body: (inout PredicateParser) throws(PredicateError) -> Result
    ) throws(PredicateError) -> Result {
        guard depth < PredicateParser.maximumDepth else {
            throw PredicateError(
                "parentheses are nested deeper than \(PredicateParser.maximumDepth) levels", at: token.offset)
        }
        depth += 1
        defer { depth -= 1 }
        return try body(&self)
    }

    mutating func disjunction() throws(PredicateError) -> Part {
        let first = try conjunction()
        guard isSymbol("||") || isKeyword("or") else { return first }
        var children = [try condition(first)]
        while isSymbol("||") || isKeyword("or") {
            try advance()
            children.append(try condition(conjunction()))
        }
        return .condition(.or(children))
    }

    private mutating func conjunction() throws(PredicateError) -> Part {
        let first = try negation()
        guard isSymbol("&&") || isKeyword("and") else { return first }
        var children = [try condition(first)]
        while isSymbol("&&") || isKeyword("and") {
            try advance()
            children.append(try condition(negation()))
        }
        return .condition(.and(children))
    }

    private mutating func negation() throws(PredicateError) -> Part {
        var count = 0
        while isSymbol("!") || isKeyword("not") {
            try advance()
            count += 1
        }
        let part = try comparison()
        guard count > 0 else { return part }
        let negated = try condition(part)
        return .condition(count % 2 == 0 ? negated : .not(negated))
    }

    // MARK: Comparisons

    private mutating func comparison() throws(PredicateError) -> Part {
        let start = token.offset
        let left = try sum()
        guard case .operand(let operand) = left else { return left }
        let offset = token.offset
        guard let relation = try relation() else { return left }
        if relation == .between { return .condition(try range(of: operand, at: offset)) }
        let options = try comparisonOptions(relation.relation)
        let behind = token.offset
        let right = try self.operand(sum(), at: behind)
        let comparison = Predicate.Comparison(
            left: operand, relation: relation.relation, right: right, options: options, offset: offset)
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
        "text": .hasWords,
    ]

    /// The relation that stands here, taken; nil if there is none.
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
        guard !relation.isOrder, relation != .hasWords else {
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
        try operation(["+", "-"]) { (parser) throws(PredicateError) in
            try parser.operation(["*", "/"]) { (parser) throws(PredicateError) in try parser.primary() }
        }
    }

    /// Operands joined by operators of one rank, from left to right.
    private mutating func operation(
        _ symbols: [String], _ next: (inout PredicateParser) throws(PredicateError) -> Part
    ) throws(PredicateError) -> Part {
        let start = token.offset
        var part = try next(&self)
        var count = 0
        while case .symbol(let symbol) = token.kind, symbols.contains(symbol),
            let sign = Operand.ArithmeticOperator(rawValue: Character(symbol))
        {
            let offset = token.offset
            guard dialect == .realm else {
                throw PredicateError("arithmetic is not supported in format strings", at: offset)
            }
            count += 1
            guard count <= PredicateParser.maximumDepth else {
                throw PredicateError("more than \(PredicateParser.maximumDepth) operators in a row", at: offset)
            }
            try advance()
            let behind = token.offset
            let right = try operand(next(&self), at: behind)
            part = .operand(.arithmetic(sign, try operand(part, at: start), right))
        }
        return part
    }
}
