/// The changes that give a file the schema it is opened with, and their execution.
///
/// Source: file-format/schema.md, "Schema modes" and "Migration".
package struct SchemaUpdate {
    private let changes: [SchemaChange]
    /// The wanted schema; nil for that of the file.
    private let wanted: Schema?
    private let version: UInt64
    /// The version of the file whose objects are migrated; nil for one that only gets its schema.
    let migratedVersion: UInt64?

    /// The schema and schema version of a file.
    package struct Stored {
        package let schema: Schema
        /// Nil for a file that was never given one.
        package let version: UInt64?

        package init(_ group: Group) throws(FormatError) {
            schema = StoredSchema.read(group)
            version = try group.schemaVersion()
        }
    }

    /// The update of `stored`; nil if there is nothing to do.
    ///
    /// A file without a version gets every change; one of the same version only those that do not affect objects.
    ///
    /// - Parameter wanted: nil for the schema of the file; then a file without a version is not changed.
    /// - Throws: `SchemaRefusal` if the file's version is higher, or if changes need a higher one or are impossible.
    init?(of stored: Stored, to wanted: Schema?, version: UInt64) throws(SchemaRefusal) {
        changes = wanted.map { SchemaChange.all(from: stored.schema, to: $0) } ?? []
        self.wanted = wanted
        self.version = version
        migratedVersion = stored.version.flatMap { version > $0 ? $0 : nil }
        try SchemaUpdate.checkKinds(changes)
        guard let old = stored.version else {
            if wanted == nil { return nil }
            return
        }
        if version < old { throw .versionIsLower(version, than: old) }
        guard version == old else { return }
        let refused = changes.filter(\.needsMigration)
        guard refused.isEmpty else { throw .needsMigration(changes) }
        if changes.isEmpty { return nil }
    }

    private static func checkKinds(_ changes: [SchemaChange]) throws(SchemaRefusal) {
        for case .changeKind(let new, let old) in changes where old.isAsymmetric {
            throw .cannotChangeKind(.changeKind(new, from: old))
        }
    }

    /// Throws `SchemaRefusal` if the file cannot be read with the schema `wanted` without changes.
    static func checkReading(_ stored: Stored, with wanted: Schema, version: UInt64) throws(SchemaRefusal) {
        if let old = stored.version, version != old {
            throw version < old ? .versionIsLower(version, than: old) : .versionDiffers(version, from: old)
        }
        let refused = SchemaChange.all(from: stored.schema, to: wanted).filter(\.preventsReading)
        if !refused.isEmpty { throw .preventsReading(refused) }
    }

    /// Makes all changes in a write transaction. After an error it can only be rolled back.
    ///
    /// Properties that become required, or get another type, lose their values; those that become optional keep them.
    ///
    /// - Precondition: `wanted` is without `SchemaValidation.problems`, and `changes` are those from the file's schema
    ///   in this transaction.
    /// - Throws: `SchemaRefusal` for values that the schema does not allow; `FormatError` for a damaged file.
    func run(in objects: ObjectEditor) throws {
        try objects.tables.setSchemaVersion(version)
        try SchemaUpdate.make(changes, in: objects)
        try SchemaUpdate.complete(changes, to: wanted, in: objects) { SchemaUpdate.changesKeys(of: $0, by: changes) }
    }

    /// The same, with a function that changes objects, and may change the schema, as soon as they have the properties
    /// of both schemas; properties that become required or get another type appear to it as new ones.
    func run(in objects: ObjectEditor, migrating function: () throws -> Void) throws {
        let before = objects.tables.group()
        try objects.tables.setSchemaVersion(version)
        try SchemaUpdate.make(changes.filter(\.comesFirst), in: objects)
        let writer = SchemaTableEditor(objects)
        for case .changePrimaryKey(_, _, let name) in changes { try writer.removePrimaryKey(of: name) }
        try function()
        let migrated = StoredSchema.read(objects.tables.group())
        let rest = wanted.map { SchemaChange.all(from: migrated, to: $0) } ?? []
        try SchemaUpdate.checkKinds(rest)
        try SchemaUpdate.make(rest, in: objects)
        try SchemaUpdate.complete(rest, to: wanted ?? migrated, in: objects) { schema in
            let table = try writer.table(schema.className).table
            return before.table(table.key)?.clusters != table.clusters
                || SchemaUpdate.changesKeys(of: schema, by: rest)
        }
    }

    /// Creates and changes tables and columns.
    private static func make(_ changes: [SchemaChange], in objects: ObjectEditor) throws {
        let writer = SchemaTableEditor(objects)
        try writer.addClasses(
            changes.compactMap { change in
                if case .addClass(let added) = change { added } else { nil }
            })
        for change in changes {
            switch change {
            case .addProperty(let property, let name): try writer.addColumn(property, to: name)
            case .removeProperty(let property, let name): try writer.removeColumn(property.columnName, of: name)
            case .changeType(let property, _, let name), .makeRequired(let property, let name):
                try writer.removeColumn(property.columnName, of: name)
                try writer.addColumn(property, to: name)
            case .makeOptional(let property, let name): try writer.makeOptional(property, of: name)
            case .addClass, .changeIndex, .changeFullTextIndex, .changePrimaryKey, .changeKind: continue
            }
        }
    }

    /// Gives the created or changed tables their search indexes, primary keys and kinds.
    private static func complete(
        _ changes: [SchemaChange], to wanted: Schema?, in objects: ObjectEditor,
        checkingKeysOf hasKeysToCheck: (ObjectSchema) throws -> Bool
    ) throws {
        guard let wanted else { return }
        let writer = SchemaTableEditor(objects)
        let changed = Set(changes.compactMap(\.changedClass))
        for schema in wanted.objectSchema {
            if changed.contains(schema.className) { try writer.setIndexes(of: schema) }
            if try hasKeysToCheck(schema) { try writer.checkKeys(of: schema) }
        }
        for case .changeKind(let schema, _) in changes { try writer.setEmbedded(schema.className, schema.isEmbedded) }
    }

    /// Whether objects of a class may have equal primary keys after the changes.
    private static func changesKeys(of schema: ObjectSchema, by changes: [SchemaChange]) -> Bool {
        changes.contains { change in
            switch change {
            case .changePrimaryKey(_, _, let name): name == schema.className
            case .changeType(let property, _, let name), .makeRequired(let property, let name):
                name == schema.className && property.isPrimaryKey
            default: false
            }
        }
    }
}

extension SchemaChange {
    /// The class whose columns or search indexes change; nil for an added one.
    fileprivate var changedClass: String? {
        switch self {
        case .addClass, .changeKind: nil
        case .addProperty(_, let name), .removeProperty(_, let name), .changeType(_, _, let name),
            .makeOptional(_, let name), .makeRequired(_, let name), .changeIndex(_, let name),
            .changeFullTextIndex(_, let name), .changePrimaryKey(_, _, let name):
            name
        }
    }
}
