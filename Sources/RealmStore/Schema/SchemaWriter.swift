/// Makes and changes the tables and columns of classes in a write transaction.
///
/// Source: file format, history and schema, "Tables", "Properties and columns" and "Migration".
struct SchemaWriter {
    private let objects: ObjectEditor
    private var tables: GroupEditor { objects.tables }

    init(_ objects: ObjectEditor) { self.objects = objects }

    private func table(_ className: String) throws(FormatError) -> TableEditor {
        guard let table = try tables.table(named: Table.classPrefix + className) else {
            preconditionFailure("class '\(className)' is not in the schema")
        }
        return table
    }

    private func column(_ name: String, of table: TableEditor) -> Column {
        guard let column = table.column(named: name) else {
            preconditionFailure("table '\(table.name)' has no column '\(name)'")
        }
        return column
    }

    // MARK: Adding

    /// Makes the table of each class, then all columns, class by class; the primary key comes first.
    func addClasses(_ classes: [ObjectSchema]) throws {
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

    /// Adds a column without search index; objects get its initial value.
    func addColumn(_ property: Property, to className: String) throws(FormatError) {
        let target: TableEditor? = if let name = property.objectClassName { try table(name) } else { nil }
        _ = try table(className).addColumn(
            property.columnName, property.type.columnType, property.columnAttributes, target: target)
    }

    // MARK: Changing

    /// Removes a column with its values, and the embedded objects they own.
    func removeColumn(_ name: String, of className: String) throws(FormatError) {
        let table = try table(className)
        try objects.removeColumn(column(name, of: table), from: table)
    }

    /// Lets the values of a column, or the elements of its collections, be null.
    func makeOptional(_ property: Property, of className: String) throws(FormatError) {
        let table = try table(className)
        try objects.makeNullable(column(property.columnName, of: table), of: table)
    }

    // MARK: Search indexes and primary keys

    /// Gives a class the primary key and the search indexes of its schema.
    ///
    /// - Throws: `SchemaRefusal.duplicateKeys`.
    func setIndexes(of schema: ObjectSchema) throws {
        let table = try table(schema.className)
        if let key = table.primaryKey, schema.primaryKeyProperty?.columnName != key.name {
            table.setPrimaryKey(nil)
            try objects.dropIndex(of: key, in: table)
        }
        for property in schema.properties { try setIndex(of: property, in: table) }
    }

    private func setIndex(of property: Property, in table: TableEditor) throws {
        let column = column(property.columnName, of: table)
        if property.isPrimaryKey {
            if table.primaryKey?.key == column.key, column.isIndexed { return }
            try objects.makeIndex(of: column, nil, in: table)
            table.setPrimaryKey(self.column(property.columnName, of: table))
            return try checkKeys(property, of: table)
        }
        guard column.isIndexed != property.isIndexed || column.isFullTextIndexed != property.isFullTextIndexed else {
            return
        }
        if property.isIndexed || property.isFullTextIndexed {
            try objects.makeIndex(of: column, property.isFullTextIndexed ? .fullText : .indexed, in: table)
        } else {
            try objects.dropIndex(of: column, in: table)
        }
    }

    private func checkKeys(_ property: Property, of editor: TableEditor) throws {
        let table = editor.table
        guard let column = table.primaryKey else { return }
        let tree = try table.objects()
        var isUnique = true
        try tree.forEachLeaf { (leaf) throws(FormatError) in
            for row in 0..<leaf.count where isUnique {
                let value = try table.value(of: column, at: ClusterTree.Position(leaf: leaf, row: row))
                isUnique = try table.find(primaryKey: value, in: tree)?.key == leaf.key(row)
            }
        }
        if !isUnique { throw SchemaRefusal.duplicateKeys(property, of: table.className ?? table.name) }
    }

    // MARK: Embedded and top-level classes

    /// Lets a class be embedded, or not. Objects without owner are deleted when it becomes so.
    ///
    /// - Throws: `SchemaRefusal.cannotBecomeEmbedded` for objects with several links to them.
    func changeKind(of schema: ObjectSchema) throws {
        let table = try table(schema.className)
        guard schema.isEmbedded else { return table.setKind(.topLevel) }
        // Deleting one may take the only link from the next.
        var orphans: [ObjectKey]
        repeat {
            orphans = []
            for key in try objects.keys(of: table) {
                let count = try links(to: key, in: table)
                if count.mixed == 0, count.others == 0 { orphans.append(key) }
            }
            for orphan in orphans { try objects.delete(orphan, from: table) }
        } while !orphans.isEmpty
        for key in try objects.keys(of: table) {
            let count = try links(to: key, in: table)
            if count.mixed > 0 {
                throw SchemaRefusal.cannotBecomeEmbedded(
                    schema.className,
                    because: "there is an incoming link from a mixed property, which cannot link to embedded objects.")
            }
            if count.others > 1 {
                throw SchemaRefusal.cannotBecomeEmbedded(
                    schema.className, because: "at least one object has more than one incoming link.")
            }
        }
        table.setKind(.embedded)
    }

    private func links(to key: ObjectKey, in table: TableEditor) throws(FormatError) -> (mixed: Int, others: Int) {
        (
            try objects.linkCount(of: key, in: table, fromMixed: true),
            try objects.linkCount(of: key, in: table, fromMixed: false)
        )
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
