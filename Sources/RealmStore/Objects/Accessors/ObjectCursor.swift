/// Goes through the objects of results as they were when it was made, whatever changes meanwhile.
@usableFromInline
final class ObjectCursor {
    /// All objects of a class in place, as long as nothing changes; nil if there are keys from the beginning.
    private let all: AllRows?
    /// The tables at the beginning, which stay readable.
    private let start: Group?
    private let table: TableKey
    private let count: Int
    /// The state of the session that began with.
    private let generation: Int
    @exclusivity(unchecked) private var keys: [ObjectKey]?
    @exclusivity(unchecked) private var finder: RowFinder
    @exclusivity(unchecked) private var position = 0

    init(_ all: AllRows, _ binding: ClassBinding) {
        self.all = all
        (start, table) = (binding.session.group, binding.table)
        count = all.count
        generation = binding.session.generation
        finder = RowFinder(binding)
    }

    init(_ keys: [ObjectKey], _ binding: ClassBinding) {
        all = nil
        (start, table) = (nil, binding.table)
        count = keys.count
        generation = binding.session.generation
        self.keys = keys
        finder = RowFinder(binding)
    }

    private func startingKeys() -> [ObjectKey] {
        finder.session.read([]) { () throws(FormatError) in
            try start?.table(table).map { (table) throws(FormatError) in try AllRows.keys(of: table) } ?? []
        }
    }

    /// An accessor of the next object, or nil at the end.
    @usableFromInline
    func next() -> RLMObjectBase? {
        guard position < count else { return nil }
        defer { position += 1 }
        if let all, keys == nil {
            if finder.session.generation == generation { return all.accessor(at: position) }
            keys = startingKeys()
        }
        guard let keys, position < keys.count else { return nil }
        return finder.accessor(keys[position], isExpected: finder.session.generation == generation)
    }
}

/// Makes accessors of objects by key; for neighbours it does not go down the tree again.
struct RowFinder {
    private let binding: ClassBinding
    private var near: (cluster: RowCluster, generation: Int)?

    init(_ binding: ClassBinding) { self.binding = binding }

    var session: Session { binding.session }

    /// An accessor of the object with that key; an invalidated one if there is none.
    ///
    /// - Parameter isExpected: nothing has changed since the key was found, so that a missing object is damage.
    mutating func accessor(_ key: ObjectKey, isExpected: Bool) -> RLMObjectBase {
        session.checkThread()
        if let near, near.generation == session.generation, let row = near.cluster.leaf.row(of: key) {
            return binding.accessor(ObjectRow(cluster: near.cluster, row: row))
        }
        let row = session.row(ObjectPlace(table: binding.table, key: key))
        if let row, !session.isShared { near = (row.cluster, session.generation) }
        let object = binding.accessor(row)
        if row == nil {
            object.bind(binding, key)
            if isExpected { session.noteMissing(key, in: binding.table) }
        }
        return object
    }
}
