/// A change reported to the observer of a collection.
@frozen
public enum RealmCollectionChange<CollectionType> {
    /// The collection as it is when observation begins: reported once, before anything else.
    case initial(CollectionType)
    /// The collection has changed, and shows the new state.
    ///
    /// All positions ascend. `deletions` and `modifications` are positions before the change, `insertions` positions
    /// after it. An element that has moved is a deletion and an insertion.
    case update(CollectionType, deletions: [Int], insertions: [Int], modifications: [Int])
    /// Never reported: a read error ends the observation and is logged.
    case error(any Error)
}
