import RealmTools

/// A schema as text, and for the envelope.
enum SchemaTable {
    static func text(_ document: SchemaDocument) -> String {
        var text = "schema version \(document.version.map { "\($0)" } ?? "none")\n"
        for schema in document.schema.objectSchema {
            let kind = schema.isEmbedded ? "  embedded" : schema.isAsymmetric ? "  asymmetric" : ""
            text += "\n\(schema.className)\(kind)\n"
            let width = schema.properties.map { $0.name.columnCount }.max() ?? 0
            for property in schema.properties {
                let notes = notes(property).map { "  \($0)" }.joined()
                let padding = String(repeating: " ", count: width - property.name.columnCount)
                text += "  \(property.name)\(padding)  \(property.typeNotation)\(notes)\n"
            }
        }
        return text
    }

    private static func notes(_ property: Property) -> [String] {
        if property.isPrimaryKey { return ["primary key"] }
        return (property.isIndexed ? ["indexed"] : []) + (property.isFullTextIndexed ? ["full text"] : [])
    }

    static func json(_ document: SchemaDocument) -> [(String, JSONValue)] {
        let classes = document.schema.objectSchema.map { schema -> JSONValue in
            .object([
                ("name", .string(schema.className)), ("primaryKey", JSONValue(schema.primaryKeyProperty?.name)),
                ("embedded", .bool(schema.isEmbedded)), ("asymmetric", .bool(schema.isAsymmetric)),
                (
                    "properties",
                    .array(
                        schema.properties.map { property in
                            .object([
                                ("name", .string(property.name)), ("type", .string(property.typeNotation)),
                                ("indexed", .bool(property.isIndexed)), ("fulltext", .bool(property.isFullTextIndexed)),
                            ])
                        })
                ),
            ])
        }
        return [("schemaVersion", JSONValue(document.version)), ("classes", .array(classes))]
    }
}
