/// Rows in sections, or one of the sections.
///
/// - Complexity: that of the rows, and the key of each.
struct ObservedSections<Key: _Persistable & Hashable, Element: RealmCollectionValue>: ObservedThing {
    private var sections: Sections<Key, Element>
    /// The section that is observed; nil for all.
    private let only: Key?
    private var rows: any ObservedPositions
    private var grouping = SectionGrouping<Key>([])

    /// - Parameter only: the key of the section that is observed, if it is one.
    /// - Returns: nil for values of a collection that was taken out of its own.
    init?(_ sections: Sections<Key, Element>, only: Key? = nil, _ filter: KeyPathFilter) {
        guard let rows = ObservedCollection.rows(sections.results.rows, filter) else { return nil }
        self.sections = sections
        self.only = only
        self.rows = rows
    }

    var watched: CollectionPlace? { rows.watched }

    mutating func begin(in session: Session) throws {
        try rows.begin(in: session)
        grouping = group(in: session)
    }

    private mutating func group(in session: Session) -> SectionGrouping<Key> {
        guard let moved = sections.moved(to: session) else { return SectionGrouping([]) }
        sections = moved
        return SectionGrouping(moved.grouping.rows)
    }

    mutating func change(from old: Session, to new: Session, _ touched: TouchedObjects) throws -> SectionChange? {
        let change = try rows.change(from: old, to: new, touched)
        let before = grouping
        guard let change else {
            // What keeps an older version in use is let go of.
            if let moved = sections.moved(to: new) { sections = moved }
            return nil
        }
        let after = group(in: new)
        grouping = after
        let changes = SectionChange(change.positions, before, after, only: only)
        return only != nil && changes.isEmpty ? nil : changes
    }
}

/// Which rows are in which section, in one version.
struct SectionGrouping<Key: Hashable> {
    private(set) var keys: [Key] = []
    private(set) var places: [SectionChange.Place] = []
    private(set) var sections: [Key: Int] = [:]
    private var counts: [Int] = []

    /// - Parameter rows: the key of each row.
    init(_ rows: [Key]) {
        for key in rows {
            let section =
                sections[key]
                ?? {
                    sections[key] = keys.count
                    keys.append(key)
                    counts.append(0)
                    return keys.count - 1
                }()
            places.append(SectionChange.Place(section: section, position: counts[section]))
            counts[section] += 1
        }
    }
}

extension SectionChange {
    /// What a change of rows is in sections.
    ///
    /// A modified row is told as one only if there is a modified row at the same place of the same section in both
    /// versions, whatever row that is; others are deletions and insertions. That is Realm Core's rule.
    ///
    /// - Parameter only: the one section that is of interest.
    init<Key: Hashable>(
        _ changes: PositionChanges, _ before: SectionGrouping<Key>, _ after: SectionGrouping<Key>, only: Key?
    ) {
        for (section, key) in after.keys.enumerated() where before.sections[key] == nil {
            if only == nil || only == key { insertedSections.append(section) }
        }
        for (section, key) in before.keys.enumerated() where after.sections[key] == nil {
            if only == nil || only == key { deletedSections.append(section) }
        }
        let (oldOnly, newOnly) = (only.map { before.sections[$0] ?? -1 }, only.map { after.sections[$0] ?? -1 })
        func places(_ positions: PositionSet, _ grouping: SectionGrouping<Key>, _ wanted: Int?) -> Set<Place> {
            let found = positions.positions.lazy.filter { $0 < grouping.places.count }.map { grouping.places[$0] }
            return Set(found.filter { wanted == nil || $0.section == wanted })
        }
        let gone = Set(deletedSections)
        var deleted = places(changes.deletions, before, oldOnly).filter { !gone.contains($0.section) }
        var inserted = places(changes.insertions, after, newOnly)
        let oldModified = places(changes.oldModifications, before, oldOnly).filter { !gone.contains($0.section) }
        var newModified = places(changes.modifications, after, newOnly)
        var modified: Set<Place> = []
        for place in oldModified {
            guard let section = after.sections[before.keys[place.section]] else { continue }
            if newModified.remove(Place(section: section, position: place.position)) != nil {
                modified.insert(place)
            } else {
                deleted.insert(place)
            }
        }
        inserted.formUnion(newModified)
        (deletions, insertions, modifications) = (deleted.sorted(), inserted.sorted(), modified.sorted())
    }
}
