@preconcurrency import OpenCombine
import RealmStore

/// The publishers of Realms, objects and collections.
///
/// Most of the SDK's types are names for two here: `Observation` publishes what an observation reports, and `Handover`
/// delivers what another publisher publishes in a Realm of another place.
public enum RealmPublishers {
    /// Publishes an empty value after each change of a Realm.
    public typealias RealmWillChange = Observation<Void, Never>
    /// Publishes an empty value for each change of an object or collection.
    public typealias WillChange<Collection: RealmSubscribable & ThreadConfined> = Observation<Void, Never>
    /// Publishes an object or collection as it is after each change.
    public typealias Value<Subscribable: RealmSubscribable & ThreadConfined> = Observation<Subscribable, any Error>
    /// Publishes the changes of an object.
    public typealias ObjectChangeset<O: ThreadConfined> = Observation<ObjectChange<O>, Never>
    /// Publishes the changes of a collection.
    public typealias CollectionChangeset<Collection: RealmCollection> = Observation<
        RealmCollectionChange<Collection>, Never
    >
    /// Publishes the changes of a map.
    public typealias MapChangeset<Collection: RealmKeyedCollection> = Observation<RealmMapChange<Collection>, Never>
    /// Publishes the changes of sections.
    public typealias SectionedResultsChangeset<Collection: RealmSectionedResult> = Observation<
        SectionedResultsChange<Collection>, Never
    >
    /// Publishes the changes of one section.
    public typealias SectionChangeset<Collection: RealmSectionedResult> = Observation<
        SectionedResultsChange<Collection>, Never
    >

    // MARK: With tokens

    /// A publisher of a Realm's changes that stores its token.
    public typealias RealmWillChangeWithToken<T> = ObservationWithToken<Void, Never, T>
    /// A publisher of changes that stores its token.
    public typealias WillChangeWithToken<Collection: RealmSubscribable & ThreadConfined, T> = ObservationWithToken<
        Void, Never, T
    >
    /// A publisher of values that stores its token.
    public typealias ValueWithToken<Subscribable: RealmSubscribable & ThreadConfined, T> = ObservationWithToken<
        Subscribable, any Error, T
    >
    /// A publisher of an object's changes that stores its token.
    public typealias ObjectChangesetWithToken<O: ThreadConfined, T> = ObservationWithToken<ObjectChange<O>, Never, T>
    /// A publisher of a collection's changes that stores its token.
    public typealias CollectionChangesetWithToken<Collection: RealmCollection, T> = ObservationWithToken<
        RealmCollectionChange<Collection>, Never, T
    >
    /// A publisher of a map's changes that stores its token.
    public typealias MapChangesetWithToken<Collection: RealmKeyedCollection, T> = ObservationWithToken<
        RealmMapChange<Collection>, Never, T
    >
    /// A publisher of the changes of sections that stores its token.
    public typealias SectionedResultsChangesetWithToken<Collection: RealmSectionedResult, T> = ObservationWithToken<
        SectionedResultsChange<Collection>, Never, T
    >
    /// A publisher of one section's changes that stores its token.
    public typealias SectionChangesetWithToken<Collection: RealmSectionedResult, T> = ObservationWithToken<
        SectionedResultsChange<Collection>, Never, T
    >

    // MARK: Handed over

    /// Wraps a publisher of an object's changes for `receive(on:)`.
    public typealias MakeThreadSafeObjectChangeset<Upstream: Publisher, T: ThreadConfined> = MakeThreadSafe<Upstream>
    where Upstream.Output == ObjectChange<T>
    /// Wraps a publisher of a collection's changes for `receive(on:)`.
    public typealias MakeThreadSafeCollectionChangeset<Upstream: Publisher, T: RealmCollection> = MakeThreadSafe<
        Upstream
    >
    where Upstream.Output == RealmCollectionChange<T>
    /// Wraps a publisher of a map's changes for `receive(on:)`.
    public typealias MakeThreadSafeKeyedCollectionChangeset<Upstream: Publisher, T: RealmKeyedCollection> =
        MakeThreadSafe<Upstream>
    where Upstream.Output == RealmMapChange<T>
    /// Wraps a publisher of the changes of sections for `receive(on:)`.
    public typealias MakeThreadSafeSectionedResultsChangeset<Upstream: Publisher, T: RealmSectionedResult> =
        MakeThreadSafe<Upstream>
    where Upstream.Output == SectionedResultsChange<T>

    /// Delivers values in another place.
    public typealias DeferredHandover<Upstream: Publisher, S: Scheduler> = Handover<Upstream, S>
    /// Delivers an object's changes in another place.
    public typealias DeferredHandoverObjectChangeset<Upstream: Publisher, T: ThreadConfined, S: Scheduler> = Handover<
        Upstream, S
    >
    where Upstream.Output == ObjectChange<T>
    /// Delivers a collection's changes in another place.
    public typealias DeferredHandoverCollectionChangeset<Upstream: Publisher, T: RealmCollection, S: Scheduler> =
        Handover<Upstream, S>
    where Upstream.Output == RealmCollectionChange<T>
    /// Delivers a map's changes in another place.
    public typealias DeferredHandoverKeyedCollectionChangeset<
        Upstream: Publisher, T: RealmKeyedCollection, S: Scheduler
    > = Handover<Upstream, S>
    where Upstream.Output == RealmMapChange<T>
    /// Delivers the changes of sections in another place.
    public typealias DeferredHandoverSectionedResultsChangeset<
        Upstream: Publisher, T: RealmSectionedResult, S: Scheduler
    > = Handover<Upstream, S>
    where Upstream.Output == SectionedResultsChange<T>
    /// Delivers one section's changes in another place.
    public typealias DeferredHandoverSectionChangeset<
        Upstream: Publisher, T: RealmSectionedResult, S: Scheduler
    > = Handover<Upstream, S>
    where Upstream.Output == SectionedResultsChange<T>
}
