/// A class of objects in one session: its table, and the column of each property.
///
/// Every accessor holds one, and with it the session.
final class ClassBinding {
    let session: Session
    let table: TableKey
    /// The Swift class of the accessors; nil for dynamic objects.
    let model: ModelClass?

    /// Columns by property key; nil for computed properties.
    private var columns: [Column?] = []
    /// The layout of the tables that the columns belong to.
    private var layout = -1
    private let era: Int

    /// False once the Realm was invalidated: then all holders of the binding are gone for good.
    var isCurrent: Bool { era == session.era }

    init(_ session: Session, _ table: TableKey, _ model: ModelClass?) {
        self.session = session
        self.table = table
        self.model = model
        era = session.era
        if session.isShared { findColumns() }
    }

    /// The column of a stored property.
    func column(_ key: PropertyKey) -> Column {
        if layout != session.layout { findColumns() }
        guard let column = columns[Int(key)] else {
            preconditionFailure("property \(key) of '\(model?.name ?? "?")' is not stored")
        }
        return column
    }

    /// The property stored in a column, or nil for a column that the class does not declare.
    func property(of column: Column) -> ModelProperty? {
        if layout != session.layout { findColumns() }
        guard let model, let index = columns.firstIndex(where: { $0?.key == column.key }) else { return nil }
        return model.properties[index]
    }

    private func findColumns() {
        let table = session.group.table(table)
        columns = (model?.properties ?? []).map { property in
            guard !property.isComputed, let table else { return nil }
            guard let column = table.column(named: property.columnName) else {
                misuse("the file has no property '\(model?.name ?? "?").\(property.name)' any more")
            }
            return column
        }
        layout = session.layout
    }

    /// An accessor of the object in `row`; an empty one if damage prevents finding it.
    func accessor(_ row: ObjectRow?) -> RLMObjectBase {
        let object = model?.type.init() ?? DynamicObject()
        object.bind(self, row)
        return object
    }
}
