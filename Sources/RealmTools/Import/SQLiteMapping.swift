import RealmStore

/// The mapping of the tables of a SQLite database to classes and their objects.
///
/// A database of RealmStore's export is marked, and is restored exactly. In any other, tables become classes, columns
/// become properties according to `SQLiteTypes`, and foreign keys of one column that refer to a primary key become
/// links.
struct SQLiteMapping {
    /// The classes; for a foreign database, those made from its tables.
    private(set) var document: SchemaDocument
    /// The tables with the names of their values in these classes.
    private(set) var tables: [SQLiteImportTable] = []
    /// Everything omitted or renamed.
    private(set) var notes: [String] = []

    init(_ catalog: SQLiteCatalog) {
        document = SchemaDocument(Schema([]), version: catalog.meta["schemaVersion"].flatMap { UInt64($0) })
        let kinds = catalog.others.map { ($0.name, $0.kind == "view" ? "a view" : "a virtual table") }
        notes = kinds.map { "'\($0.0)' is \($0.1) and is left out." }
        if !readOwn(catalog) { readForeign(catalog) }
    }

    // MARK: Our own export

    /// - Returns: false for a foreign database.
    private mutating func readOwn(_ catalog: SQLiteCatalog) -> Bool {
        guard let text = catalog.meta["schema"],
            let read = try? SchemaDocument(yaml: text, file: SQLSchema.metaTable)
        else { return false }
        let isTyped = catalog.meta["values"] == RealmExporter.ValueStyle.typed.rawValue
        let byName = Dictionary(catalog.tables.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var names = SQLNames(.sqlite, taken: [SQLSchema.metaTable])
        var found: [(table: SQLiteCatalog.Table, schema: ObjectSchema, collection: Property?)] = []
        for schema in read.schema.objectSchema {
            if let own = byName[names.unique(schema.className)] { found.append((own, schema, nil)) }
            for property in schema.properties where property.isCollection {
                let name = names.unique("\(schema.className)__\(property.name)")
                if let table = byName[name] { found.append((table, schema, property)) }
            }
        }
        let classes = found.filter { $0.collection == nil }.map { OwnTable(table: $0.table, schema: $0.schema) }
        let byClass = Dictionary(classes.map { ($0.schema.className, $0) }, uniquingKeysWith: { first, _ in first })
        for (table, schema, collection) in found {
            guard let own = byClass[schema.className] else { continue }
            tables.append(
                collection.map { own.collection(table, $0, among: byClass, isTyped: isTyped) }
                    ?? own.objects(among: byClass, isTyped: isTyped))
        }
        document.schema = read.schema
        return true
    }

    // MARK: Foreign databases

    private mutating func readForeign(_ catalog: SQLiteCatalog) {
        var names = SQLiteMapping.names(SchemaValidation.longestClassName)
        var classes: [String: String] = [:]
        for table in catalog.tables {
            let name = names.unique(table.name)
            classes[table.name.lowercased()] = name
            if name != table.name { notes.append("Table '\(table.name)' becomes class '\(name)'.") }
        }
        var schemas: [ObjectSchema] = []
        for table in catalog.tables {
            guard let name = classes[table.name.lowercased()] else { continue }
            var names = SQLiteMapping.names(SchemaValidation.longestPropertyName)
            var columns: [SQLiteImportTable.Column] = []
            var properties: [Property] = []
            for column in table.columns {
                let property = names.unique(column.name)
                if property != column.name {
                    notes.append("Column '\(table.name).\(column.name)' becomes property '\(property)'.")
                }
                columns.append(
                    .init(
                        expression: SQLNames.quoted(column.name), member: ExportClass.exportedName(property),
                        isField: false))
                properties.append(self.property(property, of: column, in: table, catalog, classes))
            }
            let key = primaryKey(of: table, properties)
            schemas.append(ObjectSchema(className: name, properties: properties, primaryKey: key))
            tables.append(
                SQLiteImportTable(
                    name: table.name, className: name, collection: nil, columns: columns, rowid: table.rowidName))
        }
        document.schema = Schema(schemas)
    }

    private static func names(_ byteCount: Int) -> SQLNames {
        SQLNames(.init(nameByteCount: byteCount, ignoresCase: false), taken: [])
    }

    private func property(
        _ name: String, of column: SQLiteCatalog.Column, in table: SQLiteCatalog.Table, _ catalog: SQLiteCatalog,
        _ classes: [String: String]
    ) -> Property {
        if let target = SQLiteMapping.target(of: column, in: table, catalog), let target = classes[target.lowercased()]
        {
            return Property(name: name, type: .object, objectClassName: target, isOptional: true)
        }
        let type = SQLiteTypes.type(column.declaredType)
        // A primary key may be null in SQLite for historical reasons only.
        let isOptional = !column.isRequired && column.keyPosition == 0
        let canBeIndexed = ![.double, .data, .decimal128].contains(type)
        return Property(
            name: name, type: type, isOptional: isOptional,
            isIndexed: canBeIndexed && table.indexed.contains(column.name))
    }

    /// The table to which the column links: one whose only primary key it references.
    private static func target(
        of column: SQLiteCatalog.Column, in table: SQLiteCatalog.Table, _ catalog: SQLiteCatalog
    ) -> String? {
        let isOnlyKey = column.keyPosition > 0 && table.primaryKey.count == 1
        guard !isOnlyKey,
            let reference = table.references.first(where: { $0.column.lowercased() == column.name.lowercased() }),
            let other = catalog.tables.first(where: { $0.name.lowercased() == reference.table.lowercased() }),
            let key = SQLiteMapping.primaryKey(of: other),
            reference.target.map({ $0.lowercased() == key.name.lowercased() }) ?? true
        else { return nil }
        return other.name
    }

    /// The column that becomes the primary key.
    private static func primaryKey(of table: SQLiteCatalog.Table) -> SQLiteCatalog.Column? {
        let keys = table.primaryKey
        guard keys.count == 1, [.int, .string, .UUID, .objectId].contains(SQLiteTypes.type(keys[0].declaredType))
        else { return nil }
        return keys[0]
    }

    private mutating func primaryKey(of table: SQLiteCatalog.Table, _ properties: [Property]) -> String? {
        guard let key = SQLiteMapping.primaryKey(of: table) else {
            if !table.primaryKey.isEmpty {
                let names = table.primaryKey.map { "'\($0.name)'" }.joined(separator: ", ")
                notes.append("The primary key \(names) of table '\(table.name)' is none that a class can have.")
            }
            return nil
        }
        return table.columns.firstIndex { $0.name == key.name }.map { properties[$0].name }
    }

    // MARK: Into classes that are there

    /// Omits everything without a class or property in the Realm.
    mutating func limit(to classes: ImportClasses) {
        var kept: [SQLiteImportTable] = []
        for table in tables {
            guard let type = classes.all.first(where: { $0.name == table.className }) else {
                notes.append("Table '\(table.name)' is left out: the Realm has no class '\(table.className)'.")
                continue
            }
            guard table.collection == nil else {
                kept.append(table)
                continue
            }
            var columns: [SQLiteImportTable.Column] = []
            for column in table.columns {
                if column.member == "_key" || type.property(Array(column.member.utf8)) != nil {
                    columns.append(column)
                } else {
                    notes.append(
                        "Column \(column.expression) of table '\(table.name)' is left out: class '\(type.name)' has no "
                            + "such property.")
                }
            }
            kept.append(
                SQLiteImportTable(
                    name: table.name, className: table.className, collection: nil, columns: columns,
                    rowid: table.rowid))
        }
        tables = kept
    }
}

/// A table created by RealmStore's export from a class.
private struct OwnTable {
    let table: SQLiteCatalog.Table
    let schema: ObjectSchema

