// Paths of properties, elements and values computed from them.

extension PredicateParser {
    /// A path of properties, elements and values computed from them.
    mutating func path(_ quantifier: Operand.Quantifier?) throws(PredicateError) -> PropertyPath {
        var path = PropertyPath(quantifier, [], offset: token.offset)
        try firstStep(&path)
        while true {
            if isSymbol(".") {
                try advance()
                try namedStep(&path)
            } else if isSymbol("[") {
                try advance()
                path.steps.append(try subscriptStep())
                try expect("]", "behind an index")
            } else {
                return path
            }
        }
    }

    private mutating func firstStep(_ path: inout PropertyPath) throws(PredicateError) {
        switch token.kind {
        case .pathArgument(let number):
            switch try argument(at: number) {
            case .value(.string(let name)):
                path.steps += try PredicateParser.steps(String(decoding: name, as: UTF8.self))
            case .keyPath(let text): path.steps += try PredicateParser.steps(text)
            default: throw PredicateError("argument \(number) is no key path", at: token.offset)
            }
            try advance()
        case .format("K"):
            path.steps += try keyPathArgument()
            try advance()
        case .word(let word) where dialect == .format && word.lowercased() == "self": try advance()
        case .word, .at: try namedStep(&path)
        default: throw unexpected("the name of a property")
        }
    }

    private mutating func keyPathArgument() throws(PredicateError) -> [PropertyPath.Step] {
        let offset = token.offset
        switch try nextArgument() {
        case .keyPath(let text): return try PredicateParser.steps(text)
        case .value(.string(let bytes)), .value(.entered(let bytes)):
            return try PredicateParser.steps(String(decoding: bytes, as: UTF8.self))
        default: throw PredicateError("argument \(usedArguments - 1) is no key path", at: offset)
        }
    }

    /// The steps of a path given as an argument.
    private static func steps(_ text: String) throws(PredicateError) -> [PropertyPath.Step] {
        do {
            return try parse(keyPath: text).steps
        } catch {
            throw PredicateError("'\(text)' is no key path: \(error.message)")
        }
    }

    /// A step after a dot, or the first one.
    private mutating func namedStep(_ path: inout PropertyPath) throws(PredicateError) {
        switch token.kind {
        case .word(let word):
            try advance()
            guard path.steps.isEmpty, word.hasPrefix("$"), word.utf8.count > 1 else {
                return path.steps.append(.property(word.hasPrefix("#") ? String(word.dropFirst()) : word))
            }
            path.steps.append(.variable(word))
        case .at(let word):
            let offset = token.offset
            try advance()
            path.steps.append(try specialStep(word, at: offset))
        case .format("K") where !path.steps.isEmpty:
            path.steps += try keyPathArgument()
            try advance()
        default: throw unexpected("the name of a property")
        }
    }

    private mutating func specialStep(_ word: String, at offset: Int) throws(PredicateError) -> PropertyPath.Step {
        switch word {
        case "count", "size": return .count
        case "type": return .type
        case "keys", "allKeys": return .keys
        case "values", "allValues": return .values
        case "links": return try linksStep()
        default:
            if let operation = AggregateOperation(rawValue: "@" + word) { return .aggregate(operation) }
            let known = ["@count", "@size", "@sum", "@avg", "@min", "@max", "@type", "@keys", "@values", "@links"]
            throw PredicateError(
                "'@\(word)' is not known", at: offset,
                suggestions: PredicateError.suggestions(for: "@" + word, among: known))
        }
    }

    /// `@links.Class.property`, or `@links` for counting.
    private mutating func linksStep() throws(PredicateError) -> PropertyPath.Step {
        guard isSymbol("."), case .word(let className) = try peek().kind else { return .allBacklinks }
        try advance()
        try advance()
        try expect(".", "and a property behind '@links.\(className)'")
        guard case .word(let property) = token.kind else { throw unexpected("the property that links here") }
        try advance()
        return .backlinks(className: className, property: property)
    }

    /// The content of brackets.
    private mutating func subscriptStep() throws(PredicateError) -> PropertyPath.Step {
        let step: PropertyPath.Step
        switch token.kind {
        case .number(.int(let number)) where number >= 0: step = .position(Int(number))
        case .string(let key): step = .key(String(decoding: key, as: UTF8.self))
        case .symbol("*"): step = .every
        case .word("#any") where dialect == .format: step = .every
        case .argument(let number): step = try PredicateParser.step(argument(at: number), at: token.offset)
        case .format("@"), .format("n"): step = try PredicateParser.step(nextArgument(), at: token.offset)
        case .format("K"):
            switch try nextArgument() {
            case .keyPath("#any"): step = .every
            case .value(.string(let word)) where word.elementsEqual("#any".utf8): step = .every
            default: throw unexpected("'#any' for %K in brackets")
            }
        case .word:
            switch keyword(token) {
            case "first": step = .position(0)
            case "last": step = .last
            case "size": step = .count
            default: throw unexpected("an index, a key in quotes, FIRST, LAST, SIZE or *")
            }
        default: throw unexpected("an index, a key in quotes, FIRST, LAST, SIZE or *")
        }
        try advance()
        return step
    }

    private static func step(
        _ argument: PredicateArgument, at offset: Int
    ) throws(PredicateError) -> PropertyPath.Step {
        switch argument {
        case .value(.int(let number)) where number >= 0: return .position(Int(number))
        case .value(.string(let key)), .value(.entered(let key)): return .key(String(decoding: key, as: UTF8.self))
        case .keyPath("#any"): return .every
        default: throw PredicateError("Invalid index type: a position or key is needed", at: offset)
        }
    }
}
