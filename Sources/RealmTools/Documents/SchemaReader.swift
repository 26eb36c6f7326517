import Foundation
import RealmStore
import Yams

/// Reads a schema document, or the classes and properties in another document, and collects all problems with their
/// places.
struct SchemaReader {
    var document: DocumentReader
    /// The places of link properties, to be checked when all classes are known.
    private var links: [Placed<String>] = []

    init(_ document: DocumentReader) { self.document = document }

    /// A whole document.
    ///
    /// - Throws: `badSchema` with a line for every problem.
    static func read(_ text: String, file: String) throws -> SchemaDocument {
        var reader = SchemaReader(DocumentReader(file: file))
        let read = reader.read(text)
        let problems = reader.document.problems
        guard problems.isEmpty else {
            throw RLMError(.badSchema, problems.map(\.description).joined(separator: "\n"), path: file)
        }
        return read
    }

    private mutating func read(_ text: String) -> SchemaDocument {
        var version: UInt64?
        var schema = Schema([])
        guard let root = document.root(of: text, kind: "a schema") else { return SchemaDocument(schema) }
        let allowed = ["version", "classes", "schema", "description"]
        for field in document.fields(root, "the document", allowed: allowed) {
            switch field.name {
            case "version":
                version = field.value.scalar.flatMap { UInt64($0.string) }
                if version == nil || version == .max {
                    document.problem(field.value, "the version must be a number below 2^64 - 1")
                }
            case "classes": schema = readClasses(field.value)
            case "schema": schema = readSchema(field.value)
            default: continue
            }
        }
        return SchemaDocument(schema, version: version)
    }

    // MARK: Classes

    /// A mapping with the classes in a field `classes`.
    mutating func readSchema(_ node: Yams.Node) -> Schema {
        var schema = Schema([])
        for field in document.fields(node, "the schema", allowed: ["classes"]) { schema = readClasses(field.value) }
        return schema
    }

    private mutating func readClasses(_ node: Yams.Node) -> Schema {
        var classes: [ObjectSchema] = []
        for entry in document.entries(node, "the classes") {
            checkClassName(entry.name, entry.key)
            classes.append(readClass(entry.name, entry.value))
        }
        let names = classes.map(\.className)
        let known = Set(names)
        for link in links where !known.contains(link.value) {
            let near = PredicateError.suggestions(for: link.value, among: names + TypeNotation.typeNames)
            document.problem(
                link.place, "'\(link.value)' is neither a type nor a class of this document", code: .unknownType,
                suggestions: near)
        }
        links = []
        return Schema(classes)
    }

    mutating func checkClassName(_ name: String, _ node: Yams.Node) {
        if name.isEmpty || name.utf8.count > SchemaValidation.longestClassName {
            document.problem(node, "class name '\(name)' must have 1 to \(SchemaValidation.longestClassName) bytes")
        }
        if TypeNotation.isTypeName(name) { document.problem(node, "'\(name)' is the name of a type") }
    }

    private mutating func readClass(_ name: String, _ node: Yams.Node) -> ObjectSchema {
        var parts = ClassParts()
        let allowed = ["properties", "primaryKey", "embedded", "asymmetric"]
        for field in document.fields(node, "class '\(name)'", allowed: allowed) { read(field, into: &parts, of: name) }
        return makeClass(name, parts)
    }

    /// The content of a class's fields.
    struct ClassParts {
        var properties: [Property] = []
        var primaryKey: (name: String, node: Yams.Node)?
        var isEmbedded = false
        var isAsymmetric = false
    }

    /// One field of a class: `properties`, `primaryKey`, `embedded`, or `asymmetric`.
    mutating func read(_ field: DocumentReader.Entry, into parts: inout ClassParts, of name: String) {
        switch field.name {
        case "properties": parts.properties = readProperties(field.value, of: name)
        case "primaryKey": parts.primaryKey = (field.value.scalar?.string ?? "", field.value)
        case "embedded": parts.isEmbedded = document.flag(field.value)
        default: parts.isAsymmetric = document.flag(field.value)
        }
    }

    /// The class of these fields, with its primary key checked.
    mutating func makeClass(_ name: String, _ parts: ClassParts) -> ObjectSchema {
        if let primaryKey = parts.primaryKey {
            let found = parts.properties.first { $0.name == primaryKey.name }
            if found == nil {
                let names = parts.properties.map(\.name)
                document.problem(
                    primaryKey.node, "class '\(name)' has no property '\(primaryKey.name)'",
                    suggestions: PredicateError.suggestions(for: primaryKey.name, among: names))
            } else if let found, !found.canBePrimaryKey {
                document.problem(primaryKey.node, "property '\(found.name)' cannot be a primary key")
            } else if parts.isEmbedded {
                document.problem(primaryKey.node, "embedded class '\(name)' cannot have a primary key")
            }
        }
        return ObjectSchema(
            className: name,
            properties: parts.properties.map { $0.name == parts.primaryKey?.name ? $0.asPrimaryKey() : $0 },
            isEmbedded: parts.isEmbedded, isAsymmetric: parts.isAsymmetric)
    }

    // MARK: Properties

    private mutating func readProperties(_ node: Yams.Node, of className: String) -> [Property] {
        var properties: [Property] = []
        for entry in document.entries(node, "the properties of '\(className)'") {
            checkPropertyName(entry.name, entry.key)
            if let property = readProperty(entry.name, entry.value) { properties.append(property) }
        }
        return properties
    }

    mutating func checkPropertyName(_ name: String, _ node: Yams.Node) {
        if name.isEmpty || name.utf8.count > SchemaValidation.longestPropertyName {
            document.problem(
                node, "property name '\(name)' must have 1 to \(SchemaValidation.longestPropertyName) bytes")
        }
    }

    private mutating func readProperty(_ name: String, _ node: Yams.Node) -> Property? {
        if node.scalar != nil { return readType(node, of: name) }
        var type: Yams.Node?
        var isIndexed = false
        var isFullTextIndexed = false
        for field in document.fields(node, "property '\(name)'", allowed: ["type", "indexed", "fulltext"]) {
            switch field.name {
            case "type": type = field.value
            case "indexed": isIndexed = document.flag(field.value)
            default: isFullTextIndexed = document.flag(field.value)
            }
        }
        guard let type else {
            document.problem(node, "property '\(name)' lacks its type")
            return nil
        }
        return readType(type, of: name, isIndexed: isIndexed, isFullTextIndexed: isFullTextIndexed)
    }

    /// The property for a type name.
    mutating func readType(
        _ node: Yams.Node, of name: String, isIndexed: Bool = false, isFullTextIndexed: Bool = false
    ) -> Property? {
        let text = node.scalar?.string ?? ""
        let property = TypeNotation.property(name, text, isIndexed: isIndexed, isFullTextIndexed: isFullTextIndexed)
        guard let property else {
            document.problem(
                node,
                "'\(text)' is no type: write that of a value, such as int, or a class, and behind it ?, [], <> or {} "
                    + "for optional ones, lists, sets and dictionaries")
            return nil
        }
        if let target = property.objectClassName { links.append(Placed(target, at: document.place(node))) }
        return property
    }
}
