/// Makes the tables of a schema in a file that has none.
///
/// Source: file format, history and schema, "Tables" and "Properties and columns".
struct SchemaWriter {
    private let schema: Schema
    private let tables: GroupEditor
    private let objects: ObjectEditor

    /// Makes table `metadata` with the schema version, the table of each class, then all columns, class by class.
    ///
    /// - Precondition: the schema is without `SchemaValidation.problems`, and none of its classes has a table yet.
    static func write(_ schema: Schema, version: UInt64, in objects: ObjectEditor) throws(FormatError) {
        let writer = SchemaWriter(schema: schema, tables: objects.tables, objects: objects)
        try writer.tables.setSchemaVersion(version)
        for described in schema.objectSchema {
            _ = try writer.tables.addTable(
                Table.classPrefix + described.className, kind: described.isEmbedded ? .embedded : .topLevel)
        }
        for described in schema.objectSchema { try writer.addColumns(of: described) }
    }

    private func addColumns(of described: ObjectSchema) throws(FormatError) {
        let table = try table(described.className)
        let keys = described.properties.filter(\.isPrimaryKey)
        for property in keys + described.properties.filter({ !$0.isPrimaryKey }) {
            let target: TableEditor? =
                if let name = property.objectClassName { try self.table(name) } else { nil }
            let column = try table.addColumn(
                property.name, property.type.columnType, property.columnAttributes, target: target)
            if property.isPrimaryKey {
                table.setPrimaryKey(column)
                try objects.makeIndex(of: column, nil, in: table)
            } else if property.isIndexed || property.isFullTextIndexed {
                try objects.makeIndex(of: column, property.isFullTextIndexed ? .fullText : .indexed, in: table)
            }
        }
    }

    private func table(_ className: String) throws(FormatError) -> TableEditor {
        guard let table = try tables.table(named: Table.classPrefix + className) else {
            preconditionFailure("a link leads to class '\(className)', which is not in the schema")
        }
        return table
    }
}

extension PropertyType {
    /// The type of the column that stores such values. Traps for computed properties.
    var columnType: ValueType {
        switch self {
        case .int: .int
        case .bool: .bool
        case .string: .string
        case .data: .binary
        case .date: .timestamp
        case .float: .float
        case .double: .double
        case .object: .link
        case .any: .mixed
        case .objectId: .objectId
        case .decimal128: .decimal
        case .UUID: .uuid
        case .linkingObjects: preconditionFailure("linking objects are not stored")
        }
    }
}

extension Property {
    /// What the column's key says beside its type.
    var columnAttributes: ColumnAttributes {
        var attributes: ColumnAttributes = []
        if isOptional || type == .any { attributes.insert(.nullable) }
        if isArray { attributes.insert(.list) }
        if isSet { attributes.insert(.set) }
        if isMap { attributes.insert(.dictionary) }
        return attributes
    }
}
