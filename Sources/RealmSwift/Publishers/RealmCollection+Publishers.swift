import Foundation
@preconcurrency import OpenCombine
import RealmStore

extension RealmCollection where Self: RealmSubscribable {
    /// Publishes an empty value when it is subscribed to, and after each change of the collection; its name
    /// notwithstanding.
    public var objectWillChange: RealmPublishers.WillChange<Self> { RealmPublishers.WillChange<Self>(changesOf: self) }

    /// Old name of `collectionPublisher`.
    @available(*, deprecated, renamed: "collectionPublisher")
    public var publisher: RealmPublishers.Value<Self> { collectionPublisher }

    /// Publishes the collection as it is, and after each change of it.
    public var collectionPublisher: RealmPublishers.Value<Self> { RealmPublishers.Value(self) }

    /// The same for changes of properties of the elements.
    public func collectionPublisher(keyPaths: [String]?) -> RealmPublishers.Value<Self> {
        RealmPublishers.Value(self, keyPaths: keyPaths)
    }

    /// Publishes the changes of the collection, the first time none.
    public var changesetPublisher: RealmPublishers.CollectionChangeset<Self> { changesetPublisher(keyPaths: nil) }

    /// The same for changes of properties of the elements.
    public func changesetPublisher(keyPaths: [String]?) -> RealmPublishers.CollectionChangeset<Self> {
        RealmPublishers.Observation(changesOf: self, pack: { Packing.change($0) }) { queue, receive in
            observe(keyPaths: keyPaths, on: queue, receive)
        }
    }
}

extension RealmKeyedCollection where Self: RealmSubscribable {
    /// Publishes an empty value when it is subscribed to, and after each change of the map; its name notwithstanding.
    public var objectWillChange: RealmPublishers.WillChange<Self> { RealmPublishers.WillChange<Self>(changesOf: self) }

    /// Old name of `collectionPublisher`.
    @available(*, deprecated, renamed: "collectionPublisher")
    public var publisher: RealmPublishers.Value<Self> { collectionPublisher }

    /// Publishes the map as it is, and after each change of it.
    public var collectionPublisher: RealmPublishers.Value<Self> { RealmPublishers.Value(self) }

    /// The same for changes of properties of the values.
    public func collectionPublisher(keyPaths: [String]?) -> RealmPublishers.Value<Self> {
        RealmPublishers.Value(self, keyPaths: keyPaths)
    }

    /// Publishes the changes of the map, the first time none.
    public var changesetPublisher: RealmPublishers.MapChangeset<Self> { changesetPublisher(keyPaths: nil) }

    /// The same for changes of properties of the values.
    public func changesetPublisher(keyPaths: [String]?) -> RealmPublishers.MapChangeset<Self> {
        RealmPublishers.Observation(changesOf: self, pack: { Packing.change($0) }) { queue, receive in
            observe(keyPaths: keyPaths, on: queue, receive)
        }
    }
}

extension SectionedResults {
    /// Publishes an empty value when it is subscribed to, and after each change of the sections; its name
    /// notwithstanding.
    public var objectWillChange: RealmPublishers.WillChange<SectionedResults> {
        RealmPublishers.WillChange<SectionedResults>(changesOf: self)
    }

    /// Publishes the sections as they are, and after each change of them.
    public var collectionPublisher: RealmPublishers.Value<SectionedResults> { RealmPublishers.Value(self) }

    /// The same for changes of properties of the elements.
    public func collectionPublisher(keyPaths: [String]?) -> RealmPublishers.Value<SectionedResults> {
        RealmPublishers.Value(self, keyPaths: keyPaths)
    }

    /// Publishes the changes of the sections, the first time none.
    public var changesetPublisher: RealmPublishers.SectionedResultsChangeset<SectionedResults> {
        changesetPublisher(keyPaths: nil)
    }

    /// The same for changes of properties of the elements.
    public func changesetPublisher(
        keyPaths: [String]?
    ) -> RealmPublishers.SectionedResultsChangeset<SectionedResults> {
        RealmPublishers.Observation(changesOf: self, pack: { Packing.change($0) }) { queue, receive in
            self.observe(keyPaths: keyPaths, on: queue, receive)
        }
    }
}

extension ResultsSection {
    /// Publishes an empty value when it is subscribed to, and after each change of the section; its name
    /// notwithstanding.
    public var objectWillChange: RealmPublishers.WillChange<ResultsSection> {
        RealmPublishers.WillChange<ResultsSection>(changesOf: self)
    }

    /// Publishes the section as it is, and after each change of it.
    public var collectionPublisher: RealmPublishers.Value<ResultsSection> { RealmPublishers.Value(self) }

    /// The same for changes of properties of the elements.
    public func collectionPublisher(keyPaths: [String]?) -> RealmPublishers.Value<ResultsSection> {
        RealmPublishers.Value(self, keyPaths: keyPaths)
    }

    /// Publishes the changes of the section, the first time none.
    public var changesetPublisher: RealmPublishers.SectionChangeset<ResultsSection> {
        changesetPublisher(keyPaths: nil)
    }

    /// The same for changes of properties of the elements.
    public func changesetPublisher(keyPaths: [String]?) -> RealmPublishers.SectionChangeset<ResultsSection> {
        RealmPublishers.Observation(changesOf: self, pack: { Packing.change($0) }) { queue, receive in
            self.observe(keyPaths: keyPaths, on: queue, receive)
        }
    }
}
