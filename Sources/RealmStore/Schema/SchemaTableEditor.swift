/// Creates and changes the tables and columns of classes in a write transaction.
///
/// Source: file-format/schema.md, "Tables of the object store", "Properties and columns" and "Migration".
package struct SchemaTableEditor {
    private let objects: ObjectEditor
    private var tables: GroupEditor { objects.tables }

    package init(_ objects: ObjectEditor) { self.objects = objects }

    /// The table of an existing class.
    func table(_ className: String) throws(FormatError) -> TableEditor {
        guard let table = try tables.table(named: Table.classPrefix + className) else {
            preconditionFailure("class '\(className)' is not in the schema")
        }
        return table
    }

    /// An existing column of the table.
    func column(_ name: String, of table: TableEditor) -> Column {
        guard let column = table.column(named: name) else {
            preconditionFailure("table '\(table.name)' has no column '\(name)'")
        }
        return column
    }

    // MARK: Adding

    /// Creates the table of each class, then all columns, class by class; the primary key comes first.
    package func addClasses(_ classes: [ObjectSchema]) throws {
        for schema in classes {
            _ = try tables.addTable(
                Table.classPrefix + schema.className, kind: schema.isEmbedded ? .embedded : .topLevel)
        }
        for schema in classes {
            let keys = schema.properties.filter(\.isPrimaryKey)
            for property in keys + schema.properties.filter({ !$0.isPrimaryKey }) {
                try addColumn(property, to: schema.className)
                try setIndex(of: property, in: table(schema.className))
            }
        }
    }

    /// Adds a column without search index.
    ///
    /// - Parameter value: the value for existing objects, for a single value other than a link; nil for the initial
    ///   value.
    package func addColumn(_ property: Property, to className: String, value: Value? = nil) throws(FormatError) {
        let target: TableEditor? = if let name = property.objectClassName { try table(name) } else { nil }
        _ = try table(className).addColumn(
            property.columnName, property.type.columnType, property.columnAttributes, target: target, value: value)
    }

    // MARK: Changing

    /// Removes a column with its values, and the embedded objects they own.
    package func removeColumn(_ name: String, of className: String) throws(FormatError) {
        let table = try table(className)
        try objects.removeColumn(column(name, of: table), from: table)
    }

    /// Makes the values of a column, or the elements of its collections, nullable.
    package func makeOptional(_ property: Property, of className: String) throws(FormatError) {
        let table = try table(className)
        try objects.makeNullable(column(property.columnName, of: table), of: table)
    }

    /// Makes the values of a column, or the elements of its collections, non-nullable.
    ///
    /// - Parameter value: the replacement of null; nil to change nothing if there is one.
    /// - Returns: the object that holds it.
    package func makeRequired(
        _ property: Property, of className: String, nulls value: Value?
    ) throws(FormatError) -> ObjectKey? {
        let table = try table(className)
        let column = column(property.columnName, of: table)
        if value == nil, let key = try objects.firstNull(in: column, of: table) { return key }
        // Without nulls the replacement does not matter.
        try objects.makeRequired(column, of: table, nulls: value ?? .null)
        return nil
    }

    // MARK: Search indexes and primary keys

    /// Gives a class the primary key and the search indexes of its schema. `checkKeys` checks whether the primary key
    /// is unique.
    package func setIndexes(of schema: ObjectSchema) throws(FormatError) {
        let table = try table(schema.className)
        if let key = table.primaryKey, schema.primaryKeyProperty?.columnName != key.name { table.setPrimaryKey(nil) }
        for property in schema.properties { try setIndex(of: property, in: table) }
    }

    private func setIndex(of property: Property, in table: TableEditor) throws(FormatError) {
        let column = column(property.columnName, of: table)
        guard column.isIndexed == property.isIndexed, column.isFullTextIndexed == property.isFullTextIndexed else {
            if property.isPrimaryKey {
                try objects.makeIndex(of: column, nil, in: table)
                table.setPrimaryKey(self.column(property.columnName, of: table))
            } else if property.isIndexed || property.isFullTextIndexed {
                try objects.makeIndex(of: column, property.isFullTextIndexed ? .fullText : .indexed, in: table)
            } else {
                try objects.dropIndex(of: column, in: table)
            }
            return
        }
        // The index stays; only its reason changes.
        guard column.isIndexed, table.primaryKey?.key != column.key else { return }
        if column.attributes.contains(.indexed) == property.isPrimaryKey {
            _ = try table.setIndex(property.isPrimaryKey ? [] : .indexed, root: column.indexRoot, for: column)
        }
        if property.isPrimaryKey { table.setPrimaryKey(self.column(property.columnName, of: table)) }
    }

    /// Makes a primary key an ordinary property of the class. Its index stays.
    func removePrimaryKey(of className: String) throws(FormatError) { try table(className).setPrimaryKey(nil) }

    /// Throws `SchemaRefusal.duplicateKeys` if several objects of a class have one primary key.
    func checkKeys(of schema: ObjectSchema) throws {
        guard let property = schema.primaryKeyProperty else { return }
        let table = try table(schema.className).table
        guard let column = table.primaryKey else { return }
        let duplicates = try PrimaryKeyDuplicates(in: table, column)
        if !duplicates.isEmpty { throw SchemaRefusal.duplicateKeys(duplicates, property, of: schema.className) }
    }

    // MARK: Classes

    /// Makes a class embedded or top-level.
    ///
    /// - Throws: `SchemaRefusal` if objects cannot be embedded.
    package func setEmbedded(
        _ className: String, _ isEmbedded: Bool, _ orphans: OrphanRule = .delete, _ shared: SharedRule = .duplicate
    ) throws {
        let table = try table(className)
        guard isEmbedded else { return table.setKind(.topLevel) }
        guard table.kind != .embedded else { return }
        try EmbeddedConversion(of: className, table, objects).run(orphans, shared)
    }

    /// The properties of other classes that link to a class, as "Class.property".
    func properties(linkingTo className: String) throws(FormatError) -> [String] {
        let target = try table(className)
        return try objects.linkColumns(to: target).filter { $0.table !== target }
            .map { "\($0.table.table.className ?? $0.table.name).\($0.column.name)" }
    }

    /// The keys of all objects of a class, ascending.
    func keys(of className: String) throws(FormatError) -> [ObjectKey] { try objects.keys(of: table(className)) }

    /// Deletes objects, in any order.
    func delete(_ keys: [ObjectKey], from className: String) throws(FormatError) {
        try objects.delete(keys, from: table(className))
    }

    /// Deletes all objects of a class.
    func deleteAll(_ className: String) throws(FormatError) { try objects.deleteAll(from: table(className)) }

    /// Removes a class with its objects. No property of another class links to it.
    package func removeClass(_ className: String) throws(FormatError) { try objects.removeTable(table(className)) }

    /// Renames a class to an unused name; links lead to it as before.
    package func renameClass(_ className: String, to name: String) throws(FormatError) {
        try tables.renameTable(table(className), to: Table.classPrefix + name)
    }

    /// Renames a property to an unused name.
    package func renameColumn(_ name: String, of className: String, to newName: String) throws(FormatError) {
        let table = try table(className)
        _ = try table.renameColumn(column(name, of: table), to: newName)
    }
}

extension PropertyType {
    /// The type of the column for such values. Traps for computed properties.
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
    /// The attributes in the column's key.
    var columnAttributes: ColumnAttributes {
        var attributes: ColumnAttributes = []
        if isOptional || type == .any { attributes.insert(.nullable) }
        if isArray { attributes.insert(.list) }
        if isSet { attributes.insert(.set) }
        if isMap { attributes.insert(.dictionary) }
        return attributes
    }
}
