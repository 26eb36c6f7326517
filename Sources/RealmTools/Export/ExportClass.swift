import RealmStore

/// A class being exported: its columns with the data needed to write them.
final class ExportClass {
    /// One property. A class, so that it is at hand for each object without a copy of its parts.
    final class Property: Sendable {
        let column: Column
        /// The name in exported objects; see `ExportClass.exportedName`.
        let name: String
        /// `"name":` as JSON.
        let label: [UInt8]
        /// Values are objects that belong to the owner of the property.
        let holdsEmbedded: Bool
        let isMixed: Bool

        init(column: Column, name: String, label: [UInt8], holdsEmbedded: Bool) {
            self.column = column
            self.name = name
            self.label = label
            self.holdsEmbedded = holdsEmbedded
            isMixed = column.type == .mixed
        }
    }

    let table: Table
    /// The class's name; that of the table if a link leads to one outside of classes.
    let name: String
    /// `"_class":"NAME"` as JSON.
    let label: [UInt8]
    let properties: [Property]
    /// Position of the primary key among the properties.
    let primaryKey: Int?
    /// Keys of the embedded objects written inside their owners.
    var inlined: Set<Int64> = []
    /// The objects to export; nil for all.
    private var selected: ObjectKeySet?
    /// The number of objects to export; nil for all.
    private(set) var selectedCount: Int?
    /// The cluster last read for a single object.
    private var recent: ExportRows?

    var isEmbedded: Bool { table.kind == .embedded }

    init(_ table: Table, in group: Group) throws(FormatError) {
        self.table = table
        let name = table.className ?? table.name
        self.name = name
        var classLabel = TextBuffer()
        classLabel.text("\"_class\":")
        classLabel.json(name)
        label = classLabel.bytes
        properties = table.columns.map { column in
            let exported = ExportClass.exportedName(column.name)
            var label = TextBuffer()
            label.json(exported)
            label.byte(UInt8(ascii: ":"))
            let target = column.type == .link ? group.table(column.oppositeTable) : nil
            return Property(
                column: column, name: exported, label: label.bytes, holdsEmbedded: target?.kind == .embedded)
        }
        primaryKey = table.columns.firstIndex { $0 === table.primaryKey }
        guard Set(table.columns.map(\.name)).count == table.columns.count else {
            throw FormatError(.badTable, at: table.ref, "class '\(name)' has two properties of one name")
        }
    }

    /// Restricts the export to the objects with these keys; nil for all.
    func select(_ keys: [ObjectKey]?) {
        selected = keys.map { ObjectKeySet($0) }
        selectedCount = keys?.count
    }

    /// Whether the object was selected; nil if all are.
    func isSelected(_ key: ObjectKey) -> Bool? { selected?.contains(key) }

    /// The rows of the cluster `leaf`.
    func rows(_ leaf: ClusterLeaf) throws(FormatError) -> ExportRows { try ExportRows(leaf, of: self) }

    /// The object with that key, or nil. Cheap if it is close to the previous one.
    func find(_ key: ObjectKey) throws(FormatError) -> (rows: ExportRows, row: Int)? {
        if let recent, let row = recent.leaf.row(of: key) { return (recent, row) }
        guard let position = try table.objects().find(key) else { return nil }
        let rows = try ExportRows(position.leaf, of: self)
        recent = rows
        return (rows, position.row)
    }

    /// The name under which a property is exported: `_class` and `_key` identify an object, so properties of these
    /// names, and of such names with more leading underscores, get one more underscore.
    static func exportedName(_ name: String) -> String {
        let rest = name.drop { $0 == "_" }
        return rest.endIndex > name.startIndex && name.hasPrefix("_") && (rest == "class" || rest == "key")
            ? "_" + name : name
    }
}
