import Foundation
@preconcurrency import OpenCombine
import RealmStore

// Publishers of what each kind of thing reports. All trap for what is unmanaged or gone.

extension RealmPublishers.Observation where Output: RealmSubscribable & ThreadConfined, Failure == any Error {
    /// Publishes a thing itself.
    init(_ subscribable: Output, keyPaths: [String]? = nil) {
        checkPublishable(subscribable)
        self.init(pack: { Packing.confined($0) }) { queue, subscriber in
            subscribable._observe(keyPaths, on: queue, subscriber)
        }
    }
}

extension RealmPublishers.Observation where Output == Void, Failure == Never {
    /// Publishes empty values.
    init(changesOf subscribable: some RealmSubscribable & ThreadConfined) {
        self.init(pack: { Packing.plain($0) }) { _, subscriber in
            checkPublishable(subscribable)
            return subscribable._observe(nil, subscriber)
        }
    }

    /// Publishes empty values.
    init(_ realm: Realm) {
        self.init(pack: { Packing.plain($0) }) { _, subscriber in realm.observe { _, _ in _ = subscriber.receive() } }
    }
}

extension RealmPublishers.Observation where Failure == Never {
    /// Publishes the changes that `observe` reports.
    init(
        changesOf thing: some ThreadConfined, pack: @escaping (Output) -> Packed<Output>,
        isLast: @escaping (Output) -> Bool = { _ in false },
        _ observe: @escaping (DispatchQueue?, @escaping (Output) -> Void) -> NotificationToken
    ) {
        checkPublishable(thing)
        self.init(pack: pack) { queue, subscriber in
            observe(queue) { change in
                if isLast(change) { subscriber.receive(completion: .finished) } else { _ = subscriber.receive(change) }
            }
        }
    }
}

private func checkPublishable(_ thing: some ThreadConfined) {
    require(!thing.isInvalidated, "The object or collection was deleted or invalidated: it cannot be published")
    require(thing.realm != nil, "Only managed objects and collections can be published")
}

extension Realm {
    /// Publishes an empty value after each change of the Realm; its name notwithstanding.
    public var objectWillChange: RealmPublishers.RealmWillChange { RealmPublishers.RealmWillChange(self) }
}

// MARK: Objects

/// Publishes an object after each change of it; finishes when it is deleted. Traps for an unmanaged or deleted one.
///
/// - Parameters:
///   - object: the object.
///   - keyPaths: properties, with dots after links: only their changes count. Nil for all.
public func valuePublisher<T: Object>(_ object: T, keyPaths: [String]? = nil) -> RealmPublishers.Value<T> {
    RealmPublishers.Value<T>(object, keyPaths: keyPaths)
}

/// Publishes a collection as it is, and after each change of it. Traps for an unmanaged or deleted one.
///
/// - Parameters:
///   - collection: the collection.
///   - keyPaths: properties of the elements: only their changes count. Nil for all.
public func valuePublisher<T: RealmCollection>(
    _ collection: T, keyPaths: [String]? = nil
) -> RealmPublishers.Observation<T, any Error> {
    RealmPublishers.Observation(collection: collection, keyPaths: keyPaths)
}

/// Publishes a projection after each change of its object; finishes when that is deleted. Traps for an unmanaged or
/// deleted one.
///
/// - Parameters:
///   - projection: the projection.
///   - keyPaths: properties of the projection: only their changes count. Nil for all.
public func valuePublisher<T: ProjectionObservable & ThreadConfined>(
    _ projection: T, keyPaths: [String]? = nil
) -> RealmPublishers.Observation<T, any Error> {
    checkPublishable(projection)
    return RealmPublishers.Observation(pack: { Packing.confined($0) }) { queue, subscriber in
        projection.observe(keyPaths: keyPaths ?? [], on: queue) { (change: ObjectChange<T>) in
            switch change {
            case .change(let projection, _): _ = subscriber.receive(projection)
            case .deleted, .error: subscriber.receive(completion: .finished)
            }
        }
    }
}

/// Publishes the changes of an object; finishes when it is deleted. Traps for an unmanaged or deleted one.
///
/// - Parameters:
///   - object: the object.
///   - keyPaths: properties, with dots after links: only their changes count. Nil for all.
public func changesetPublisher<T: Object>(
    _ object: T, keyPaths: [String]? = nil
) -> RealmPublishers.ObjectChangeset<T> {
    RealmPublishers.Observation(
        changesOf: object, pack: { Packing.change($0) }, isLast: \.isDeleted
    ) { queue, receive in
        object.observe(keyPaths: keyPaths, on: queue, receive)
    }
}

/// Publishes the changes of a projection; finishes when its object is deleted. Traps for an unmanaged or deleted one.
///
/// - Parameters:
///   - projection: the projection.
///   - keyPaths: properties of the projection: only their changes count. Nil for all.
public func changesetPublisher<T: ProjectionObservable & ThreadConfined>(
    _ projection: T, keyPaths: [String]? = nil
) -> RealmPublishers.ObjectChangeset<T> {
    RealmPublishers.Observation(
        changesOf: projection, pack: { Packing.change($0) }, isLast: \.isDeleted
    ) { queue, receive in
        projection.observe(keyPaths: keyPaths ?? [], on: queue, receive)
    }
}

/// Publishes the changes of a collection, the first time none. Traps for an unmanaged or deleted one.
///
/// - Parameters:
///   - collection: the collection.
///   - keyPaths: properties of the elements: only their changes count. Nil for all.
public func changesetPublisher<T: RealmCollection>(
    _ collection: T, keyPaths: [String]? = nil
) -> RealmPublishers.CollectionChangeset<T> {
    RealmPublishers.Observation(changesOf: collection, pack: { Packing.change($0) }) { queue, receive in
        collection.observe(keyPaths: keyPaths, on: queue, receive)
    }
}

extension RealmPublishers.Observation where Output: RealmCollection, Failure == any Error {
    /// Publishes a collection.
    fileprivate init(collection: Output, keyPaths: [String]?) {
        checkPublishable(collection)
        self.init(pack: { Packing.confined($0) }) { queue, subscriber in
            collection._observe(keyPaths, on: queue, subscriber)
        }
    }
}

extension ObjectChange {
    fileprivate var isDeleted: Bool { if case .deleted = self { true } else { false } }
}
