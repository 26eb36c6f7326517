/// A change reported to an observer of sections.
///
/// The rows of a removed section are not listed, those of a new one are insertions.
struct SectionChange: Equatable, Sendable {
    /// An element: the number of a section, and the position in it.
    struct Place: Hashable, Comparable, Sendable {
        let section: Int
        let position: Int

        static func < (lhs: Place, rhs: Place) -> Bool {
            (lhs.section, lhs.position) < (rhs.section, rhs.position)
        }
    }

    /// Places in the old sections.
    var deletions: [Place] = []
    /// Places in the new sections.
    var insertions: [Place] = []
    /// Places in the old sections.
    var modifications: [Place] = []
    /// Numbers of new sections.
    var insertedSections: [Int] = []
    /// Numbers of old sections.
    var deletedSections: [Int] = []

    var isEmpty: Bool {
        deletions.isEmpty && insertions.isEmpty && modifications.isEmpty && insertedSections.isEmpty
            && deletedSections.isEmpty
    }
}

extension SectionChange {
    /// Converts a change of rows to sections.
    ///
    /// A modified row is reported as such only if there is a modified row at the same place of the same section in both
    /// versions, even another row; otherwise it is a deletion and an insertion. That is Realm Core's rule.
    ///
    /// - Parameter only: the only section of interest.
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
