@preconcurrency import OpenCombine
import RealmStore

// A collection whose object was deleted is an invalidated frozen one; `receive(on:)` leaves it out instead.
extension Publisher {
    /// Freezes values, so that they may be used everywhere. Traps for an object that is gone.
    public func freeze<T>() -> Publishers.Map<Self, T> where Output: ThreadConfined, T == Output {
        map { $0.freeze() }
    }

    /// Freezes objects and projections in changes, and the values of properties.
    public func freeze<T: ThreadConfined>() -> Publishers.Map<Self, ObjectChange<T>> where Output == ObjectChange<T> {
        map { change in
            guard case .change(let object, let properties) = change else { return change }
            return .change(object.freeze(), properties.map(Packing.frozen))
        }
    }

    /// Freezes collections in changes.
    public func freeze<T: RealmCollection>() -> Publishers.Map<Self, RealmCollectionChange<T>>
    where Output == RealmCollectionChange<T> {
        map { change in
            switch change {
            case .initial(let collection): .initial(collection.freeze())
            case .update(let collection, let deletions, let insertions, let modifications):
                .update(
                    collection.freeze(), deletions: deletions, insertions: insertions, modifications: modifications)
            case .error: change
            }
        }
    }

    /// Freezes sections in changes; one without elements is an empty one. Traps once the results are gone.
    public func freeze<T: RealmSectionedResult>() -> Publishers.Map<Self, SectionedResultsChange<T>>
    where Output == SectionedResultsChange<T> {
        map { change in
            switch change {
            case .initial(let sections): .initial(sections.freeze())
            case .update(let sections, let deletions, let insertions, let modifications, let toInsert, let toDelete):
                .update(
                    sections.freeze(), deletions: deletions, insertions: insertions, modifications: modifications,
                    sectionsToInsert: toInsert, sectionsToDelete: toDelete)
            }
        }
    }

    /// Freezes maps in changes.
    public func freeze<T: RealmKeyedCollection>() -> Publishers.Map<Self, RealmMapChange<T>>
    where Output == RealmMapChange<T> {
        map { change in
            switch change {
            case .initial(let map): .initial(map.freeze())
            case .update(let map, let deletions, let insertions, let modifications):
                .update(map.freeze(), deletions: deletions, insertions: insertions, modifications: modifications)
            case .error: change
            }
        }
    }
}

// Operators that hand values over to the scheduler of the following `receive(on:)`. What is gone there is left out.
extension Publisher {
    /// Hands objects and collections over.
    public func threadSafeReference() -> RealmPublishers.MakeThreadSafe<Self> where Output: ThreadConfined {
        RealmPublishers.MakeThreadSafe(self) { Packing.confined($0) }
    }

    /// Hands changes of objects and projections over.
    public func threadSafeReference<T: ThreadConfined>() -> RealmPublishers.MakeThreadSafe<Self>
    where Output == ObjectChange<T> { RealmPublishers.MakeThreadSafe(self) { Packing.change($0) } }

    /// Hands changes of collections over.
    public func threadSafeReference<T: RealmCollection>() -> RealmPublishers.MakeThreadSafe<Self>
    where Output == RealmCollectionChange<T> { RealmPublishers.MakeThreadSafe(self) { Packing.change($0) } }

    /// Hands changes of maps over.
    public func threadSafeReference<T: RealmKeyedCollection>() -> RealmPublishers.MakeThreadSafe<Self>
    where Output == RealmMapChange<T> { RealmPublishers.MakeThreadSafe(self) { Packing.change($0) } }

    /// Hands changes of sections over.
    public func threadSafeReference<T: RealmSectionedResult>() -> RealmPublishers.MakeThreadSafe<Self>
    where Output == SectionedResultsChange<T> { RealmPublishers.MakeThreadSafe(self) { Packing.change($0) } }
}
