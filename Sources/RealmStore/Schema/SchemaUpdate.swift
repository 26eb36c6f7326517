/// What must be done to a file so that it has the schema it is opened with, and how that is done.
///
/// Source: file format, history and schema, "Modes" and "Migration".
struct SchemaUpdate {
    let changes: [SchemaChange]
    private let wanted: Schema
    private let version: UInt64

    /// The schema and schema version of a file.
    struct Stored {
        let schema: Schema
        /// Nil for a file that was never given one.
        let version: UInt64?

        init(_ group: Group) throws(FormatError) {
            schema = StoredSchema.read(group)
            version = try group.schemaVersion()
        }
    }

    /// What is to be done to `stored`; nil if that is nothing.
    ///
    /// A file without a version gets every change; one of the same version only those that no object can notice.
    ///
    /// - Throws: `SchemaRefusal` if the file's version is higher, if changes need a higher one, or cannot be made at
    ///   all.
    init?(of stored: Stored, to wanted: Schema, version: UInt64) throws(SchemaRefusal) {
        changes = SchemaChange.all(from: stored.schema, to: wanted)
        self.wanted = wanted
        self.version = version
        for change in changes {
            if case .changeKind(_, let old) = change, old.isAsymmetric { throw .cannotChangeKind(change) }
        }
        guard let old = stored.version else { return }
        if version < old { throw .versionIsLower(version, than: old) }
        guard version == old else { return }
        let refused = changes.filter(\.needsMigration)
        guard refused.isEmpty else { throw .needsMigration(changes) }
        if changes.isEmpty { return nil }
    }

    /// Throws `SchemaRefusal` if the file cannot be read with the schema `wanted` as it is.
    static func checkReading(_ stored: Stored, with wanted: Schema, version: UInt64) throws(SchemaRefusal) {
        if let old = stored.version, version != old {
            throw version < old ? .versionIsLower(version, than: old) : .versionDiffers(version, from: old)
        }
        let refused = SchemaChange.all(from: stored.schema, to: wanted).filter(\.preventsReading)
        if !refused.isEmpty { throw .preventsReading(refused) }
    }

    /// Makes all changes in a write transaction. After an error it can only be rolled back.
    ///
    /// What becomes required, or gets another type, loses its values; what becomes optional keeps them.
    ///
    /// - Precondition: `wanted` is without `SchemaValidation.problems`, and `changes` are those from the schema that
    ///   the file has in this transaction.
    /// - Throws: `SchemaRefusal` for values that the schema cannot have; `FormatError` for a damaged file.
    func run(in objects: ObjectEditor) throws {
        let writer = SchemaWriter(objects)
        try objects.tables.setSchemaVersion(version)
        try writer.addClasses(
            changes.compactMap { change in
                if case .addClass(let added) = change { added } else { nil }
            })
        var changed: [String] = []
        for change in changes {
            switch change {
            case .addClass: continue
            case .addProperty(let property, let name):
                try writer.addColumn(property, to: name)
                changed.append(name)
            case .removeProperty(let property, let name):
                try writer.removeColumn(property.columnName, of: name)
                changed.append(name)
            case .changeType(let property, _, let name), .makeRequired(let property, let name):
                try writer.removeColumn(property.columnName, of: name)
                try writer.addColumn(property, to: name)
                changed.append(name)
            case .makeOptional(let property, let name):
                try writer.makeOptional(property, of: name)
                changed.append(name)
            case .changeIndex(_, let name), .changeFullTextIndex(_, let name), .changePrimaryKey(_, _, let name):
                changed.append(name)
            case .changeKind: continue
            }
        }
        for schema in wanted.objectSchema where changed.contains(schema.className) {
            try writer.setIndexes(of: schema)
        }
        for case .changeKind(let schema, _) in changes { try writer.changeKind(of: schema) }
    }
}
