import RealmStore

/// A class of the Realm into which objects are imported, as seen by one write transaction.
final class ImportClass {
    let name: String
    let table: TableEditor
    let properties: [ImportProperty]
    /// Position of the primary key among the properties.
    let primaryKey: Int?
    /// The mapping of the object keys in the imported files.
    let keys: ImportKeys
    /// Positions of the properties by their names in documents.
    private let positions: [[UInt8]: Int]

    var isEmbedded: Bool { table.kind == .embedded }

    init(
        _ name: String, _ table: TableEditor, _ tables: GroupEditor, _ keys: ImportKeys
    ) throws(FormatError) {
        self.name = name
        self.table = table
        self.keys = keys
        var properties: [ImportProperty] = []
        for column in table.columns {
            let target = column.type == .link ? try tables.table(column.oppositeTable) : nil
            properties.append(
                ImportProperty(
                    column: column, place: "\(name).\(column.name)", holdsEmbedded: target?.kind == .embedded))
        }
        self.properties = properties
        primaryKey = table.columns.firstIndex { $0.key == table.primaryKey?.key }
        positions = Dictionary(
            properties.enumerated().map { (Array(ExportClass.exportedName($1.column.name).utf8), $0) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Position of the property with that name in documents, or nil.
    func property(_ name: [UInt8]) -> Int? { positions[name] }
}

/// A property into which values are imported.
struct ImportProperty {
    let column: Column
    /// `Class.property`, for messages.
    let place: String
    /// Values are objects that belong to the owner of the property.
    let holdsEmbedded: Bool

    var mayHoldLinks: Bool { column.type == .link || column.type == .mixed }

    /// The property for elements of nested collections: mixed values.
    func nested() -> ImportProperty { ImportProperty(column: .nestedMixed, place: place, holdsEmbedded: false) }
}
