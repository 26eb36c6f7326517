/// A class of objects in one session: its table, and the column of each property.
///
/// Every accessor has one, and with it the session.
struct ClassBinding {
    let session: Session
    /// What the session knows of the class; used where the session may be.
    let known: KnownClass

    var table: TableKey { known.table }
    /// The Swift class of the accessors; nil for dynamic objects.
    var model: ModelClass? { known.model }

    /// False once the Realm was invalidated: then all holders of the binding are gone for good.
    var isCurrent: Bool { known.era == session.era }

    /// The column of a stored property.
    func column(_ key: PropertyKey) -> Column {
        guard let column = findColumns().columns[Int(key)] else {
            preconditionFailure("property \(key) of '\(model?.name ?? "?")' is not stored")
        }
        return column
    }

    /// The columns of the session's current layout.
    func findColumns() -> ClassColumns { known.columns(in: session) }

    /// An accessor of the object in `row`; an empty one if damage prevents finding it.
    func accessor(_ row: ObjectRow?) -> RLMObjectBase {
        let object = known.plainObject()
        object.bind(self, row)
        return object
    }

    /// An accessor of the object with that key, which is found when it is used.
    func accessor(_ key: ObjectKey) -> RLMObjectBase {
        let object = known.plainObject()
        object.bind(self, key)
        return object
    }
}
