import RealmStore

/// Writes a schema as model classes in Swift.
enum SwiftModel {
    static func source(_ schema: Schema) -> String {
        let names = identifiers(schema.objectSchema.map(\.className), capitalized: true)
        let classes = schema.objectSchema.map { text($0, names) }
        return "import RealmStore\n" + classes.map { "\n\($0)\n" }.joined()
    }

    private static func text(_ schema: ObjectSchema, _ classes: [String: String]) -> String {
        let name = classes[schema.className] ?? schema.className
        let base = schema.isEmbedded ? "EmbeddedObject" : schema.isAsymmetric ? "AsymmetricObject" : "Object"
        let properties = identifiers(schema.properties.map(\.name), capitalized: false)
        var lines = schema.properties.map { property in
            let attribute =
                property.isPrimaryKey ? "(primaryKey: true)" : property.isIndexed ? "(indexed: true)" : ""
            let note = property.isFullTextIndexed ? "  // has a full-text index" : ""
            let type = swiftType(property, classes)
            return "    @Persisted\(attribute) var \(properties[property.name] ?? property.name): \(type)\(note)"
        }
        let mapped = schema.properties.filter { unquoted(properties[$0.name]) != $0.name }
        if !mapped.isEmpty {
            let pairs = mapped.map { "\(literal(unquoted(properties[$0.name]))): \(literal($0.name))" }
            lines += ["", "    override class func propertiesMapping() -> [String: String] {"]
            lines += ["        [\(pairs.joined(separator: ", "))]", "    }"]
        }
        if unquoted(name) != schema.className {
            lines += ["", "    override class func _realmObjectName() -> String? { \(literal(schema.className)) }"]
        }
        return "class \(name): \(base) {\n" + lines.map { $0 + "\n" }.joined() + "}"
    }

    private static func swiftType(_ property: Property, _ classes: [String: String]) -> String {
        let base =
            switch property.type {
            case .int: "Int"
            case .bool: "Bool"
            case .string: "String"
            case .data: "Data"
            case .date: "Date"
            case .float: "Float"
            case .double: "Double"
            case .any: "AnyRealmValue"
            case .objectId: "ObjectId"
            case .decimal128: "Decimal128"
            case .UUID: "UUID"
            case .object, .linkingObjects: classes[property.objectClassName ?? ""] ?? property.objectClassName ?? ""
            }
        let element = base + (property.isOptional ? "?" : "")
        if property.isArray { return "List<\(element)>" }
        if property.isSet { return "MutableSet<\(element)>" }
        return property.isMap ? "Map<String, \(element)>" : element
    }

    // MARK: Names

    /// A Swift identifier for each name: the name itself if it is one, in backticks if it is a keyword, else a unique
    /// one derived from it.
    private static func identifiers(_ names: [String], capitalized: Bool) -> [String: String] {
        var taken = Set(names)
        var result: [String: String] = [:]
        for name in names {
            if isIdentifier(name) {
                result[name] = keywords.contains(name) ? "`\(name)`" : name
                continue
            }
            let letters = name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "_" }.joined()
            let base = letters.first?.isLetter == true ? letters : (capitalized ? "Class_" : "property_") + letters
            var candidate = base
            var number = 2
            while taken.contains(candidate) || keywords.contains(candidate) {
                candidate = "\(base)_\(number)"
                number += 1
            }
            taken.insert(candidate)
            result[name] = candidate
        }
        return result
    }

    private static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, first.properties.isXIDStart || first == "_", name != "_" else {
            return false
        }
        return name.unicodeScalars.allSatisfy { $0.properties.isXIDContinue }
    }

    private static func unquoted(_ identifier: String?) -> String {
        (identifier ?? "").filter { $0 != "`" }
    }

    private static func literal(_ text: String) -> String { text.debugDescription }

    private static let keywords: Set<String> = [
        "associatedtype", "borrowing", "class", "consuming", "deinit", "enum", "extension", "fileprivate", "func",
        "import", "init", "inout", "internal", "let", "nonisolated", "open", "operator", "private",
        "precedencegroup", "protocol", "public", "rethrows", "static", "struct", "subscript", "typealias", "var",
        "break", "case", "catch", "continue", "default", "defer", "do", "else", "fallthrough", "for", "guard", "if",
        "in", "repeat", "return", "throw", "switch", "where", "while", "Any", "as", "await", "false", "is", "nil",
        "self", "Self", "super", "throws", "true", "try", "Type", "Protocol",
    ]
}
