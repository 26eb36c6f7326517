import Foundation

/// The elements of a list or set at one version: the data source of `List`, `MutableSet` and their iterators.
///
/// Links to missing objects are skipped and not counted, as in the SDK; only collections flagged to contain such links
/// pay for it.
final class CollectionElements: StoredCollection {
    let session: Session
    let place: PropertyPlace?
    private var state: Live<State>
    /// The last leaf read.
    private var leaf: (leaf: ColumnLeaf, positions: Range<Int>, placement: Int)?

    private struct State {
        /// Nil for a collection that is gone or cannot be read.
        let tree: CollectionTree?
        /// The visible positions in the tree; nil if all are.
        let shown: [Int]?
    }

    /// The elements of a property of `row`'s object.
    convenience init(_ column: Column, of row: ObjectRow, _ session: Session) {
        self.init(at: PropertyPlace(column, of: row, session))
    }

    /// The elements of the list or set at a place.
    convenience init(at place: PropertyPlace) {
        self.init(place.session, place) { () throws(FormatError) in try place.list() }
    }

    /// The elements of a list nested in a value that was removed from its collection; gone once anything changes.
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
            session.read(State(tree: nil, shown: nil)) {
                let tree = try tree()
                return State(tree: tree, shown: try tree.flatMap(CollectionElements.resolved))
            }
        }
        self.session = session
        self.place = place
    }

    /// The positions of links to objects that exist; nil if the collection has no others.
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

    /// The elements of the same property in another session, gone if its object is gone there; nil without a place.
    func counterpart(in target: Session) -> CollectionElements? {
        place.map { CollectionElements(at: $0.moved(to: target)) }
    }

    /// The position in the stored collection of the element shown at `index`, or after all for the end.
    func storedPosition(_ index: Int) -> Int {
        let state = state.current(session)
        guard let shown = state.shown else { return index }
        return index < shown.count ? shown[index] : state.tree?.count ?? 0
    }

    var isGone: Bool { state.current(session).tree == nil }

    /// Number of elements; 0 once the collection is gone.
    var count: Int {
        let state = state.current(session)
        return state.shown?.count ?? state.tree?.count ?? 0
    }

    func value(at index: Int) -> Value {
        let state = state.current(session)
        let count = state.shown?.count ?? state.tree?.count ?? 0
        require(index >= 0 && index < count, "Index \(index) is out of bounds (count \(count))")
        let position = state.shown?[index] ?? index
        return session.read(.null) {
            guard let found = try leaf(containing: position, of: state.tree) else { return .null }
            return try found.leaf.value(position - found.first)
        }
    }

    /// The element at `index`; a list or dictionary in it is a live one.
    func element<Element: RealmCollectionValue>(at index: Int) -> Element {
        let value = value(at: index)
        return Element._rlmElement(_StoredValue(value, session, nested: nestedPlace(of: value, at: index)))
    }

    /// The place of the list or dictionary at `index`; nil for other values.
    func nestedPlace(at index: Int) -> PropertyPlace? { nestedPlace(of: value(at: index), at: index) }

    private func nestedPlace(of value: Value, at index: Int) -> PropertyPlace? {
        guard value.isCollection else { return nil }
        let position = storedPosition(index)
        let identity: Int64 = session.read(0) {
            let found = try leaf(containing: position, of: state.current(session).tree)
            return found.map { $0.leaf.identity(position - $0.first) } ?? 0
        }
        return NestedStep(.position(position), to: value, identity: identity).flatMap { place?.nested($0) }
    }

    private func leaf(
        containing position: Int, of tree: CollectionTree?
    ) throws(FormatError) -> (leaf: ColumnLeaf, first: Int)? {
        if let leaf, leaf.placement == session.placement, leaf.positions.contains(position) {
            return (leaf.leaf, leaf.positions.lowerBound)
        }
        guard let found = try tree?.leaf(containing: position) else { return nil }
        if !session.isShared { leaf = (found.leaf, found.positions, session.placement) }
        return (found.leaf, found.positions.lowerBound)
    }
}

// Changing a list. Positions are the visible ones; each traps as `PropertyPlace.edit`.
extension CollectionElements {
    func insert(_ element: Any?, at index: Int) {
        let position = storedPosition(index)
        edit { edit in
            guard let path = edit.path else {
                return try edit.writer.insertElement(
                    element, at: position, into: edit.column, of: edit.key, in: edit.table)
            }
            let value = try edit.writer.nestedValue(element, edit)
            try edit.objects.insert(
                value, at: position, intoListAt: path, of: edit.column, edit.key, in: edit.table)
        }
    }

    func replace(at index: Int, by element: Any?) {
        let position = storedPosition(index)
        edit { edit in
            guard let path = edit.path else {
                return try edit.writer.setElement(
                    element, at: position, in: edit.column, of: edit.key, in: edit.table)
            }
            let value = try edit.writer.nestedValue(element, edit)
            try edit.objects.setElement(
                value, at: position, inListAt: path, of: edit.column, edit.key, in: edit.table)
        }
    }

    func remove(at index: Int) {
        let position = storedPosition(index)
        edit { edit in
            guard let path = edit.path else {
                return try edit.objects.removeElement(
                    at: position, from: edit.column, of: edit.key, in: edit.table)
            }
            try edit.objects.removeElement(
                at: position, fromListAt: path, of: edit.column, edit.key, in: edit.table)
        }
    }

    func move(from index: Int, to target: Int) {
        let (source, target) = (storedPosition(index), storedPosition(target))
        edit { edit in
            guard let path = edit.path else {
                return try edit.objects.moveElement(
                    from: source, to: target, in: edit.column, of: edit.key, in: edit.table)
            }
            try edit.objects.moveElement(
                from: source, to: target, inListAt: path, of: edit.column, edit.key, in: edit.table)
        }
    }

    func removeAll() { edit { try $0.removeAll() } }
}

extension PropertyPlace.Editing {
    /// Removes all elements of the list, set or dictionary.
    func removeAll() throws(FormatError) {
        if let path {
            try objects.removeAll(fromCollectionAt: path, of: column, key, in: table)
        } else {
            try objects.removeAll(from: column, of: key, in: table)
        }
    }
}
