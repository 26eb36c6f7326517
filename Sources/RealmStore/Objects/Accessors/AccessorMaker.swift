/// Creates accessors of objects by key; for neighbours it does not descend the tree again.
struct AccessorMaker {
    private let binding: ClassBinding
    private var near: (cluster: RowCluster, placement: Int)?

    init(_ binding: ClassBinding) { self.binding = binding }

    var session: Session { binding.session }

    /// An accessor of the object with that key; an invalidated one if there is none.
    ///
    /// - Parameter isExpected: nothing has changed since the key was found, so that a missing object is damage.
    mutating func accessor(_ key: ObjectKey, isExpected: Bool) -> RLMObjectBase {
        if let row = row(of: key) { return binding.accessor(row) }
        return missing(key, isExpected: isExpected)
    }

    /// The position of the object with that key; nil if there is none.
    mutating func row(of key: ObjectKey) -> ObjectRow? {
        session.checkThread()
        if let near, near.placement == session.placement, let row = near.cluster.leaf.row(of: key) {
            return ObjectRow(cluster: near.cluster, row: row)
        }
        let row = session.row(ObjectPlace(table: binding.table, key: key))
        if let row, !session.isShared { near = (row.cluster, session.placement) }
        return row
    }

    /// An accessor of an object that is not there.
    func missing(_ key: ObjectKey, isExpected: Bool) -> RLMObjectBase {
        let object = binding.accessor(nil)
        object.bind(binding, key)
        if isExpected { session.noteMissing(key, in: binding.table) }
        return object
    }
}
