/// Rows in sections, or one of the sections.
///
/// - Complexity: that of the rows, plus the key of each.
struct ObservedSections<Key: _Persistable & Hashable, Element: RealmCollectionValue>: ObservedThing {
    private var sections: Sections<Key, Element>
    /// The observed section; nil for all.
    private let only: Key?
    private var rows: any ObservedPositions
    private var grouping = SectionGrouping<Key>([])

    /// - Parameter only: the key of the observed section; nil for all.
    /// - Returns: nil for values of a collection that was removed from its container.
    init?(_ sections: Sections<Key, Element>, only: Key? = nil, _ filter: KeyPathFilter) {
        guard let rows = ObservedCollection.rows(sections.results.rows, filter) else { return nil }
        self.sections = sections
        self.only = only
        self.rows = rows
    }

    var watched: CollectionPlace? { rows.watched }
    /// The keys of sections come from a block.
    var isForAnyThread: Bool { false }

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
            // Releases what keeps an older version in use.
            if let moved = sections.moved(to: new) { sections = moved }
            return nil
        }
        let after = group(in: new)
        grouping = after
        let changes = SectionChange(change.positions, before, after, only: only)
        return only != nil && changes.isEmpty ? nil : changes
    }
}
