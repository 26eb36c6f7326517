import Foundation

/// All objects of a class, by position, in the order of their keys.
final class WholeClass {
    private let binding: ClassBinding
    private var session: Session { binding.session }
    private var state: Live<State>
    /// The last cluster read.
    @exclusivity(unchecked) private var cluster: (cluster: RowCluster, rows: Range<Int>, placement: Int)?

    /// The current table and its objects; nil once the table is gone. They are read only while the session shows their
    /// version, so that unused rows do not keep it in use.
    private struct State {
        let table: Table?
        let objects: ClusterTree?
    }

    init(_ binding: ClassBinding) {
        self.binding = binding
        let (session, key) = (binding.session, binding.table)
        state = Live(session) {
            let table = binding.isCurrent ? session.group.table(key) : nil
            let objects: ClusterTree? = session.read(nil) { try table?.objects() }
            return State(table: table, objects: objects)
        }
    }

    /// The keys of all objects of a table.
    static func keys(of table: Table) throws(FormatError) -> [ObjectKey] {
        let objects = try table.objects()
        var keys: [ObjectKey] = []
        keys.reserveCapacity(objects.count)
        try objects.forEachLeaf { leaf in for row in 0..<leaf.count { keys.append(leaf.key(row)) } }
        return keys
    }

    var count: Int {
        session.checkThread()
        return state.current(session).objects?.count ?? 0
    }

    /// An accessor of the object at a position; an empty one if damage prevents finding it.
    func accessor(at position: Int) -> RLMObjectBase { binding.accessor(row(at: position)?.row) }

    /// The object at a position, and the positions of the objects of its cluster; nil if damage prevents finding it.
    /// Traps behind the last.
    func row(at position: Int) -> (row: ObjectRow, neighbours: Range<Int>)? {
        if let cluster, cluster.placement == session.placement, cluster.rows.contains(position) {
            session.checkThread()
            return (ObjectRow(cluster: cluster.cluster, row: position - cluster.rows.lowerBound), cluster.rows)
        }
        let count = count
        require(position >= 0 && position < count, "Index \(position) is out of bounds (count \(count))")
        let state = state.current(session)
        // The class may count this object although its cluster cannot be read.
        let found: (leaf: ClusterLeaf, first: Int)? = session.read(nil) {
            try state.objects?.leaf(containing: position)
        }
        guard let table = state.table, let found else { return nil }
        let opened = session.cluster(table, found.leaf)
        let rows = found.first..<found.first + found.leaf.count
        if !session.isShared { cluster = (opened, rows, session.placement) }
        return (ObjectRow(cluster: opened, row: position - found.first), rows)
    }
}
