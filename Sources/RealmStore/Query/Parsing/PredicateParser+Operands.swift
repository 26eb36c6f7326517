// Values, lists, paths and subqueries.

extension PredicateParser {
    /// A value, path, list, subquery, constant predicate, or anything in parentheses.
    mutating func primary() throws(PredicateError) -> Part {
        guard try take("(") else {
            if let constant = try constantPredicate() { return constant }
            return .operand(try primaryOperand())
        }
        try enter()
        let part = try logic()
        leave()
        try expect(")", "or AND, OR or a comparison")
        return part
    }

    private mutating func constantPredicate() throws(PredicateError) -> Part? {
        guard let keyword = keyword(token), keyword == "truepredicate" || keyword == "falsepredicate" else {
            return nil
        }
        try advance()
        return .condition(.constant(keyword == "truepredicate"))
    }

    mutating func primaryOperand() throws(PredicateError) -> Operand {
        switch token.kind {
        case .number(let value), .literal(let value):
            try advance()
            return .value(value)
        case .string(let bytes):
            try advance()
            return .value(.string(bytes))
        case .symbol("{"): return .list(try list(), nil)
        case .argument(let number): return try argument(number, nil)
        case .pathArgument, .at: return .path(try path(nil))
        case .format(let letter): return try formatArgument(letter)
        case .word: return try wordOperand()
        default: throw unexpected("a property or a value")
        }
    }

    private mutating func wordOperand() throws(PredicateError) -> Operand {
        guard let keyword = keyword(token) else { return .path(try path(nil)) }
        if let value = constant(keyword) {
            try advance()
            return .value(value)
        }
        switch keyword {
        case "any", "some": return try quantified(.any)
        case "all":
            guard dialect == .realm else {
                throw PredicateError("the modifier ALL is not supported; use NONE with the opposite", at: token.offset)
            }
            return try quantified(.all)
        case "none": return try quantified(.none)
        case "subquery": return .subquery(try subquery())
        case "obj" where dialect == .realm: return .value(try object())
        case "bin", "binary":
            if dialect == .realm, try peek().kind == .symbol("(") { return .value(try binary()) }
            return .path(try path(nil))
        case "and", "or", "not", "truepredicate", "falsepredicate": throw unexpected("a property or a value")
        default: return .path(try path(nil))
        }
    }

    private func constant(_ keyword: String) -> QueryValue? {
        switch keyword {
        case "true": .bool(true)
        case "false": .bool(false)
        case "yes": dialect == .format ? .bool(true) : nil
        case "no": dialect == .format ? .bool(false) : nil
        case "null", "nil": .null
        default: nil
        }
    }

    private mutating func quantified(_ quantifier: Operand.Quantifier) throws(PredicateError) -> Operand {
        try advance()
        switch token.kind {
        case .symbol("{"): return .list(try list(), quantifier)
        case .argument(let number): return try argument(number, quantifier)
        default: return .path(try path(quantifier))
        }
    }

    // MARK: Values

    private mutating func list() throws(PredicateError) -> [QueryValue] {
        try expect("{", "before a list")
        var values: [QueryValue] = []
        if try take("}") { return values }
        try enter()
        repeat {
            let offset = token.offset
            guard case .value(let value) = try primaryOperand() else {
                throw PredicateError("a list holds constants only", at: offset)
            }
            values.append(value)
        } while try take(",")
        leave()
        try expect("}", "or ',' in a list")
        return values
    }

    /// `obj('Class', primary key)`
    private mutating func object() throws(PredicateError) -> QueryValue {
        try advance()
        try expect("(", "behind obj")
        guard case .string(let name) = token.kind else { throw unexpected("the name of a class in quotes") }
        try advance()
        try expect(",", "behind the name of the class")
        let offset = token.offset
        try enter()
        guard case .value(let key) = try primaryOperand() else {
            throw PredicateError("expected the value of a primary key", at: offset)
        }
        leave()
        try expect(")", "behind the primary key")
        return .object(className: String(decoding: name, as: UTF8.self), primaryKey: key)
    }

    /// `binary('text')` or `binary(B64"...")`
    private mutating func binary() throws(PredicateError) -> QueryValue {
        try advance()
        try expect("(", "behind binary")
        let bytes: [UInt8]
        switch token.kind {
        case .string(let text), .literal(.string(let text)): bytes = text
        default: throw unexpected("a text or B64\"...\"")
        }
        try advance()
        try expect(")", "behind the data")
        return .binary(bytes)
    }

    // MARK: Arguments

    private mutating func argument(
        _ number: Int, _ quantifier: Operand.Quantifier?
    ) throws(PredicateError) -> Operand {
        let argument = try argument(at: number)
        let offset = token.offset
        try advance()
        switch argument {
        case .value(let value):
            guard quantifier == nil else {
                throw PredicateError(
                    "ANY/ALL/NONE are only allowed on arguments which contain a list but '$\(number)' is not a list.",
                    at: offset)
            }
            return .value(value)
        case .list(let values): return .list(values, quantifier)
        case .keyPath(let text): return .value(.text(text))
        }
    }

