/// One object, by its touched properties.
///
/// Without key paths only its own properties count: a list property whose elements were changed, but not linked
/// objects.
struct ObservedObject: ObservedThing {
    private let place: ObjectPlace
    private let type: RLMObjectBase.Type
    private let filter: KeyPathFilter
    private var isGone = false

    /// - Parameter type: the class that names the properties.
    init(_ place: ObjectPlace, _ type: RLMObjectBase.Type, _ filter: KeyPathFilter) {
        self.place = place
        self.type = type
        self.filter = filter
    }

    mutating func begin(in session: Session) throws { isGone = session.row(place) == nil }

    mutating func change(from old: Session, to new: Session, _ touched: TouchedObjects) throws -> ObjectTouch? {
        if isGone { return nil }
        let table = touched[place.table]
        guard table?.removed.contains(place.key) != true, let current = new.group.table(place.table) else {
            isGone = true
            return .deleted
        }
        let columns: Set<ColumnKey>
        if filter.paths == nil {
            columns = table?.columns(of: place.key) ?? []
        } else {
            var check = ModificationCheck(filter, place.table, touched, in: new.group)
            columns = try check.modifiedColumns(place.key)
        }
        if columns.isEmpty { return nil }
        let names = new.propertyNames(of: columns, in: current, type)
        return names.isEmpty ? nil : .changed(names)
    }
}

extension Session {
    /// The properties stored in columns or computed from backlink columns: in the order of declaration, linking objects
    /// last.
    fileprivate func propertyNames(
        of columns: Set<ColumnKey>, in table: Table, _ type: RLMObjectBase.Type
    ) -> [String] {
        guard let model = table.className.flatMap({ models[$0, type] }) else {
            return table.columns.filter { columns.contains($0.key) }.map(\.name)
        }
        let stored = model.properties.filter { property in
            !property.isComputed && table.column(named: property.columnName).map { columns.contains($0.key) } ?? false
        }
        let backlinks = table.backlinkColumns.filter { columns.contains($0.key) }
        if backlinks.isEmpty { return stored.map(\.name) }
        let computed = model.properties.filter { property in
            guard property.isComputed, let (className, name) = names.linkingObjects(property.name, model.name),
                let origin = group.table(ofClass: className), let link = origin.column(named: name)
            else { return false }
            return backlinks.contains { $0.oppositeTable == origin.key && $0.oppositeColumn == link.key }
        }
        return (stored + computed).map(\.name)
    }
}
