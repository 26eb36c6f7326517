import RealmStore

/// Empty tables of a schema, used only to check conditions: they live in memory and are never committed.
final class SketchTables {
    private var database: Database?
    /// The tables of the last requested schema.
    private var made: (schema: Schema, tables: OpenTransaction)?

    /// Checks names and types of a condition.
    ///
    /// Not if links lead out of the schema, as they may in a file: then they are checked when the step is run.
    func check(_ predicate: Predicate, on className: String, of schema: Schema) throws(QueryError) {
        let targets = schema.objectSchema.flatMap { $0.properties.compactMap(\.objectClassName) }
        guard targets.allSatisfy({ schema[$0] != nil }) else { return }
        let group: Group
        do {
            group = try tables(of: schema).group()
        } catch {
            throw .predicate(PredicateError("the condition cannot be checked: \(error)"))
        }
        guard let table = group.table(ofClass: className) else { return }
        let context = QueryContext(group, folding: TextFolding.byFoundation)
        _ = try PreparedQuery(predicate, on: table, in: context)
    }

    private func tables(of schema: Schema) throws -> GroupEditor {
        if let made, made.schema == schema { return made.tables.tables }
        made = nil
        let memory = try database ?? Database.memory("schema-sketch-\(UInt64.random(in: .min ... .max))")
        database = memory
        let tables = try OpenTransaction(memory.beginWrite())
        try SchemaTableEditor(tables.objects).addClasses(schema.objectSchema)
        made = (schema, tables)
        return tables.tables
    }
}
