import RealmStore

/// Names in place of those of a file's classes and properties: `Class2`, `Class2.property5`.
struct Pseudonyms {
    private var classes: [String: String] = [:]
    private var properties: [String: [String: String]] = [:]
    /// Whether the names stay as they are.
    private let keepsNames: Bool

    /// - Parameter classes: names that the schema need not have, in their order.
    init(_ schema: Schema?, classes names: [String], keepsNames: Bool) {
        self.keepsNames = keepsNames
        for name in (schema?.objectSchema.map(\.className) ?? []) + names where classes[name] == nil {
            classes[name] = "Class\(classes.count + 1)"
        }
        for found in schema?.objectSchema ?? [] {
            for (index, property) in found.properties.enumerated() {
                properties[found.className, default: [:]][property.name] = "property\(index + 1)"
            }
        }
    }

    func name(ofClass name: String) -> String { keepsNames ? name : classes[name] ?? "Unknown" }

    func name(of property: String, in className: String) -> String {
        keepsNames ? property : properties[className]?[property] ?? "unknown"
    }

    /// The type as in a schema document.
    func type(of property: Property) -> String {
        guard !keepsNames, let target = property.objectClassName else { return property.typeNotation }
        return property.typeNotation.replacing(target, with: name(ofClass: target))
    }

    /// The place of a problem, `Person.address[12]`; nil if it is not about a known class.
    func place(_ text: String?) -> String? {
        guard !keepsNames, let text else { return text }
        let ending = text.lastIndex(of: "[").map { text.hasSuffix("]") ? text[$0...] : "" } ?? ""
        let path = text.dropLast(ending.count)
        // Names of classes have no dots.
        let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
        guard let className = parts.first, classes[className] != nil else { return nil }
        let property = parts.count > 1 ? "." + place(of: parts[1], in: className) : ""
        return name(ofClass: className) + property + ending
    }

    private func place(of property: String, in className: String) -> String {
        property == "(backlinks)" ? property : name(of: property, in: className)
    }
}