    func argument(at number: Int) throws(PredicateError) -> PredicateArgument {
        guard number < arguments.count else {
            let given =
                switch arguments.count {
                case 0: "no arguments are"
                case 1: "only 1 argument is"
                default: "only \(arguments.count) arguments are"
                }
            throw PredicateError("Request for argument at index \(number) but \(given) provided", at: token.offset)
        }
        return arguments[number]
    }

    /// The next argument of a format string.
    mutating func nextArgument() throws(PredicateError) -> PredicateArgument {
        guard usedArguments < arguments.count else {
            throw PredicateError(
                "the format asks for more than the \(arguments.count) arguments that were given", at: token.offset)
        }
        usedArguments += 1
        return arguments[usedArguments - 1]
    }

    private mutating func formatArgument(_ letter: Character) throws(PredicateError) -> Operand {
        if letter == "K" { return .path(try path(nil)) }
        let offset = token.offset
        let argument = try nextArgument()
        try advance()
        switch argument {
        case .value(let value):
            guard letter == "@" || value.type?.isNumeric ?? false || value.type == .bool else {
                throw PredicateError("argument \(usedArguments - 1) is no number", at: offset)
            }
            return .value(value)
        case .list(let values):
            guard letter == "@" else { throw PredicateError("argument \(usedArguments - 1) is no number", at: offset) }
            return .list(values, nil)
        case .keyPath:
            throw PredicateError("a key path is given with %K, not with %\(letter == "n" ? "d" : "@")", at: offset)
        }
    }

    // MARK: Subqueries

    private mutating func subquery() throws(PredicateError) -> Operand.Subquery {
        try advance()
        try expect("(", "behind SUBQUERY")
        let path = try path(nil)
        try expect(",", "behind the collection of a subquery")
        guard case .word(let variable) = token.kind, variable.hasPrefix("$"), variable.utf8.count > 1 else {
            throw PredicateError(
                "The subquery variable \(token.text) is invalid. The variable must start with '$' and cannot be empty; "
                    + "for example '$x'.", at: token.offset)
        }
        try advance()
        try expect(",", "behind the variable of a subquery")
        try enter()
        let condition = try predicate()
        leave()
        try expect(")", "or AND or OR in a subquery")
        try expect(".", "and @count behind a subquery")
        guard case .at(let word) = token.kind, word == "count" || word == "size" else {
            throw unexpected("@count behind a subquery")
        }
        try advance()
        return Operand.Subquery(path: path, variable: variable, predicate: condition)
    }

    // MARK: Rules of format strings

    /// Applies the SDK's rules for a comparison.
    func formatComparison(_ comparison: Predicate.Comparison, at offset: Int) throws(PredicateError) -> Predicate {
        var comparison = comparison
        if comparison.relation == .hasWords, comparison.options != .sdkRules {
            throw PredicateError("TEXT takes no options", at: comparison.offset)
        }
        if comparison.relation.isTextSearch, comparison.left.isConstant {
            throw PredicateError("a key path must stand on the left of '\(comparison.relation.name)'", at: offset)
        }
        // NONE is NOT ANY.
        guard case .path(var path) = comparison.left, path.quantifier == Operand.Quantifier.none else {
            return .comparison(comparison)
        }
        path.quantifier = .any
        comparison.left = .path(path)
        return .not(.comparison(comparison))
    }
}

// MARK: - Behind the predicate

extension PredicateParser {
    /// SORT, DISTINCT or LIMIT, if there is one here.
    mutating func resultStep() throws(PredicateError) -> ResultStep? {
        guard let word = keyword(token), word == "sort" || word == "distinct" || word == "limit" else { return nil }
        try advance()
        try expect("(", "behind \(word.uppercased())")
        var step: ResultStep
        switch word {
        case "limit":
            guard case .number(.int(let count)) = token.kind, count >= 0 else { throw unexpected("a number in LIMIT") }
            try advance()
            step = .limit(Int(count))
        case "sort":
            var orders: [SortOrder] = []
            repeat {
                let path = try path(nil)
                guard isKeyword("asc", "ascending", "desc", "descending") else { throw unexpected("ASC or DESC") }
                orders.append(SortOrder(path, ascending: isKeyword("asc", "ascending")))
                try advance()
            } while try take(",")
            step = .sort(orders)
        default:
            var paths: [PropertyPath] = []
            repeat { paths.append(try path(nil)) } while try take(",")
            step = .distinct(paths)
        }
        try expect(")", "behind \(word.uppercased())")
        return step
    }
}
