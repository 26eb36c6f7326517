import Foundation

/// The elements of a list or set at one version: what `List`, `MutableSet` and their iterators read from.
///
/// Links to objects that do not exist are skipped and not counted, as the SDK does; only collections that say they may
/// hold such links pay for it.
final class CollectionElements: StoredCollection {
    private var state: Live<State>
    /// The leaf that was read last.
    private var leaf: (leaf: ColumnLeaf, positions: Range<Int>, generation: Int)?

    private struct State {
        /// Nil for a collection that is gone or cannot be read.
        let tree: CollectionTree?
        /// Positions in the tree that are shown; nil if all are.
        let shown: [Int]?
    }

    /// The elements of a property of `row`'s object.
    convenience init(_ column: Column, of row: ObjectRow, _ session: Session) {
        let place = PropertyPlace(column, of: row, session)
        self.init(session, place) { () throws(FormatError) in
            guard let (row, column) = place.find() else { return nil }
            return try row.table.list(column, at: row.position)
        }
    }

    /// The elements of a list nested in a mixed value; gone once anything changes.
    convenience init(nested root: Ref, _ session: Session) {
        let generation = session.generation
        self.init(session, nil) { () throws(FormatError) in
            guard generation == session.generation else { return nil }
            return try CollectionTree.nestedList(root, in: session.space)
        }
    }

    private init(
        _ session: Session, _ place: PropertyPlace?, _ tree: @escaping () throws(FormatError) -> CollectionTree?
    ) {
        state = Live(session) {
            session.read(State(tree: nil, shown: nil)) { () throws(FormatError) in
                let tree = try tree()
                return State(tree: tree, shown: try tree.flatMap(CollectionElements.resolved))
            }
        }
        super.init(session, place)
    }

    /// The positions of links to objects that exist; nil if the collection holds no others.
    private static func resolved(_ tree: CollectionTree) throws(FormatError) -> [Int]? {
        guard tree.mayHoldUnresolvedLinks else { return nil }
        var positions: [Int] = []
        var first = 0
        try tree.forEachLeaf { (leaf) throws(FormatError) in
            for index in 0..<leaf.count {
                if case .link(_, let key) = try leaf.value(index), !key.isUnresolved { positions.append(first + index) }
            }
            first += leaf.count
        }
        return positions
    }

    /// The elements of the same property in another session; nil if its object does not exist there.
    func counterpart(in target: Session) -> CollectionElements? {
        guard let found = place?.moved(to: target).find() else { return nil }
        return CollectionElements(found.column, of: found.row, target)
    }

    /// The position in the stored collection of the element shown at `index`, or behind all for the end.
    func storedPosition(_ index: Int) -> Int {
        let state = state.current(session)
        guard let shown = state.shown else { return index }
        return index < shown.count ? shown[index] : state.tree?.count ?? 0
    }

    override var isGone: Bool { state.current(session).tree == nil }

    var count: Int {
        let state = state.current(session)
        return state.shown?.count ?? state.tree?.count ?? 0
    }

    func value(at index: Int) -> Value {
        let state = state.current(session)
        let count = state.shown?.count ?? state.tree?.count ?? 0
        precondition(index >= 0 && index < count, "Index \(index) is out of bounds (count \(count))")
        guard let tree = state.tree else { preconditionFailure("an empty collection has no index in bounds") }
        let position = state.shown?[index] ?? index
        return session.read(.null) { () throws(FormatError) in
            if let leaf, leaf.generation == session.generation, leaf.positions.contains(position) {
                return try leaf.leaf.value(position - leaf.positions.lowerBound)
            }
            let found = try tree.leaf(containing: position)
            // What is frozen may be read by several threads at once.
            if !session.isFrozen { leaf = (found.leaf, found.positions, session.generation) }
            return try found.leaf.value(position - found.positions.lowerBound)
        }
    }
}
