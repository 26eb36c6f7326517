/// The list, set or map of a property in one session, or one nested in a mixed value.
class StoredCollection {
    let session: Session
    /// Where the collection is; nil for one nested in a value that was taken out of its collection.
    let place: PropertyPlace?

    init(_ session: Session, _ place: PropertyPlace?) {
        self.session = session
        self.place = place
    }

    /// True once the collection is gone: with its object, or because it was replaced.
    var isGone: Bool { preconditionFailure("made by a subclass") }

    /// Traps on another thread, and once the collection is gone.
    final func checkAccess() {
        session.checkThread()
        if isGone, session.damage == nil {
            misuse("Access to an invalidated collection: it was replaced, or its object has been deleted.")
        }
    }

    /// True for the collection of the same property of the same object.
    final func isSame(as other: StoredCollection) -> Bool { other === self || (place != nil && place == other.place) }

    /// Changes the collection. Traps as `PropertyPlace.edit`.
    final func edit<Result>(_ body: (PropertyPlace.Editing) throws -> Result) -> Result {
        guard let place else {
            misuse(
                "A list or map in the value of a query's result cannot be changed. Change it through the property or "
                    + "collection that holds it.")
        }
        return place.edit(body)
    }
}
