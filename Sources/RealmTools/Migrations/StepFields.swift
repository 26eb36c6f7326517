import RealmStore
import Yams

/// The fields of one step as they are read: each with its place, and all their problems.
struct StepFields {
    var reader: SchemaReader
    /// The start of the step.
    let place: SourcePlace
    private let name: String
    private let entries: [DocumentReader.Entry]

    /// - Parameters:
    ///   - name: the step's name.
    ///   - node: the mapping of its fields.
    init(_ name: String, _ node: Yams.Node, allowed: [String], at place: SourcePlace, _ reader: SchemaReader) {
        self.reader = reader
        self.name = name
        self.place = place
        entries = self.reader.document.fields(node, "step '\(name)'", allowed: allowed)
    }

    mutating func problem(
        _ place: SourcePlace, _ message: String, code: Diagnostic.Code = .invalid, suggestions: [String] = []
    ) {
        reader.document.problem(place, message, code: code, suggestions: suggestions)
    }

    func entry(_ field: String) -> DocumentReader.Entry? { entries.first { $0.name == field } }

    private func node(_ field: String) -> Yams.Node? { entry(field)?.value }

    private mutating func required(_ field: String) -> Yams.Node? {
        if let node = node(field) { return node }
        problem(place, "step '\(name)' lacks '\(field)'")
        return nil
    }

    // MARK: Texts and flags

    mutating func text(_ field: String) -> Placed<String>? {
        required(field).flatMap { reader.document.text($0, "'\(field)'") }
    }

    mutating func optionalText(_ field: String) -> Placed<String>? {
        node(field).flatMap { reader.document.text($0, "'\(field)'") }
    }

    /// A text, empty or not.
    mutating func anyText(_ field: String) -> String? {
        guard let node = node(field) else { return nil }
        if let text = node.scalar?.string { return text }
        reader.document.problem(node, "'\(field)' must be a text")
        return nil
    }

    /// True or false; false if the field is missing.
    mutating func flag(_ field: String) -> Bool { node(field).map { reader.document.flag($0) } ?? false }

    mutating func requiredFlag(_ field: String) -> Bool? { required(field).map { reader.document.flag($0) } }

    /// One of a few words; nil if the field is missing.
    mutating func word<Word: RawRepresentable<String> & CaseIterable>(_ field: String, _ type: Word.Type) -> Word? {
        guard let node = node(field) else { return nil }
        return reader.word(node, "'\(field)'", type)
    }

    /// A number of objects, from 0.
    mutating func count(_ field: String) -> Int? {
        guard let node = node(field) else { return nil }
        if let count = node.scalar.flatMap({ Int($0.string) }), count >= 0 { return count }
        reader.document.problem(node, "'\(field)' must be a number from 0")
        return nil
    }

    // MARK: Values

    func literal(_ field: String) -> DocumentLiteral? { node(field).flatMap { reader.document.literal($0) } }

    /// The field's value, or a problem if it is a list or a mapping. Nil if it is missing.
    mutating func scalar(_ field: String) -> DocumentLiteral? {
        guard let node = node(field) else { return nil }
        let literal = reader.document.literal(node)
        if literal == nil { reader.document.problem(node, "'\(field)' must be a single value") }
        return literal
    }

    /// The fallback for a value that is missing or does not fit; nil if the field is missing.
    mutating func fallback(_ field: String, _ words: [String: FallbackRule.Action]) -> FallbackRule? {
        guard let node = node(field) else { return nil }
        let place = reader.document.place(node)
        if let text = node.scalar?.string, let action = words[text] {
            return FallbackRule(action: action, place: place)
        }
        let takesValue = field != "missing"
        if takesValue, node.mapping != nil {
            let fields = reader.document.fields(node, "'\(field)'", allowed: ["value"])
            guard let value = fields.first?.value, let literal = reader.document.literal(value) else {
                if fields.count == 1 || node.mapping?.isEmpty == true {
                    reader.document.problem(node, "'\(field)' lacks a single value")
                }
                return nil
            }
            return FallbackRule(action: .value(literal), place: place)
        }
        let list = words.keys.sorted().joined(separator: ", ") + (takesValue ? " or {value: ...}" : "")
        let near = PredicateError.suggestions(for: node.scalar?.string ?? "", among: Array(words.keys))
        reader.document.problem(node, "'\(field)' must be one of: \(list)", suggestions: near)
        return nil
    }

