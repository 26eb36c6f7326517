/// The identity of an object, independent of the version in which it is read.
struct ObjectPlace: Hashable {
    let table: TableKey
    let key: ObjectKey
}

extension Session {
    /// The current position of the object; nil if it was deleted, or is lost to damage.
    func row(_ place: ObjectPlace) -> ObjectRow? {
        guard let table = group.table(place.table) else { return nil }
        return read(nil) {
            try table.objects().find(place.key).map { row(table, $0) }
        }
    }

    /// Whether an object that is not found by its key nevertheless exists, in a damaged file; that is recorded.
    ///
    /// Scans all keys of the class, so it is called only before trapping for the use of a deleted object.
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
