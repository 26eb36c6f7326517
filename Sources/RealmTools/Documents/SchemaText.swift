import RealmStore

/// Writes a schema document as YAML or JSON.
enum SchemaText {
    static func yaml(_ document: SchemaDocument) -> String {
        var lines = document.version.map { ["version: \($0)"] } ?? []
        let classes = document.schema.objectSchema
        lines.append(classes.isEmpty ? "classes: {}" : "classes:")
        for schema in classes {
            lines.append("  \(word(schema.className)):")
            if let key = schema.primaryKeyProperty { lines.append("    primaryKey: \(word(key.name))") }
            if schema.isEmbedded { lines.append("    embedded: true") }
            if schema.isAsymmetric { lines.append("    asymmetric: true") }
            lines.append(schema.properties.isEmpty ? "    properties: {}" : "    properties:")
            lines += schema.properties.map { "      \(word($0.name)): \(yamlType($0))" }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func yamlType(_ property: Property) -> String {
        let fields = extras(property)
        let type = TypeNotation.text(property)
        guard !fields.isEmpty else { return word(type) }
        return "{type: \(word(type)), " + fields.map { "\($0): true" }.joined(separator: ", ") + "}"
    }

    /// The attributes of a property besides its type. The index of a primary key is implied.
    private static func extras(_ property: Property) -> [String] {
        (property.isIndexed && !property.isPrimaryKey ? ["indexed"] : [])
            + (property.isFullTextIndexed ? ["fulltext"] : [])
    }

    /// A text that needs no quotes, or a quoted one. Words that a YAML reader may interpret differently are quoted.
    private static func word(_ text: String) -> String {
        let reserved: Set = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
        let isPlain =
            text.utf8.enumerated().allSatisfy { index, byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
                    true
                case UInt8(ascii: "0")...UInt8(ascii: "9"): index > 0
                default: false
                }
            } && !text.isEmpty && !reserved.contains(text.lowercased())
        return isPlain ? text : quoted(text)
    }

    static func json(_ document: SchemaDocument) -> String {
        let classes = document.schema.objectSchema.map { schema in
            var fields: [String] = []
            if let key = schema.primaryKeyProperty { fields.append("\"primaryKey\": \(quoted(key.name))") }
            if schema.isEmbedded { fields.append("\"embedded\": true") }
            if schema.isAsymmetric { fields.append("\"asymmetric\": true") }
            let properties = schema.properties.map { "        \(quoted($0.name)): \(jsonType($0))" }
            fields.append("\"properties\": " + block(properties, closing: "      "))
            return "    \(quoted(schema.className)): " + block(fields.map { "      \($0)" }, closing: "    ")
        }
        var members = document.version.map { ["  \"version\": \($0)"] } ?? []
        members.append("  \"classes\": " + block(classes, closing: "  "))
        return block(members, closing: "") + "\n"
    }

    private static func block(_ members: [String], closing: String) -> String {
        members.isEmpty ? "{}" : "{\n" + members.joined(separator: ",\n") + "\n\(closing)}"
    }

    private static func jsonType(_ property: Property) -> String {
        let type = quoted(TypeNotation.text(property))
        let fields = extras(property).map { ", \"\($0)\": true" }.joined()
        return fields.isEmpty ? type : "{\"type\": \(type)\(fields)}"
    }

    /// The text in double quotes, valid in both JSON and YAML.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            case _
            where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
                || [0x2028, 0x2029, 0xFEFF].contains(scalar.value):
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
