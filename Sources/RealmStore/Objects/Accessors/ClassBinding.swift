/// A class of objects in one session: its table, and the column of each property.
///
/// Every accessor holds one, and with it the session.
final class ClassBinding {
    let session: Session
    let table: TableKey
    /// The Swift class of the accessors; nil for dynamic objects.
    let model: ModelClass?

    /// What the session knows of the class; used where the session may be.
    let known: KnownClass
    /// Columns by property key; nil for computed properties.
    private var columns: [Column?] = []
    /// The layout of the tables that the columns belong to.
    private var layout = -1
    private let era: Int

    /// False once the Realm was invalidated: then all holders of the binding are gone for good.
    var isCurrent: Bool { era == session.era }

    init(_ session: Session, _ known: KnownClass) {
        self.session = session
        self.known = known
        (table, model) = (known.table, known.model)
        era = session.era
        if session.isShared { _ = findColumns() }
    }

    /// The column of a stored property.
    func column(_ key: PropertyKey) -> Column {
        if layout != session.layout { _ = findColumns() }
        guard let column = columns[Int(key)] else {
            preconditionFailure("property \(key) of '\(model?.name ?? "?")' is not stored")
        }
        return column
    }

    /// The columns of the session's current layout.
    func findColumns() -> ClassColumns {
        let found: ClassColumns
        if let last = known.columns, last.layout == session.layout {
            found = last
        } else {
            found = ClassColumns(model, session.group.table(table), layout: session.layout)
            known.columns = found
        }
        (columns, layout) = (found.columns, found.layout)
        return found
    }

    /// An accessor of the object in `row`; an empty one if damage prevents finding it.
    func accessor(_ row: ObjectRow?) -> RLMObjectBase {
        let object = model?.hasOwnDefaults == true ? BareObject.make(known.type) : known.type.init()
        object.bind(self, row)
        return object
    }
}
