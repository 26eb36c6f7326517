/// What a session knows of a class, from the first use on to the end of the era.
final class KnownClass: @unchecked Sendable {
    let table: TableKey
    let model: ModelClass?
    /// The class of the accessors.
    let type: RLMObjectBase.Type
    /// See `Session.era`.
    let era: Int
    /// Whether accessors keep the collections that were read.
    let keepsCollections: Bool
    /// Used where the session may be used; in one that several threads share, only set when it is made.
    @exclusivity(unchecked) private var columns: ClassColumns?

    init(_ table: TableKey, _ model: ModelClass?, _ type: RLMObjectBase.Type, in session: Session) {
        self.table = table
        self.model = model
        self.type = type
        era = session.era
        keepsCollections = model?.keepsCollections == true
        if session.isShared { _ = columns(in: session) }
    }

    /// The columns of the session's current layout.
    func columns(in session: Session) -> ClassColumns {
        if let columns, columns.layout == session.layout { return columns }
        let found = ClassColumns(model, session.group.table(table), layout: session.layout)
        columns = found
        return found
    }

    /// Whether the columns of that layout were found.
    func hasColumns(of layout: Int) -> Bool { columns?.layout == layout }
}
