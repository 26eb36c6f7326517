import Foundation

extension RLMMigration {
    /// Changes the classes of the file, with immediate effect: objects, their properties and predicates are those of
    /// the new schema after each edit. Additional to the SDK.
    ///
    /// With schema mode `discovered` the schema of the file after the migration is what the edits left; in other modes
    /// it is the program's in any case, and whatever differs from it is added and removed behind the block.
    ///
    /// An error that is thrown here ends the migration: the file stays as it is, even if the block goes on.
    ///
    /// - Throws: what `body` and the functions of the editor throw.
    public func edit(_ body: (inout SchemaEditor) throws -> Void) throws {
        run.checkIsRunning()
        var editor = SchemaEditor(run)
        do { try body(&editor) } catch {
            run.failure = run.failure ?? error
            throw error
        }
    }
}

/// Changes the classes of a file in a migration. Additional to the SDK.
///
/// Names are those in the file. Every function throws `badMigration` for a class or property that does not exist, for a
/// name that is taken, for a schema that no file can have (with a line for each fault), and for values that a schema
/// cannot have; `invalidDatabase` where the file is damaged. It traps behind the migration.
public struct SchemaEditor {
    let run: MigrationRun

    init(_ run: MigrationRun) { self.run = run }

    /// The classes of the file as they are now.
    public var schema: Schema { StoredSchema.read(run.after.group) }

    // MARK: Classes

    /// Adds a class without objects; it may link to itself, and to classes that are there.
    public mutating func addClass(_ schema: ObjectSchema) throws {
        let added = schema.asStored
        guard self.schema[added.className] == nil else {
            throw SchemaEditor.error("Class '\(added.className)' exists already.")
        }
        try check(self.schema.replacing(added))
        try changing { writer in try writer.addClasses([added]) }
    }

    /// Removes a class with all its objects, and the embedded objects they own.
    ///
    /// - Throws: also `badMigration` while properties of other classes link to it; their names are in the message.
    public mutating func removeClass(_ className: String) throws {
        _ = try find(className)
        try changing { writer in
            let properties = try writer.properties(linkingTo: className)
            guard properties.isEmpty else { throw SchemaRefusal.stillLinkedTo(className, by: properties) }
            try writer.removeClass(className)
        }
    }

    /// Gives a class another name; properties that link to it do so under the new one. Touches no objects.
    public mutating func renameClass(_ className: String, to newName: String) throws {
        _ = try find(className)
        guard schema[newName] == nil else { throw SchemaEditor.error("Class '\(newName)' exists already.") }
        try check(schema.renaming(className, to: newName))
        try changing { writer in try writer.renameClass(className, to: newName) }
    }

    /// Makes a class one of embedded objects, or of objects of their own again.
    ///
    /// - Parameters:
    ///   - className: the class.
    ///   - isEmbedded: whether its objects belong to one other object each.
    ///   - orphans: what becomes of objects that nothing links to.
    ///   - shared: what becomes of objects with several links to them.
    /// - Throws: also `badMigration` for a class with a primary key, and for objects that a mixed property or a set
    ///   links to.
    public mutating func setEmbedded(
        _ className: String, _ isEmbedded: Bool, orphans: OrphanRule = .error, shared: SharedRule = .error
    ) throws {
        let old = try find(className)
        if isEmbedded, old.primaryKeyProperty != nil {
            throw SchemaEditor.error(SchemaRefusal.embeddedWithPrimaryKey(className).message)
        }
        try check(schema.replacing(old.with(isEmbedded: isEmbedded)))
        try changing { writer in try writer.setEmbedded(className, isEmbedded, orphans, shared) }
    }

    // MARK: Primary keys and search indexes

    /// Makes a property the primary key of its class, in the place of the one it has; nil for none. Touches no objects.
    ///
    /// - Throws: also `badMigration` if several objects have one value; the message names such values.
    public mutating func setPrimaryKey(_ name: String?, on className: String) throws {
        let old = try find(className)
        if let name { _ = try find(name, of: className) }
        let changed = old.with(
            properties: old.properties.map { property in
                if property.name == name { return property.with(isFullTextIndexed: false, isPrimaryKey: true) }
                return property.isPrimaryKey ? property.with(isIndexed: false, isPrimaryKey: false) : property
            })
        try check(schema.replacing(changed))
        try changing { writer in
            try writer.setIndexes(of: changed)
            try writer.checkKeys(of: changed)
        }
    }

    /// Gives a property a search index, in the place of one for words, or takes it away.
    public mutating func setIndexed(_ name: String, on className: String, _ isIndexed: Bool) throws {
        let property = try find(name, of: className)
        guard isIndexed || !property.isPrimaryKey else {
            throw SchemaEditor.error("Primary key '\(className).\(name)' always has a search index.")
        }
        try setIndexes(property.with(isIndexed: isIndexed, isFullTextIndexed: isIndexed ? false : nil), of: className)
    }

    /// Gives a text property a search index of its words, in the place of another, or takes it away.
    public mutating func setFullTextIndexed(_ name: String, on className: String, _ isIndexed: Bool) throws {
        let property = try find(name, of: className)
        try setIndexes(property.with(isIndexed: isIndexed ? false : nil, isFullTextIndexed: isIndexed), of: className)
    }

    private func setIndexes(_ property: Property, of className: String) throws {
        let changed = try find(className).replacing(property.name, by: property)
        try check(schema.replacing(changed))
        try changing { writer in try writer.setIndexes(of: changed) }
    }

    // MARK: Finding and checking

    static func error(_ message: String) -> RLMError { RLMError(.badMigration, message) }

    func find(_ className: String) throws -> ObjectSchema {
        run.checkIsRunning()
        guard let found = schema[className] else { throw SchemaEditor.error("There is no class '\(className)'.") }
        return found
    }

    func find(_ name: String, of className: String) throws -> Property {
        guard let property = try find(className)[name] else {
            throw SchemaEditor.error("Class '\(className)' has no property '\(name)'.")
        }
        return property
    }

    /// Throws a line for each rule that `changed` breaks and the schema as it is does not.
    func check(_ changed: Schema) throws {
        let before = Set(SchemaValidation.problems(of: schema))
        let problems = SchemaValidation.problems(of: changed).filter { !before.contains($0) }
        if problems.isEmpty { return }
        let lines = problems.map { "- \($0)" }.joined(separator: "\n")
        throw SchemaEditor.error("Schema validation failed due to the following errors:\n\(lines)")
    }

    /// Changes tables and columns; whatever reads them looks for them again afterwards.
    func changing(_ body: (SchemaTableEditor) throws -> Void) throws {
        run.checkIsRunning()
        defer { run.after.noteLayoutChange() }
        do {
            try body(run.writer)
        } catch let error as FormatError {
            throw RLMError(error, path: run.after.path)
        } catch let refusal as SchemaRefusal {
            throw SchemaEditor.error(refusal.message)
        }
    }
}
