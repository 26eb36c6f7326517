/// One migration while its function runs: the file before and after, and the requests of the function.
final class MigrationRun {
    /// The version with which the write transaction began; it stays as it is.
    let before: Session
    /// The state of the write transaction so far.
    let after: Session
    let writer: SchemaTableEditor
    /// The classes that the file will have; nil for those that the function leaves.
    private let wanted: Schema?
    /// The error that ended an edit of the schema, which may be incomplete.
    var failure: (any Error)?
    private var isOver = false
    /// Properties whose new names are not in the program's classes.
    private var renamed: [(table: TableKey, column: ColumnKey)] = []
    /// Classes without objects, to be removed once no property links to them.
    private var emptied: [String] = []

    /// - Precondition: the session is in a write transaction.
    init(_ session: Session) {
        guard let write = session.write else { preconditionFailure("a migration is a write transaction") }
        before = Session(.beforeMigration, of: session)
        after = Session(.migrating, of: session)
        writer = SchemaTableEditor(write.objects)
        wanted = session.wantedSchema
    }

    func end() {
        isOver = true
        after.endMigration()
    }

    /// Traps once the migration is over, and on another thread.
    func checkIsRunning() {
        require(!isOver, "A migration can be used in its block only. What is read from the Realm later is migrated.")
        after.checkThread()
    }

    /// Ends the process for damage encountered by a non-throwing caller.
    func trapping<Result>(_ body: () throws(FormatError) -> Result) -> Result {
        do { return try body() } catch { misuse("\(RLMError(error, path: after.path).localizedDescription)") }
    }

    // MARK: Classes

    /// Deletes the objects of a class, and the class itself unless the program has it.
    ///
    /// - Returns: false if the file has no such class.
    func deleteData(_ className: String) throws(FormatError) -> Bool {
        guard after.group.table(ofClass: className) != nil else { return false }
        if after.schema[className] == nil, try writer.properties(linkingTo: className).isEmpty {
            try writer.removeClass(className)
            after.noteLayoutChange()
        } else {
            try writer.deleteAll(className)
            if wanted != nil, after.schema[className] == nil { emptied.append(className) }
            after.noteChange()
        }
        return true
    }

    /// Removes the classes to which only removed properties linked.
    ///
    /// - Throws: `SchemaRefusal.stillLinkedTo`.
    func removeClasses() throws {
        for name in emptied {
            let properties = try writer.properties(linkingTo: name)
            guard properties.isEmpty else { throw SchemaRefusal.stillLinkedTo(name, by: properties) }
            try writer.removeClass(name)
        }
    }

    // MARK: Names

    /// Keeps the values of a property under the program's name.
    ///
    /// Source: file-format/schema.md, "Renaming properties".
    func rename(_ old: String, to new: String, of className: String) throws(RenameRefusal) {
        guard let table = after.group.table(ofClass: className) else { throw .noClass(className) }
        let target = wanted ?? after.schema
        guard let schema = target[className] else { throw .classIsRemoved(className) }
        guard wanted == nil || schema[old] == nil else { throw .sourceStays(old, to: new, of: className) }
        guard let column = table.column(named: old) else { throw .noProperty(old, of: className) }
        guard let source = StoredSchema.read(after.group)[className]?[old] else { return }
        let property = wanted == nil ? nil : schema[new]
        if let property {
            guard source.requiredTypeName == property.requiredTypeName else {
                throw .typeChanges(source, to: property, of: className)
            }
            guard property.isOptional || !source.isOptional else {
                throw .becomesRequired(old, to: new, of: className)
            }
        }
        guard table.column(named: new) == nil || property != nil else {
            throw .targetExists(old, to: new, of: className)
        }
        trapping { () throws(FormatError) in
            if table.column(named: new) != nil { try writer.removeColumn(new, of: className) }
            try writer.renameColumn(old, of: className, to: new)
            if let property, property.isOptional, !source.isOptional {
                try writer.makeOptional(property, of: className)
            }
        }
        if wanted != nil, property == nil { renamed.append((table.key, column.key)) }
        after.noteLayoutChange()
    }

    /// Throws the error of an edit of the schema, or if a property ended with a name unknown to the program.
    func checkOutcome() throws {
        if let failure { throw failure }
        for place in renamed {
            guard let table = after.group.table(place.table), let name = table.className,
                let column = table.column(place.column), wanted?[name]?[column.name] == nil
            else { continue }
            throw SchemaRefusal.renamedPropertyIsUnknown(column.name, of: name)
        }
    }
}
