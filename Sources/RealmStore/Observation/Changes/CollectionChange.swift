/// What an observer of a collection is told.
struct CollectionChange: Equatable, Sendable {
    /// In positions of the old and the new collection. May say nothing: of a collection that was filled and emptied
    /// again.
    var positions: PositionChanges
    /// The collection is gone, with its object or because another took its place: this is the last change.
    var isGone = false

    init(_ positions: PositionChanges) { self.positions = positions }

    /// A collection of that many elements is gone; nil if it had none, of which nobody is told.
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
    /// Positions in the old collection, as the SDK tells them.
    var modifications: [Int] { positions.oldModifications.positions }
    /// The same elements as positions in the new collection.
    var newModifications: [Int] { positions.modifications.positions }
}

/// What an observer of a map is told: keys, in the order of their bytes.
struct EntryChange: Equatable, Sendable {
    var deletions: [String] = []
    var insertions: [String] = []
    var modifications: [String] = []
    var isGone = false
}

/// What an observer of an object is told.
enum ObjectTouch: Equatable, Sendable {
    /// These properties were touched, in the order of declaration, linking objects last.
    case changed([String])
    /// The object is gone: this is the last change.
    case deleted
}
