/// Which object an accessor stands for, whatever version it is read in.
struct ObjectPlace: Hashable {
    let table: TableKey
    let key: ObjectKey
}

/// Where an object is in one version: its table, and its place there.
struct ObjectRow {
    let table: Table
    let position: ClusterTree.Position

    var place: ObjectPlace { ObjectPlace(table: table.key, key: position.key) }

    /// The property of that name. Traps if there is none.
    func column(_ name: String) -> Column {
        if let column = table.column(named: name) { return column }
        fatalError("class '\(table.className ?? table.name)' has no property '\(name)'")
    }
}

extension Session {
    /// Where the object is now; nil if it was deleted, or if damage keeps it from being found.
    func row(_ place: ObjectPlace) -> ObjectRow? {
        guard let table = group.table(place.table) else { return nil }
        return read(nil) { () throws(FormatError) in
            try table.objects().find(place.key).map { ObjectRow(table: table, position: $0) }
        }
    }
}
