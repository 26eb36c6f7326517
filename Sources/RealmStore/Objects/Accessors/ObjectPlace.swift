/// Which object an accessor stands for, whatever version it is read in.
struct ObjectPlace: Hashable {
    let table: TableKey
    let key: ObjectKey
}

extension Session {
    /// Where the object is now; nil if it was deleted, or if damage keeps it from being found.
    func row(_ place: ObjectPlace) -> ObjectRow? {
        guard let table = group.table(place.table) else { return nil }
        return read(nil) { () throws(FormatError) in
            try table.objects().find(place.key).map { ObjectRow(table: table, position: $0, isShared: isShared) }
        }
    }
}