    // MARK: Lists and mappings

    /// The names in a list, which must not be empty.
    mutating func names(_ field: String) -> [Placed<String>]? {
        guard let node = required(field) else { return nil }
        let elements = reader.document.elements(node, "'\(field)'")
        let names = elements.compactMap { reader.document.text($0, "a name in '\(field)'") }
        if node.sequence != nil, elements.isEmpty { reader.document.problem(node, "'\(field)' is empty") }
        return names.isEmpty || names.count < elements.count ? nil : names
    }

    /// The elements of a list, which must not be empty.
    mutating func elements(_ field: String) -> [Yams.Node]? {
        guard let node = required(field) else { return nil }
        let elements = reader.document.elements(node, "'\(field)'")
        if node.sequence != nil, elements.isEmpty { reader.document.problem(node, "'\(field)' is empty") }
        return elements.isEmpty ? nil : elements
    }

    /// The entries of a mapping, which must not be empty.
    mutating func mapping(_ field: String) -> [DocumentReader.Entry]? {
        guard let node = required(field) else { return nil }
        let entries = reader.document.entries(node, "'\(field)'")
        if node.mapping?.isEmpty == true { reader.document.problem(node, "'\(field)' is empty") }
        return entries.isEmpty ? nil : entries
    }

    /// Pairs of property names: of the class itself, and of another one.
    mutating func pairs(_ field: String) -> [PropertyPair]? {
        guard let entries = mapping(field) else { return nil }
        let pairs = entries.compactMap { entry -> PropertyPair? in
            guard let other = reader.document.text(entry.value, "a name in '\(field)'") else { return nil }
            return PropertyPair(own: Placed(entry.name, at: reader.document.place(entry.key)), other: other)
        }
        return pairs.count < entries.count ? nil : pairs
    }

    // MARK: Types and conditions

    /// The property for a type in `field`.
    mutating func property(
        _ field: String, named name: String, isIndexed: Bool = false, isFullTextIndexed: Bool = false
    ) -> Placed<Property>? {
        guard let node = required(field) else { return nil }
        let place = reader.document.place(node)
        return reader.readType(node, of: name, isIndexed: isIndexed, isFullTextIndexed: isFullTextIndexed)
            .map { Placed($0, at: place) }
    }

    /// The condition in `where`; nil if it is missing.
    mutating func condition() -> StepCondition? {
        guard let node = node("where"), let text = reader.document.text(node, "'where'") else { return nil }
        let isQuoted = reader.document.literal(node).map { if case .quoted = $0.content { true } else { false } }
        let condition = StepCondition(text.value, at: text.place, isQuoted: isQuoted ?? false)
        do {
            return try condition.parsed()
        } catch {
            problem(condition.place(of: error), error.message, code: .badCondition, suggestions: error.suggestions)
            return nil
        }
    }

    /// The condition in `where`, which is required.
    mutating func requiredCondition() -> StepCondition? {
        required("where") == nil ? nil : condition()
    }
}

/// A property of a step's class, and the corresponding property of another class.
struct PropertyPair: Sendable {
    let own: Placed<String>
    let other: Placed<String>
}

extension SchemaReader {
    /// One of a few words.
    mutating func word<Word: RawRepresentable<String> & CaseIterable>(
        _ node: Yams.Node, _ what: String, _ type: Word.Type
    ) -> Word? {
        let text = node.scalar?.string ?? ""
        if let word = Word(rawValue: text) { return word }
        let words = Word.allCases.map(\.rawValue)
        document.problem(
            node, "\(what) must be one of: \(words.joined(separator: ", "))",
            suggestions: PredicateError.suggestions(for: text, among: words))
        return nil
    }
}
