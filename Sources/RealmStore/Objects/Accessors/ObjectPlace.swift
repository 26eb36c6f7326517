/// Which object an accessor stands for, whatever version it is read in.
struct ObjectPlace: Hashable {
    let table: TableKey
    let key: ObjectKey
}

extension Session {
    /// Where the object is now; nil if it was deleted, or if damage keeps it from being found.
    func row(_ place: ObjectPlace) -> ObjectRow? {
        guard let table = group.table(place.table) else { return nil }
        return read(nil) {
            try table.objects().find(place.key).map { ObjectRow(table: table, position: $0, isShared: isShared) }
        }
    }

    /// Whether an object that is not found by its key is there all the same, in a damaged file; that is recorded.
    ///
    /// All keys of the class are looked at, so it is asked only before the program would be ended for using an object
    /// that is gone.
    func isLost(_ place: ObjectPlace) -> Bool {
        guard row(place) == nil, let table = group.table(place.table) else { return false }
        read(()) {
            try table.objects().forEachLeaf { (leaf) throws(FormatError) in
                guard (0..<leaf.count).contains(where: { leaf.key($0) == place.key }) else { return }
                throw FormatError(
                    .badCluster, at: leaf.ref, "object \(place.key.value) lies where it is not found by its key")
            }
        }
        return damage != nil
    }
}
