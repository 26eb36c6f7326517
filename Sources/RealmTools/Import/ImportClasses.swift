import RealmStore

/// The classes of the Realm, as seen by one write transaction.
final class ImportClasses {
    let objects: ObjectEditor
    /// In the order of their tables.
    private(set) var all: [ImportClass] = []
    private var byName: [[UInt8]: ImportClass] = [:]
    private var byTable: [TableKey: ImportClass] = [:]

    /// - Parameter keys: the key mappings of earlier transactions of the import, by class.
    init(_ objects: ObjectEditor, _ keys: inout [String: ImportKeys]) throws(FormatError) {
        self.objects = objects
        for key in objects.tables.tableKeys {
            guard let table = try objects.tables.table(key), let name = table.table.className else { continue }
            let known: ImportKeys
            if let earlier = keys[name] {
                known = earlier
            } else {
                known = ImportKeys(hadObjects: try table.clusters.tree().count > 0, isEmbedded: table.kind == .embedded)
                keys[name] = known
            }
            let made = try ImportClass(name, table, objects.tables, known)
            byName[Array(name.utf8)] = made
            byTable[key] = made
            all.append(made)
        }
    }

    /// The class of that name.
    func named(_ name: [UInt8]) throws -> ImportClass {
        if let found = byName[name] { return found }
        let near = PredicateError.suggestions(for: String(decoding: name, as: UTF8.self), among: all.map(\.name))
        throw ImportProblem("the Realm has no class '\(JSONTree.excerpt(name))'", suggestions: near)
    }

    /// The target class of `property`.
    func target(of property: ImportProperty) throws(FormatError) -> ImportClass {
        if let found = byTable[property.column.oppositeTable] { return found }
        throw FormatError(.badTable, at: .none, "the links of '\(property.place)' lead to no class")
    }
}
