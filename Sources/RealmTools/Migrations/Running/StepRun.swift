import RealmStore

/// Runs steps one after the other in a write transaction.
///
/// Objects are iterated by their keys, which are collected first, since the tree must not change during a walk.
final class StepRun {
    let objects: ObjectEditor
    let writer: SchemaTableEditor
    /// Keeps the bytes of values copied between objects.
    let scratch = ValueScratch()
    /// The schema after the step.
    var schema = Schema([])
    /// The place of the step, for messages.
    var place: SourcePlace
    /// The start time of the file: `generate: now` is the same for all objects.
    let now: Timestamp
    private let showsValues: Bool
    private let path: String

    var tables: GroupEditor { objects.tables }

    /// - Parameters:
    ///   - path: of the file, for messages.
    ///   - showsValues: whether messages show the values of objects.
    init(_ objects: ObjectEditor, path: String, showsValues: Bool, at place: SourcePlace) {
        self.objects = objects
        self.path = path
        self.showsValues = showsValues
        self.place = place
        writer = SchemaTableEditor(objects)
        let (seconds, nanoseconds) = WallClock.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        now = Timestamp(seconds: seconds, nanoseconds: Int32(nanoseconds))
    }

    // MARK: Classes, properties and objects

    func table(_ className: String) throws -> TableEditor {
        if let table = try tables.table(named: Table.classPrefix + className) { return table }
        throw failure("there is no class '\(className)'")
    }

    func column(_ name: String, of table: TableEditor) throws -> Column {
        if let column = table.column(named: name) { return column }
        throw failure("class '\(table.displayName)' has no property '\(name)'")
    }

    /// The objects that meet a condition, in ascending order of their keys; all without one.
    func keys(of table: TableEditor, where condition: StepCondition?) throws -> [ObjectKey] {
        guard let condition else { return try objects.keys(of: table) }
        let context = QueryContext(tables.group(), folding: TextFolding.byFoundation)
        do throws(QueryError) {
            let run = try PreparedQuery(condition.predicate, on: table.table, in: context)
            do throws(FormatError) { return try run.keys() } catch { throw .damaged(error) }
        } catch {
            switch error {
            case .predicate(let error): throw failure(error.message)
            case .damaged(let error): throw error
            }
        }
    }

    /// Number of objects of a class.
    func count(_ table: TableEditor) throws(FormatError) -> Int { try table.clusters.tree().count }

    /// Gives a class the search indexes and the primary key of its schema.
    func setIndexes(of className: String) throws {
        if let objects = schema[className] { try writer.setIndexes(of: objects) }
    }

    // MARK: Values

    func value(of column: Column, of key: ObjectKey, in table: TableEditor) throws(FormatError) -> Value {
        try objects.value(of: column, of: key, in: table)
    }

    /// Sets a value, whose bytes are in `scratch`, and resets `scratch`.
    func set(_ value: Value, of column: Column, of key: ObjectKey, in table: TableEditor) throws(FormatError) {
        try objects.set(value, of: column, of: key, in: table)
        scratch.reset()
    }

    // MARK: Failing

    /// The error that ends the migration.
    func failure(_ message: String) -> RLMError {
        RLMError(.badMigration, Diagnostic(place, message).description, path: path)
    }

    /// The same, caused by an object.
    ///
    /// - Parameter value: the offending value.
    func failure(
        _ message: String, _ key: ObjectKey, of table: TableEditor, value: Value? = nil
    ) -> RLMError {
        let shown = showsValues ? value.map { ": \(ValueText.excerpt($0))" } ?? "" : ""
        return failure("\(name(of: key, in: table)): \(message)\(shown)")
    }

    /// An object as named in messages: by its primary key, if it has one and values may be shown, else by its key.
    func name(of key: ObjectKey, in table: TableEditor) -> String {
        if let primaryKey = table.primaryKey, showsValues, let value = try? value(of: primaryKey, of: key, in: table) {
            return "\(table.displayName) \(ValueText.excerpt(value))"
        }
        return "\(table.displayName) with object key \(key.value)"
    }
}

extension TableEditor {
    /// The name of the class, or of a table without class.
    var displayName: String {
        name.hasPrefix(Table.classPrefix) ? String(name.dropFirst(Table.classPrefix.count)) : name
    }
}
