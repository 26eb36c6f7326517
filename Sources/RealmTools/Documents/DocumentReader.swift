import Foundation
import RealmStore
import Yams

/// Reads a document in YAML, or in JSON, which is also YAML, node by node, and collects all problems with their places.
///
/// Scalars are texts; only unquoted `true`, `false` and `null` are more than that, see `literal`.
struct DocumentReader {
    let file: String
    private(set) var problems: [Diagnostic] = []

    init(file: String) { self.file = file }

    /// A key of a mapping and its value.
    struct Entry {
        let name: String
        let key: Yams.Node
        let value: Yams.Node
    }

    // MARK: Text

    /// The only node of the outermost level; nil if there is none, or the text is not YAML.
    ///
    /// - Parameter kind: the kind of document, for the message about anchors: "a schema".
    mutating func root(of text: String, kind: String) -> Yams.Node? {
        // The parser recurses for each level, up to a thousand.
        LargeStack.run { readRoot(of: text, kind: kind) }
    }

    private mutating func readRoot(of text: String, kind: String) -> Yams.Node? {
        do {
            let parser = try Yams.Parser(yaml: text)
            guard let root = try parser.singleRoot() else {
                problem(SourcePlace(file: file), "the document is empty")
                return nil
            }
            // Nodes know their anchors only while the parser lives.
            if let anchored = withExtendedLifetime(parser, { DocumentReader.firstAnchor(in: root) }) {
                problem(anchored, "anchors, and aliases of them, have no place in \(kind)")
                return nil
            }
            if let deep = DocumentReader.firstTooDeep(in: root, depth: 1) {
                problem(deep, "\(kind) is not nested deeper than \(DocumentReader.maximumDepth) levels")
                return nil
            }
            return root
        } catch let error as YamlError {
            report(error, in: text)
        } catch {
            problem(SourcePlace(file: file), "\(error)")
        }
        return nil
    }

    private mutating func report(_ error: YamlError, in text: String) {
        switch error {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            let begins = context.map { " (\($0.text))" } ?? ""
            self.problem(place(mark), tabMessage(at: mark, in: text) ?? "this is no YAML: \(problem)\(begins)")
        case .duplicatedKeysInMapping(let names, let context):
            let list = names.sorted().map { "'\($0)'" }.joined(separator: ", ")
            problem(place(context.mark), "a mapping has \(list) more than once")
        case .reader(let message, let offset, _, _):
            let before = text.utf8.prefix(offset ?? 0).split(separator: 10, omittingEmptySubsequences: false)
            let place = SourcePlace(file: file, line: max(1, before.count), column: (before.last?.count ?? 0) + 1)
            problem(place, "this is no YAML: \(message)")
        default: problem(SourcePlace(file: file), "this is no YAML: \(error)")
        }
    }

    /// The message if the reader stopped at a tab, for which the YAML library only reports that it starts no token.
    private func tabMessage(at mark: Yams.Mark, in text: String) -> String? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard mark.line >= 1, mark.line <= lines.count else { return nil }
        let rest = lines[mark.line - 1].unicodeScalars.dropFirst(max(0, mark.column - 1))
        return rest.first == "\t" ? "a tab cannot indent: use spaces" : nil
    }

    /// The first node with an anchor. A few lines of aliases can stand for billions of nodes; an anchor precedes its
    /// aliases, so that no alias is followed.
    private static func firstAnchor(in node: Yams.Node) -> Yams.Node? {
        if node.anchor != nil { return node }
        switch node {
        case .mapping(let mapping):
            for (key, value) in mapping {
                if let found = firstAnchor(in: key) ?? firstAnchor(in: value) { return found }
            }
        case .sequence(let sequence):
            for element in sequence {
                if let found = firstAnchor(in: element) { return found }
            }
        case .scalar, .alias: break
        }
        return nil
    }

    /// More levels than any of these documents has.
    private static let maximumDepth = 32

    private static func firstTooDeep(in node: Yams.Node, depth: Int) -> Yams.Node? {
        if depth > maximumDepth { return node }
        let inner: [Yams.Node] =
            switch node {
            case .mapping(let mapping): mapping.flatMap { [$0.key, $0.value] }
            case .sequence(let sequence): Array(sequence)
            case .scalar, .alias: []
            }
        for node in inner {
            if let found = firstTooDeep(in: node, depth: depth + 1) { return found }
        }
        return nil
    }

    // MARK: Mappings and lists

    /// The entries of a mapping whose keys are fixed; others are reported.
    mutating func fields(_ node: Yams.Node?, _ what: String, allowed: [String]) -> [Entry] {
        entries(node, what).filter { entry in
            if allowed.contains(entry.name) { return true }
            problem(
                entry.key, "\(what) has no field '\(entry.name)', only \(allowed.joined(separator: ", "))",
                code: .unknownField, suggestions: PredicateError.suggestions(for: entry.name, among: allowed))
            return false
        }
    }

    /// The entries of a mapping.
    mutating func entries(_ node: Yams.Node?, _ what: String) -> [Entry] {
        guard let node, let mapping = node.mapping else {
            problem(node, "\(what) must be a mapping")
            return []
        }
        return mapping.compactMap { key, value in
            guard let name = key.scalar?.string else {
                problem(key, "a key must be a text")
                return nil
            }
            return Entry(name: name, key: key, value: value)
        }
    }

    /// The elements of a list.
    mutating func elements(_ node: Yams.Node, _ what: String) -> [Yams.Node] {
        if let sequence = node.sequence { return Array(sequence) }
        problem(node, "\(what) must be a list")
        return []
    }

    // MARK: Scalars

    /// True or false; other words that YAML accepts for them are not booleans here.
    mutating func flag(_ node: Yams.Node) -> Bool {
        if case .bool(let flag) = literal(node)?.content { return flag }
        problem(node, "must be true or false")
        return false
    }

    /// A text that is not empty.
    mutating func text(_ node: Yams.Node, _ what: String) -> Placed<String>? {
        guard let text = node.scalar?.string else {
            problem(node, "\(what) must be a text")
            return nil
        }
        if text.isEmpty {
            problem(node, "\(what) is empty")
            return nil
        }
        return Placed(text, at: place(node))
    }

    /// The scalar as a possible value of a property; nil for a mapping or list.
    func literal(_ node: Yams.Node) -> DocumentLiteral? {
        guard let scalar = node.scalar else { return nil }
        let isPlain = scalar.style == .plain || scalar.style == .any
        let content: DocumentLiteral.Content =
            switch scalar.string {
            case "true" where isPlain: .bool(true)
            case "false" where isPlain: .bool(false)
            case "null" where isPlain: .null
            default: isPlain ? .plain(scalar.string) : .quoted(scalar.string)
            }
        return DocumentLiteral(content: content, place: place(node))
    }

    // MARK: Problems

    func place(_ node: Yams.Node?) -> SourcePlace { node?.mark.map(place) ?? SourcePlace(file: file) }

    private func place(_ mark: Yams.Mark) -> SourcePlace {
        SourcePlace(file: file, line: max(1, mark.line), column: max(1, mark.column))
    }

    mutating func problem(
        _ node: Yams.Node?, _ message: String, code: Diagnostic.Code = .invalid, suggestions: [String] = []
    ) {
        problem(place(node), message, code: code, suggestions: suggestions)
    }

    mutating func problem(
        _ place: SourcePlace, _ message: String, code: Diagnostic.Code = .invalid, suggestions: [String] = []
    ) {
        problems.append(Diagnostic(place, message, code: code, suggestions: suggestions))
    }

    mutating func add(_ others: [Diagnostic]) { problems += others }
}
