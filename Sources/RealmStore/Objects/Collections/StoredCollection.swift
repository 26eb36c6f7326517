/// The list, set or map of a property in one session, or one nested in a mixed value.
protocol StoredCollection: AnyObject {
    var session: Session { get }
    /// The place of the collection; nil for one nested in a value that was removed from its collection.
    var place: PropertyPlace? { get }
    /// True once the collection is gone: with its object, or because it was replaced.
    var isGone: Bool { get }
}

extension StoredCollection {
    /// Traps on another thread, and once the collection is gone.
    func checkAccess() {
        session.checkThread()
        if isGone, session.damage == nil, place?.isLost != true {
            misuse("Access to an invalidated collection: it was replaced, or its object has been deleted.")
        }
    }

    /// True for the collection of the same property of the same object.
    func isSame(as other: any StoredCollection) -> Bool { other === self || (place != nil && place == other.place) }

    /// Changes the collection. Traps like `PropertyPlace.edit`.
    func edit<Result>(_ body: (PropertyPlace.Editing) throws -> Result) -> Result {
        guard let place else {
            misuse(
                "A list or map in the value of a query's result cannot be changed. Change it through the property or "
                    + "collection that holds it.")
        }
        return place.edit(body)
    }
}
