/// What the observer of a collection is told.
@frozen
public enum RealmCollectionChange<CollectionType> {
    /// The collection as it is when observation begins: told once, before anything else.
    case initial(CollectionType)
    /// The collection has changed, and shows the new state.
    ///
    /// All positions ascend. `deletions` and `modifications` are positions before the change, `insertions` positions
    /// after it. An element that has moved is a deletion and an insertion.
    case update(CollectionType, deletions: [Int], insertions: [Int], modifications: [Int])
    /// Never told: what cannot be read ends the observation, which is logged.
    case error(any Error)
}

/// What the observer of a map is told.
@frozen
public enum RealmMapChange<Collection: RealmKeyedCollection> {
    /// The map as it is when observation begins: told once, before anything else.
    case initial(Collection)
    /// Keys that are gone, new, and of which the value was set or touched, each in the order of their UTF-8 bytes.
    case update(
        Collection, deletions: [Collection.Key], insertions: [Collection.Key], modifications: [Collection.Key])
    /// Never told: what cannot be read ends the observation, which is logged.
    case error(any Error)
}
