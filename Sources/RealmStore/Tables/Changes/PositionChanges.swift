/// The changes of the positions of a collection from one version to the next.
///
/// The new collection is the old one without `deletions`, with new elements at `insertions`.
struct PositionChanges: Equatable, Sendable {
    /// Positions in the old collection.
    var deletions = PositionSet()
    /// Positions in the new collection.
    var insertions = PositionSet()
    /// Positions in the new collection of elements that were touched; none is an insertion.
    var modifications = PositionSet()
    /// All elements were removed, and none was inserted since. Then this is a change even if nothing else is recorded.
    var isCleared = false

    /// True if there is nothing to report.
    var isEmpty: Bool { deletions.isEmpty && insertions.isEmpty && modifications.isEmpty && !isCleared }

    /// The old position of the element at a position of the new collection; nil for an insertion.
    func oldPosition(of position: Int) -> Int? {
        if insertions.contains(position) { return nil }
        return deletions.missing(position - insertions.count(below: position))
    }

    /// The new position of the element at a position of the old collection; nil for a deletion.
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
