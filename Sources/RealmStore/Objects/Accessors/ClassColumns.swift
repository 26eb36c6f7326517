/// The columns of a model class's properties in one layout of the tables.
final class ClassColumns {
    /// The layout, as the session counts them.
    let layout: Int
    /// By property key; nil for computed properties.
    let columns: [Column?]
    /// By position in the leaves of clusters; nil for columns that the class does not declare.
    private let properties: [ModelProperty?]
    /// The properties that are set once the row of a new object is there, since their values may lead to other objects:
    /// links, mixed values and collections.
    let setLater: [(property: ModelProperty, column: Column)]
    /// The others, but for the primary key.
    let setAtOnce: [SetAtOnce]

    /// A property that is set with the row of a new object.
    struct SetAtOnce {
        let access: any PropertyAccess
        let property: ModelProperty
        let column: Column
        /// The position of the column in the table.
        let position: Int
        /// Whether null cannot be stored.
        let isRequired: Bool
    }

    /// Traps for a property that the file does not have.
    init(_ model: ModelClass?, _ table: Table?, layout: Int) {
        self.layout = layout
        var properties: [ModelProperty?] = []
        var setLater: [(ModelProperty, Column)] = []
        var setAtOnce: [SetAtOnce] = []
        columns = (model?.properties ?? []).map { property in
            guard !property.isComputed, let table else { return nil }
            guard let column = table.column(named: property.columnName) else {
                misuse("the file has no property '\(model?.name ?? "?").\(property.name)' any more")
            }
            while properties.count <= column.leafIndex { properties.append(nil) }
            properties[column.leafIndex] = property
            if column.collection != nil || column.type == .link || column.type == .mixed {
                setLater.append((property, column))
            } else if column !== table.primaryKey, let position = table.columns.firstIndex(where: { $0 === column }) {
                setAtOnce.append(
                    SetAtOnce(
                        access: property.access, property: property, column: column, position: position,
                        isRequired: !column.isNullable))
            }
            return column
        }
        (self.properties, self.setLater, self.setAtOnce) = (properties, setLater, setAtOnce)
    }

    /// The property stored in a column, or nil for a column that the class does not declare.
    func property(of column: Column) -> ModelProperty? {
        column.leafIndex < properties.count ? properties[column.leafIndex] : nil
    }
}
