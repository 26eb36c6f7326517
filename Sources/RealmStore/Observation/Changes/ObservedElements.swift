/// A list, set or map, of a property or nested in a mixed value, by positions: in a set in stored order, in a map in
/// the order of keys.
///
/// An element is modified if it was set, or if it is a link to a modified object, or a collection in which something
/// was touched.
///
/// - Complexity: O(changes), and for links O(count) if anything was touched to which objects of their class lead.
struct ObservedElements: ObservedPositions {
    private var elements: ElementChanges
    private let owner: TableKey
    /// The class of linked objects; nil if the elements are not links to one class.
    private let target: TableKey?
    private let filter: KeyPathFilter

    /// - Returns: nil for a collection in a value that was removed from its container.
    init?(_ collection: any StoredCollection, _ filter: KeyPathFilter) {
        guard let place = collection.place else { return nil }
        elements = ElementChanges(place, isMap: collection is MapEntriesReader)
        owner = place.object.table
        let column = place.steps.isEmpty ? place.find()?.column : nil
        target = column?.type == .link ? column?.oppositeTable : nil
        self.filter = filter
    }

    var watched: CollectionPlace? { elements.watched }

    /// The elements in a version; nil once the collection is gone.
    func reader(in session: Session) throws(FormatError) -> ElementReader? { try elements.reader(in: session) }

    mutating func begin(in session: Session) throws { try elements.begin(in: session) }

    mutating func change(from old: Session, to new: Session, _ touched: TouchedObjects) throws -> CollectionChange? {
        switch try elements.change(from: old, to: new, touched) {
        case nil: return nil
        case .gone(let count): return CollectionChange(goneWith: count)
        case .changed(var changes, let reader):
            if let target { try addLinks(to: target, reader, &changes, touched, new) }
            return changes.isEmpty ? nil : CollectionChange(changes)
        }
    }

    private func addLinks(
        to target: TableKey, _ reader: ElementReader, _ changes: inout PositionChanges, _ touched: TouchedObjects,
        _ session: Session
    ) throws(FormatError) {
        let check = ModificationCheck(filter, target, owner: owner, touched, in: session.group)
        if check.isTrivial { return }
        var modified = try ModifiedRows(check, among: reader.count)
        if modified.isEmpty { return }
        var positions = PositionSet()
        var position = 0
        try reader.forEach { (value, _) throws(FormatError) in
            if case .link(_, let key) = value, key.value >= 0, try modified.contains(key),
                !changes.insertions.contains(position)
            {
                positions.append(position..<position + 1)
            }
            position += 1
        }
        changes.modifications = changes.modifications.union(positions)
    }
}
