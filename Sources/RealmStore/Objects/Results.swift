import Foundation

/// The objects of a class, in the order of their keys. SDK name: `Results`.
///
/// - Complexity: an element costs O(log count), one after the other O(1).
public struct Results<Element: RealmCollectionValue>: RealmCollection {
    private let rows: ResultRows

    init(session: Session, table: Table) { rows = ResultRows(session, table) }

    /// The Realm that the objects belong to.
    public var realm: Realm? { Realm(session: rows.session) }

    /// Number of objects.
    public var count: Int { rows.count }

    /// The object at `position`. Traps out of bounds.
    public subscript(position: Int) -> Element { rows.element(at: position) }

    /// An iterator from the first object on.
    public func makeIterator() -> RLMIterator<Element> {
        RLMIterator(count: count) { [rows] in rows.element(at: $0) }
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
    let session: Session
    let tableKey: TableKey
    private var state: Live<State>
    /// The leaf that was read last.
    private var leaf: (leaf: ClusterLeaf, first: Int, generation: Int)?

    /// The table and its objects as they are now; none once the table is gone.
    private struct State {
        let table: Table?
        let objects: ClusterTree?
    }

    init(_ session: Session, _ table: Table) {
        self.session = session
        let key = table.key
        tableKey = key
        state = Live(session) {
            let table = session.group.table(key)
            let objects: ClusterTree? = session.read(nil) { () throws(FormatError) in try table?.objects() }
            return State(table: table, objects: objects)
        }
    }

    var className: String { state.current(session).table?.className ?? "" }

    var count: Int { state.current(session).objects?.count ?? 0 }

    func element<Element: RealmCollectionValue>(at position: Int) -> Element {
        precondition(position >= 0 && position < count, "Index \(position) is out of bounds (count \(count))")
        let state = state.current(session)
        // The class may say that it has this object although the cluster it is in cannot be read.
        var row: ObjectRow?
        if let table = state.table, let found = leaf(containing: position, of: state.objects) {
            row = ObjectRow(table: table, position: .init(leaf: found.leaf, row: position - found.first))
        }
        guard let element = DynamicObject(session, row) as? Element else {
            preconditionFailure("results of dynamic objects")
        }
        return element
    }

    private func leaf(containing position: Int, of objects: ClusterTree?) -> (leaf: ClusterLeaf, first: Int)? {
        let generation = session.generation
        if let leaf, leaf.generation == generation, position >= leaf.first, position < leaf.first + leaf.leaf.count {
            return (leaf.leaf, leaf.first)
        }
        let found: (leaf: ClusterLeaf, first: Int)? = session.read(nil) { () throws(FormatError) in
            try objects?.leaf(containing: position)
        }
        leaf = found.map { ($0.leaf, $0.first, generation) }
        return found
    }
}
