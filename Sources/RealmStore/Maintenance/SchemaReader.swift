import Foundation
import Yams

/// Reads a schema document and collects everything that is wrong with it, each with its place.
struct SchemaReader {
    private let file: String
    private var problems: [String] = []
    /// Where each class's link properties stand, to be checked when all classes are known.
    private var links: [(target: String, place: Yams.Mark?)] = []

    private static let longestClassName = 57
    private static let longestPropertyName = 63

    init(file: String) { self.file = file }

    mutating func read(_ text: String) throws -> SchemaDocument {
        let root: Yams.Node?
        do {
            let parser = try Yams.Parser(yaml: text)
            root = try parser.singleRoot()
            // Nodes know their anchors as long as the parser lives.
            if let anchored = withExtendedLifetime(parser, { root.flatMap(SchemaReader.firstAnchor) }) {
                problem(anchored, "anchors, and aliases of them, have no place in a schema")
                throw RLMError(.badSchema, problems.joined(separator: "\n"), path: file)
            }
        } catch let error as YamlError {
            throw RLMError(.badSchema, "\(file): error: \(error)")
        }
        var version: UInt64?
        var classes: [ObjectSchema] = []
        for (key, value) in fields(root, "the document", allowed: ["version", "classes", "schema", "description"]) {
            switch key {
            case "version":
                version = value.scalar.flatMap { UInt64($0.string) }
                if version == nil || version == .max { problem(value, "the version must be a number below 2^64 - 1") }
            case "classes": classes = readClasses(value)
            case "schema":
                for (_, value) in fields(value, "the schema", allowed: ["classes"]) { classes = readClasses(value) }
            default: continue
            }
        }
        let names = Set(classes.map(\.className))
        for link in links where !names.contains(link.target) {
            problem(link.place, "'\(link.target)' is neither a type nor a class of this document")
        }
        guard problems.isEmpty else { throw RLMError(.badSchema, problems.joined(separator: "\n"), path: file) }
        return SchemaDocument(Schema(classes), version: version)
    }

    private mutating func readClasses(_ node: Yams.Node) -> [ObjectSchema] {
        var classes: [ObjectSchema] = []
        for (name, value) in entries(node, "the classes") {
            if name.isEmpty || name.utf8.count > SchemaReader.longestClassName {
                problem(value, "class name '\(name)' must have 1 to \(SchemaReader.longestClassName) bytes")
            }
            if TypeNotation.isTypeName(name) { problem(value, "'\(name)' is the name of a type") }
            classes.append(readClass(name, value))
        }
        return classes
    }

    private mutating func readClass(_ name: String, _ node: Yams.Node) -> ObjectSchema {
        var properties: [Property] = []
        var primaryKey: (name: String, node: Yams.Node)?
        var isEmbedded = false
        var isAsymmetric = false
        let allowed = ["properties", "primaryKey", "embedded", "asymmetric"]
        for (key, value) in fields(node, "class '\(name)'", allowed: allowed) {
            switch key {
            case "properties": properties = readProperties(value, of: name)
            case "primaryKey": primaryKey = (value.scalar?.string ?? "", value)
            case "embedded": isEmbedded = flag(value)
            default: isAsymmetric = flag(value)
            }
        }
        if let primaryKey {
            let found = properties.first { $0.name == primaryKey.name }
            let types: [PropertyType] = [.int, .string, .objectId, .UUID]
            if found == nil {
                problem(primaryKey.node, "class '\(name)' has no property '\(primaryKey.name)'")
            } else if let found, !types.contains(found.type) || found.isCollection {
                problem(primaryKey.node, "property '\(found.name)' cannot be a primary key")
            } else if isEmbedded {
                problem(primaryKey.node, "embedded class '\(name)' cannot have a primary key")
            }
        }
        return ObjectSchema(
            className: name, properties: properties.map { $0.name == primaryKey?.name ? $0.asPrimaryKey() : $0 },
            isEmbedded: isEmbedded, isAsymmetric: isAsymmetric)
    }

    private mutating func readProperties(_ node: Yams.Node, of className: String) -> [Property] {
        var properties: [Property] = []
        for (name, value) in entries(node, "the properties of '\(className)'") {
            if name.isEmpty || name.utf8.count > SchemaReader.longestPropertyName {
                problem(value, "property name '\(name)' must have 1 to \(SchemaReader.longestPropertyName) bytes")
            }
            if let property = readProperty(name, value) { properties.append(property) }
        }
        return properties
    }

    private mutating func readProperty(_ name: String, _ node: Yams.Node) -> Property? {
        var type = node.scalar.map { ($0.string, node) }
        var isIndexed = false
        var isFullTextIndexed = false
        if type == nil {
            for (key, value) in fields(node, "property '\(name)'", allowed: ["type", "indexed", "fulltext"]) {
                switch key {
                case "type": type = value.scalar.map { ($0.string, value) }
                case "indexed": isIndexed = flag(value)
                default: isFullTextIndexed = flag(value)
                }
            }
        }
        guard let type else {
            problem(node, "property '\(name)' lacks its type")
            return nil
        }
        guard
            let property = TypeNotation.property(
                name, type.0, isIndexed: isIndexed, isFullTextIndexed: isFullTextIndexed)
        else {
            problem(type.1, "'\(type.0)' is no type")
            return nil
        }
        if let target = property.objectClassName { links.append((target, type.1.mark)) }
        return property
    }

    // MARK: Nodes

    /// The first node with an anchor. A few lines of aliases can stand for billions of nodes; an anchor comes before
    /// its aliases, so that none of those is followed.
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

    /// The entries of a mapping whose keys are fixed.
    private mutating func fields(_ node: Yams.Node?, _ what: String, allowed: [String]) -> [(String, Yams.Node)] {
        entries(node, what).filter { key, value in
            if allowed.contains(key) { return true }
            problem(value, "\(what) has no field '\(key)', only \(allowed.joined(separator: ", "))")
            return false
        }
    }

    private mutating func entries(_ node: Yams.Node?, _ what: String) -> [(String, Yams.Node)] {
        guard let node, let mapping = node.mapping else {
            problem(node, "\(what) must be a mapping")
            return []
        }
        return mapping.compactMap { key, value in
            guard let name = key.scalar?.string else {
                problem(key, "a key must be a text")
                return nil
            }
            return (name, value)
        }
    }

    /// True or false; other words that YAML takes for them are no booleans here.
    private mutating func flag(_ node: Yams.Node) -> Bool {
        guard let text = node.scalar?.string, text == "true" || text == "false" else {
            problem(node, "must be true or false")
            return false
        }
        return text == "true"
    }

    private mutating func problem(_ node: Yams.Node?, _ message: String) { problem(node?.mark, message) }

    private mutating func problem(_ place: Yams.Mark?, _ message: String) {
        problems.append("\(file):\(place?.line ?? 1):\(place?.column ?? 1): error: \(message)")
    }
}
