/// The place of a list, set or map: a property of an object, or nested in its mixed values.
final class PropertyPlace: Hashable {
    let session: Session
    let object: ObjectPlace
    let column: ColumnKey
    /// The steps from the property to a nested collection, one for each collection entered; empty for the property's
    /// own.
    let steps: [NestedStep]
    /// See `Session.era`.
    private let era: Int

    convenience init(_ column: Column, of row: ObjectRow, _ session: Session) {
        self.init(session, row.place, column.key, [], session.era)
    }

    private init(
        _ session: Session, _ object: ObjectPlace, _ column: ColumnKey, _ steps: [NestedStep], _ era: Int
    ) {
        self.session = session
        self.object = object
        self.column = column
        self.steps = steps
        self.era = era
    }

    /// The same place in another session of the same file; nothing is found there if this one is of an earlier era.
    func moved(to target: Session) -> PropertyPlace {
        PropertyPlace(target, object, column, steps, era == session.era ? target.era : .min)
    }

    /// The place of a collection nested in this one.
    func nested(_ step: NestedStep) -> PropertyPlace { PropertyPlace(session, object, column, steps + [step], era) }

    /// Whether this is a property's own collection.
    func isOwn(of column: Column, _ object: ObjectPlace, _ session: Session) -> Bool {
        steps.isEmpty && self.session === session && self.object == object && self.column == column.key
    }

    static func == (lhs: PropertyPlace, rhs: PropertyPlace) -> Bool {
        lhs.session === rhs.session && lhs.object == rhs.object && lhs.column == rhs.column && lhs.steps == rhs.steps
            && lhs.era == rhs.era
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(object)
        hasher.combine(column.value)
        hasher.combine(steps.count)
    }

    // MARK: Finding it

    /// The current position of the property; nil once its object is gone.
    func find() -> (row: ObjectRow, column: Column)? {
        guard era == session.era, let row = session.row(object), let column = row.table.column(column) else {
            return nil
        }
        return (row, column)
    }

    /// The current list; nil once it is gone.
    func list() throws(FormatError) -> CollectionTree? {
        guard let found = find() else { return nil }
        if steps.isEmpty { return try found.row.table.list(found.column, at: found.row.position) }
        guard case .list(let root)? = try follow(found)?.value else { return nil }
        return try .nestedList(root, in: session.space)
    }

    /// The current dictionary; nil once it is gone.
    func dictionary() throws(FormatError) -> DictionaryTree? {
        guard let found = find() else { return nil }
        if steps.isEmpty { return try found.row.table.dictionary(found.column, at: found.row.position) }
        guard case .dictionary(let root)? = try follow(found)?.value else { return nil }
        return try DictionaryTree(root, hasIntegerKeys: false, in: session.space)
    }

    /// The nested collection at the end of the steps, and the positions of the elements on the way.
    private func follow(
        _ found: (row: ObjectRow, column: Column)
    ) throws(FormatError) -> (value: Value, positions: [Int])? {
        var (value, positions) = (Value.null, [Int]())
        for (index, step) in steps.enumerated() {
            let next = try step.inside(index == 0 ? NestedHolder(found) : NestedHolder(value, session.space))
            guard let next else { return nil }
            (value, positions) = (next.value, positions + [next.position])
        }
        return (value, positions)
    }

    /// Whether a nested collection that is not found nevertheless exists, in a dictionary whose keys are out of order,
    /// in a damaged file; that is recorded. Called like `Session.isLost`.
    var isLost: Bool {
        guard let found = find() else { return session.isLost(object) }
        session.read(()) {
            var holder = try steps.isEmpty ? nil : NestedHolder(found)
            for step in steps {
                guard let next = try holder.flatMap(step.inside) else {
                    if case .dictionary(let entries) = holder { try entries.checkOrder() }
                    return
                }
                holder = try NestedHolder(next.value, session.space)
            }
        }
        return session.damage != nil
    }

    // MARK: Changing it

    /// The target of a change: a column of an object in a table, or a collection nested in it.
    struct Editing {
        let writer: ObjectWriter
        let column: Column
        let key: ObjectKey
        let table: TableEditor
        /// The path to a nested collection; nil for the property's own.
        let path: [NestedCollection.Step]?

        var objects: ObjectEditor { writer.objects }
    }

    /// Changes the collection for a non-throwing caller.
    ///
    /// Traps outside of a write transaction, once the collection is gone, and for errors of `body`.
    func edit<Result>(_ body: (Editing) throws -> Result) -> Result {
        session.checkThread()
        do {
            return try ObjectWriter.using(session) { writer in
                guard let found = find(), let path = try path(found, writer.scratch) else {
                    misuse("The collection is invalidated: it was replaced, or its object has been deleted.")
                }
                let editing = Editing(
                    writer: writer, column: found.column, key: object.key, table: try writer.table(object.table),
                    path: steps.isEmpty ? nil : path)
                defer { session.noteChange() }
                return try body(editing)
            }
        } catch let error as FormatError {
            misuse("\(RLMError(error, path: session.path).localizedDescription)")
        } catch {
            misuse("\(error.localizedDescription)")
        }
    }

    /// The steps in the engine's form; nil once the nested collection is gone.
    private func path(
        _ found: (row: ObjectRow, column: Column), _ scratch: ValueScratch
    ) throws(FormatError) -> [NestedCollection.Step]? {
        if steps.isEmpty { return [] }
        guard let (_, positions) = try follow(found) else { return nil }
        return zip(steps, positions).compactMap { step, position in
            switch step.way {
            case .value: return nil
            case .position: return .position(position)
            case .key(let key):
                guard case .string(let bytes) = scratch.string(key) else { return nil }
                return .key(bytes)
            }
        }
    }
}
