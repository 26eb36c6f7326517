/// Reads the schema back from the tables of a file.
///
/// Source: file-format/schema.md, "Properties and columns".
package enum StoredSchema {
    /// The classes of the file; tables that belong to no class are left out.
    package static func read(_ group: Group) -> Schema {
        Schema(
            group.tables.compactMap { table in
                guard let name = table.className else { return nil }
                return ObjectSchema(
                    className: name, properties: table.columns.map { property($0, of: table, in: group) },
                    isEmbedded: table.kind == .embedded, isAsymmetric: table.kind == .asymmetric)
            })
    }

    private static func property(_ column: Column, of table: Table, in group: Group) -> Property {
        guard let type = PropertyType(column.type) else { preconditionFailure("a property has a type of its own") }
        let target = type == .object ? group.table(column.oppositeTable) : nil
        return Property(
            name: column.name, type: type, objectClassName: target.map { $0.className ?? $0.name },
            isOptional: column.isNullable && type != .any,
            isArray: column.collection == .list, isSet: column.collection == .set,
            isMap: column.collection == .dictionary, isIndexed: column.isIndexed,
            isFullTextIndexed: column.isFullTextIndexed, isPrimaryKey: table.primaryKey === column)
    }
}
