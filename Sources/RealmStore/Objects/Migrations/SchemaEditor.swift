import Foundation

extension RLMMigration {
    /// Changes the classes of the file, with immediate effect: after each edit, objects, their properties and
    /// predicates are those of the new schema. Additional to the SDK.
    ///
    /// With schema mode `discovered` the edits determine the schema of the file after the migration; in other modes it
    /// is always the program's, and differences are added and removed after the block.
    ///
    /// An error thrown here ends the migration: the file is unchanged, even if the block continues.
    ///
    /// - Throws: errors of `body` and of the functions of the editor.
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
/// name that is taken, for an invalid schema (with a line for each problem), and for values that a schema does not
/// allow; `invalidDatabase` for a damaged file. It traps after the migration.
public struct SchemaEditor {
    let run: MigrationRun

    init(_ run: MigrationRun) { self.run = run }

    /// The current classes of the file.
    public var schema: Schema { StoredSchema.read(run.after.group) }

    // MARK: Classes

    /// Adds a class without objects; it may link to itself, and to existing classes.
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
    /// - Complexity: O(n · log n), where n is the number of objects, plus links as for `Realm.delete(_:)`.
    public mutating func removeClass(_ className: String) throws {
        _ = try find(className)
        try changing { writer in
            let properties = try writer.properties(linkingTo: className)
            guard properties.isEmpty else { throw SchemaRefusal.stillLinkedTo(className, by: properties) }
            try writer.removeClass(className)
        }
    }

    /// Gives a class another name; properties that link to it use the new one. Touches no objects.
    public mutating func renameClass(_ className: String, to newName: String) throws {
        _ = try find(className)
        guard schema[newName] == nil else { throw SchemaEditor.error("Class '\(newName)' exists already.") }
        try check(schema.renaming(className, to: newName))
        try changing { writer in try writer.renameClass(className, to: newName) }
    }

    /// Makes a class embedded or top-level.
    ///
    /// - Parameters:
    ///   - className: the class.
    ///   - isEmbedded: whether each of its objects belongs to one other object.
    ///   - orphans: the handling of objects without links to them.
    ///   - shared: the handling of objects with several links to them.
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

    /// Makes a property the primary key of its class, replacing the one it has; nil for none. Touches no objects.
    ///
    /// - Throws: also `badMigration` if several objects have one value; the message names such values.
    /// - Complexity: O(n · log n), where n is the number of objects.
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

    /// Gives a property a search index, replacing a full-text one, or removes it.
    ///
    /// - Complexity: O(n · log n), where n is the number of objects.
    public mutating func setIndexed(_ name: String, on className: String, _ isIndexed: Bool) throws {
        let property = try find(name, of: className)
        guard isIndexed || !property.isPrimaryKey else {
            throw SchemaEditor.error("Primary key '\(className).\(name)' always has a search index.")
        }
        try setIndexes(property.with(isIndexed: isIndexed, isFullTextIndexed: isIndexed ? false : nil), of: className)
    }

    /// Gives a text property a full-text index, replacing another one, or removes it.
    ///
    /// - Complexity: O(n · log n), where n is the number of words.
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
        guard let object = schema[className] else { throw SchemaEditor.error("There is no class '\(className)'.") }
        return object
    }

    func find(_ name: String, of className: String) throws -> Property {
        guard let property = try find(className)[name] else {
            throw SchemaEditor.error("Class '\(className)' has no property '\(name)'.")
        }
        return property
    }

    /// Throws a line for each rule that `changed` violates and the current schema does not.
    func check(_ changed: Schema) throws {
        let before = Set(SchemaValidation.problems(of: schema))
        let problems = SchemaValidation.problems(of: changed).filter { !before.contains($0) }
        if problems.isEmpty { return }
        let lines = problems.map { "- \($0)" }.joined(separator: "\n")
        throw SchemaEditor.error("Schema validation failed due to the following errors:\n\(lines)")
    }

    /// Changes tables and columns; readers look them up again afterwards.
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
