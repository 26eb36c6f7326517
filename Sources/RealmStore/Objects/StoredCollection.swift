/// The list, set or map of a property in one session, or one nested in a mixed value.
class StoredCollection {
    let session: Session
    /// The property that the collection belongs to; nil for one nested in a mixed value.
    let place: PropertyPlace?

    init(_ session: Session, _ place: PropertyPlace?) {
        self.session = session
        self.place = place
    }

    /// True once the object is gone that the collection belongs to.
    var isGone: Bool { preconditionFailure("made by a subclass") }

    /// True for the collection of the same property of the same object.
    final func isSame(as other: StoredCollection) -> Bool { other === self || (place != nil && place == other.place) }

    /// Changes the collection. Traps as `PropertyPlace.edit`.
    final func edit<Result>(_ body: (PropertyPlace.Editing) throws -> Result) -> Result {
        guard let place else {
            fatalError("A collection nested in a mixed value is changed by setting the property to a new value.")
        }
        return place.edit(body)
    }
}
