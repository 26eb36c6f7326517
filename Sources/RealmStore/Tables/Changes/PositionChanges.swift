/// What becomes of the positions of a collection from one version to the next.
///
/// Old elements without `deletions`, new ones put in at `insertions`: that is the new collection.
struct PositionChanges: Equatable, Sendable {
    /// Positions in the old collection.
    var deletions = PositionSet()
    /// Positions in the new collection.
    var insertions = PositionSet()
    /// Positions in the new collection of elements that were touched; none is an insertion.
    var modifications = PositionSet()
    /// All elements were removed, and none was inserted since. Then this is a change even if nothing else is said.
    var isCleared = false

    /// True if nobody need be told.
    var isEmpty: Bool { deletions.isEmpty && insertions.isEmpty && modifications.isEmpty && !isCleared }

    /// Where the element at a position of the new collection was; nil for an insertion.
    func oldPosition(of position: Int) -> Int? {
        if insertions.contains(position) { return nil }
        return deletions.missing(position - insertions.count(below: position))
    }

    /// Where the element at a position of the old collection is; nil for a deletion.
    func newPosition(of position: Int) -> Int? {
        if deletions.contains(position) { return nil }
        return insertions.missing(position - deletions.count(below: position))
    }

    /// The modifications as positions in the old collection.
    var oldModifications: PositionSet {
        if deletions.isEmpty, insertions.isEmpty { return modifications }
        return PositionSet(modifications.positions.lazy.compactMap(oldPosition))
    }
}