    private var singles: [Property] { schema.properties.filter { !$0.isCollection } }
    /// Whether the first column is the object key: there is no primary key, or one that may be null.
    private var hasKey: Bool { table.columns.count > singles.count }
    /// The columns of the single values, in the order of the properties.
    private var columns: ArraySlice<SQLiteCatalog.Column> { table.columns.dropFirst(hasKey ? 1 : 0) }

    /// The column whose values identify the objects in an import, if others refer to their object keys.
    private var namingColumn: SQLiteCatalog.Column? {
        guard hasKey else { return nil }
        return zip(columns, singles).first { $0.1.isPrimaryKey }?.0
    }

    func objects(among classes: [String: OwnTable], isTyped: Bool) -> SQLiteImportTable {
        var members: [SQLiteImportTable.Column] = []
        if hasKey, schema.primaryKeyProperty == nil, let first = table.columns.first {
            members.append(.init(expression: SQLNames.quoted(first.name), member: "_key", isField: false))
        }
        for (column, property) in zip(columns, singles) {
            members.append(
                .init(
                    expression: OwnTable.reference(column, in: table, to: classes[property.objectClassName ?? ""]),
                    member: ExportClass.exportedName(property.name), isField: isTyped && property.type == .any))
        }
        return SQLiteImportTable(
            name: table.name, className: schema.className, collection: nil, columns: members, rowid: table.rowidName)
    }

    func collection(
        _ elements: SQLiteCatalog.Table, _ property: Property, among classes: [String: OwnTable], isTyped: Bool
    ) -> SQLiteImportTable {
        let members = ["owner", property.isMap ? "key" : "position", "value"]
        let targets = [self, nil, classes[property.objectClassName ?? ""]]
        let columns = zip(elements.columns, zip(members, targets)).map { column, described in
            SQLiteImportTable.Column(
                expression: OwnTable.reference(column, in: elements, to: described.1), member: described.0,
                isField: described.0 != "value" || (isTyped && property.type == .any))
        }
        return SQLiteImportTable(
            name: elements.name, className: schema.className, collection: property.name, columns: columns,
            rowid: elements.rowidName)
    }

    /// The column; for one that refers to object keys of a class with primary key, the primary key.
    private static func reference(
        _ column: SQLiteCatalog.Column, in table: SQLiteCatalog.Table, to target: OwnTable?
    ) -> String {
        let own = "\(SQLNames.quoted(table.name)).\(SQLNames.quoted(column.name))"
        guard let target, let name = target.namingColumn, let key = target.table.columns.first else { return own }
        let other = SQLNames.quoted(target.table.name)
        return "(SELECT k.\(SQLNames.quoted(name.name)) FROM \(other) AS k "
            + "WHERE k.\(SQLNames.quoted(key.name)) = \(own))"
    }
}
