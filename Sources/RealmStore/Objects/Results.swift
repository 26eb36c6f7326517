import Foundation

/// The objects of a class, in the order of their keys. SDK name: `Results`.
///
/// - Complexity: an element costs O(log count), one after the other O(1).
public struct Results<Element: RealmCollectionValue>: RealmCollection {
    private let rows: ResultRows

    func moved(to session: Session) -> Results? { Results(session.binding(of: rows.binding.table, rows.binding.model)) }

    /// - Precondition: the class's accessors are of type `Element`.
    init(_ binding: ClassBinding) { rows = ResultRows(binding) }

    /// The Realm that the objects belong to.
    public var realm: Realm? { Realm(session: rows.session) }

    /// Number of objects.
    public var count: Int { rows.count }

    /// The object at `position`. Traps out of bounds.
    public subscript(position: Int) -> Element { Results.element(rows.accessor(at: position)) }

    /// An iterator from the first object on.
    public func makeIterator() -> RLMIterator<Element> {
        RLMIterator(count: count) { [rows] in Results.element(rows.accessor(at: $0)) }
    }

    private static func element(_ accessor: RLMObjectBase) -> Element {
        guard let element = accessor as? Element else { preconditionFailure("results of another class") }
        return element
    }

    /// The first object, or nil.
    public var first: Element? { isEmpty ? nil : self[0] }

    /// The last object, or nil.
    public var last: Element? { isEmpty ? nil : self[count - 1] }

    /// Up to 100 objects.
    public var description: String { described("Results<\(rows.className)>", depth: 0) }

    /// Identity of the query, not of its contents, as in the SDK.
    public static func == (lhs: Results<Element>, rhs: Results<Element>) -> Bool { lhs.rows === rhs.rows }
}

/// The rows behind a `Results`: a table's objects by position.
private final class ResultRows {
    let binding: ClassBinding
    var session: Session { binding.session }
    private var state: Live<State>
    /// The cluster that was read last.
    private var cluster: (cluster: RowCluster, first: Int, generation: Int)?

    /// The table and its objects as they are now; none once the table is gone.
    private struct State {
        let table: Table?
        let objects: ClusterTree?
    }

    init(_ binding: ClassBinding) {
        self.binding = binding
        let (session, key) = (binding.session, binding.table)
        state = Live(session) {
            let table = session.group.table(key)
            let objects: ClusterTree? = session.read(nil) { () throws(FormatError) in try table?.objects() }
            return State(table: table, objects: objects)
        }
    }

    var className: String { state.current(session).table?.className ?? "" }

    var count: Int {
        session.checkThread()
        return state.current(session).objects?.count ?? 0
    }

    func accessor(at position: Int) -> RLMObjectBase {
        precondition(position >= 0 && position < count, "Index \(position) is out of bounds (count \(count))")
        let state = state.current(session)
        // The class may say that it has this object although the cluster it is in cannot be read.
        guard let table = state.table, let found = cluster(containing: position, of: state.objects, table) else {
            return binding.accessor(nil)
        }
        return binding.accessor(ObjectRow(cluster: found.cluster, row: position - found.first))
    }

    private func cluster(
        containing position: Int, of objects: ClusterTree?, _ table: Table
    ) -> (cluster: RowCluster, first: Int)? {
        let generation = session.generation
        if let cluster, cluster.generation == generation, position >= cluster.first,
            position < cluster.first + cluster.cluster.leaf.count
        {
            return (cluster.cluster, cluster.first)
        }
        let found: (leaf: ClusterLeaf, first: Int)? = session.read(nil) { () throws(FormatError) in
            try objects?.leaf(containing: position)
        }
        guard let found else { return nil }
        let opened = RowCluster(table, found.leaf, isShared: session.isFrozen)
        // What is frozen may be read by several threads at once.
        if !session.isFrozen { cluster = (opened, found.first, generation) }
        return (opened, found.first)
    }
}
