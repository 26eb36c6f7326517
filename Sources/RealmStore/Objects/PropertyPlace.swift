/// The collection property that a list, set or map belongs to.
struct PropertyPlace: Hashable {
    let session: Session
    let object: ObjectPlace
    let column: ColumnKey

    init(_ column: Column, of row: ObjectRow, _ session: Session) {
        self.session = session
        object = row.place
        self.column = column.key
    }

    private init(_ session: Session, _ object: ObjectPlace, _ column: ColumnKey) {
        self.session = session
        self.object = object
        self.column = column
    }

    /// The same property in another session of the same file.
    func moved(to target: Session) -> PropertyPlace { PropertyPlace(target, object, column) }

    static func == (lhs: PropertyPlace, rhs: PropertyPlace) -> Bool {
        lhs.session === rhs.session && lhs.object == rhs.object && lhs.column == rhs.column
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(object)
        hasher.combine(column.value)
    }

    /// Where the collection is now; nil once its object is gone.
    func find() -> (row: ObjectRow, column: Column)? {
        guard let row = session.row(object), let column = row.table.column(column) else { return nil }
        return (row, column)
    }

    /// What is changed: a column of an object in a table.
    struct Editing {
        let writer: ObjectWriter
        let column: Column
        let key: ObjectKey
        let table: TableEditor

        var objects: ObjectEditor { writer.objects }
    }

    /// Changes the collection for a caller who cannot be thrown at.
    ///
    /// Traps outside of a write transaction, once the object is gone, and for what `body` throws.
    func edit<Result>(_ body: (Editing) throws -> Result) -> Result {
        session.checkThread()
        let writer = ObjectWriter(session)
        guard let found = find() else { fatalError("The object that the collection belongs to has been deleted.") }
        do {
            let table = try writer.table(object.table)
            let result = try body(Editing(writer: writer, column: found.column, key: object.key, table: table))
            session.noteChange()
            return result
        } catch let error as FormatError {
            fatalError("\(RLMError(error, path: session.path).localizedDescription)")
        } catch {
            fatalError("\(error.localizedDescription)")
        }
    }
}
