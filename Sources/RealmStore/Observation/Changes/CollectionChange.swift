/// A change reported to an observer of a collection.
struct CollectionChange: Equatable, Sendable {
    /// Changes as positions of the old and the new collection. May be empty: for a collection that was filled and
    /// emptied again.
    var positions: PositionChanges
    /// The collection is gone, with its object or because it was replaced: this is the last change.
    var isGone = false

    init(_ positions: PositionChanges) { self.positions = positions }

    /// The change for a removed collection with that many elements; nil if it had none, which is not reported.
    init?(goneWith count: Int) {
        if count == 0 { return nil }
        positions = PositionChanges()
        positions.deletions = PositionSet(upTo: count)
        isGone = true
    }

    /// Positions in the old collection.
    var deletions: [Int] { positions.deletions.positions }
    /// Positions in the new collection.
    var insertions: [Int] { positions.insertions.positions }
    /// Positions in the old collection, as reported by the SDK.
    var modifications: [Int] { positions.oldModifications.positions }
    /// The same elements as positions in the new collection.
    var newModifications: [Int] { positions.modifications.positions }
}

/// A change reported to an observer of a map: keys, in the order of their bytes.
struct EntryChange: Equatable, Sendable {
    var deletions: [String] = []
    var insertions: [String] = []
    var modifications: [String] = []
    var isGone = false
}

/// A change reported to an observer of an object.
enum ObjectTouch: Equatable, Sendable {
    /// These properties were touched, in the order of declaration, linking objects last.
    case changed([String])
    /// The object is gone: this is the last change.
    case deleted
}
