import Foundation
@preconcurrency import OpenCombine
import RealmStore

/// An object or collection that publishers observe. Only the library's own types conform.
public protocol RealmSubscribable {
    /// Passes the object or collection as it is after each change to a subscriber.
    ///
    /// Collections are also passed as they are when the observation begins. The subscriber is finished when the object
    /// is deleted.
    func _observe<S: Subscriber>(
        _ keyPaths: [String]?, on queue: DispatchQueue?, _ subscriber: S
    ) -> NotificationToken where S.Input == Self

    /// Passes an empty value to a subscriber instead.
    func _observe<S: Subscriber>(_ keyPaths: [String]?, _ subscriber: S) -> NotificationToken where S.Input == Void
}

extension ObjectBase: RealmSubscribable {
    /// Passes the object after each change to a subscriber, which is finished when it is deleted.
    public func _observe<S: Subscriber>(
        _ keyPaths: [String]?, on queue: DispatchQueue?, _ subscriber: S
    ) -> NotificationToken where S.Input: ObjectBase {
        observe(keyPaths: keyPaths, on: queue) { (change: ObjectChange<S.Input>) in
            switch change {
            case .change(let object, _): _ = subscriber.receive(object)
            case .deleted, .error: subscriber.receive(completion: .finished)
            }
        }
    }

    /// Passes an empty value after each change to a subscriber, which is finished when the object is deleted.
    public func _observe<S: Subscriber>(
        _ keyPaths: [String]?, _ subscriber: S
    ) -> NotificationToken where S.Input == Void {
        observe(keyPaths: keyPaths) { (change: ObjectChange<ObjectBase>) in
            switch change {
            case .change: _ = subscriber.receive()
            case .deleted, .error: subscriber.receive(completion: .finished)
            }
        }
    }
}

extension RealmCollection {
    /// Passes the collection as it is, and after each change, to a subscriber.
    public func _observe<S: Subscriber>(
        _ keyPaths: [String]? = nil, on queue: DispatchQueue? = nil, _ subscriber: S
    ) -> NotificationToken where S.Input == Self {
        observe(keyPaths: keyPaths, on: queue) { change in
            switch change {
            case .initial(let collection), .update(let collection, _, _, _): _ = subscriber.receive(collection)
            case .error: break
            }
        }
    }

    /// Passes an empty value to a subscriber when the observation begins, and after each change.
    public func _observe<S: Subscriber>(
        _ keyPaths: [String]? = nil, _ subscriber: S
    ) -> NotificationToken where S.Input == Void {
        observe(keyPaths: keyPaths) { _ in _ = subscriber.receive() }
    }
}

extension List: RealmSubscribable {}
extension MutableSet: RealmSubscribable {}
extension LinkingObjects: RealmSubscribable {}
extension Results: RealmSubscribable {}
extension AnyRealmCollection: RealmSubscribable {}

extension Map: RealmSubscribable {
    /// Passes the map as it is, and after each change, to a subscriber.
    public func _observe<S: Subscriber>(
        _ keyPaths: [String]? = nil, on queue: DispatchQueue? = nil, _ subscriber: S
    ) -> NotificationToken where S.Input == Map {
        observe(keyPaths: keyPaths, on: queue) { change in
            switch change {
            case .initial(let map), .update(let map, _, _, _): _ = subscriber.receive(map)
            case .error: break
            }
        }
    }

    /// Passes an empty value to a subscriber when the observation begins, and after each change.
    public func _observe<S: Subscriber>(
        _ keyPaths: [String]? = nil, _ subscriber: S
    ) -> NotificationToken where S.Input == Void {
        observe(keyPaths: keyPaths) { (_: RealmMapChange<Map>) in _ = subscriber.receive() }
    }
}

extension SectionedResults: RealmSubscribable {
    /// Passes the sections as they are, and after each change, to a subscriber.
    public func _observe<S: Subscriber>(
        _ keyPaths: [String]? = nil, on queue: DispatchQueue? = nil, _ subscriber: S
    ) -> NotificationToken where S.Input == Self {
        observe(keyPaths: keyPaths, on: queue) { _ = subscriber.receive($0.sections) }
    }

    /// Passes an empty value to a subscriber when the observation begins, and after each change.
    public func _observe<S: Subscriber>(
        _ keyPaths: [String]? = nil, _ subscriber: S
    ) -> NotificationToken where S.Input == Void {
        observe(keyPaths: keyPaths) { (_: SectionedResultsChange<Self>) in _ = subscriber.receive() }
    }
}

extension ResultsSection: RealmSubscribable {
    /// Passes the section as it is, and after each change, to a subscriber.
    public func _observe<S: Subscriber>(
        _ keyPaths: [String]? = nil, on queue: DispatchQueue? = nil, _ subscriber: S
    ) -> NotificationToken where S.Input == Self {
        observe(keyPaths: keyPaths, on: queue) { _ = subscriber.receive($0.sections) }
    }

    /// Passes an empty value to a subscriber when the observation begins, and after each change.
    public func _observe<S: Subscriber>(
        _ keyPaths: [String]? = nil, _ subscriber: S
    ) -> NotificationToken where S.Input == Void {
        observe(keyPaths: keyPaths) { (_: SectionedResultsChange<Self>) in _ = subscriber.receive() }
    }
}

extension Projection: RealmSubscribable where Root: ThreadConfined {
    /// Passes the projection after each change to a subscriber, which is finished when its object is deleted.
    public func _observe<S: Subscriber>(
        _ keyPaths: [String]?, on queue: DispatchQueue?, _ subscriber: S
    ) -> NotificationToken where S.Input: Projection<Root> {
        guard let projection = self as? S.Input else {
            misuse("A projection of type \(type(of: self)) cannot be observed as \(S.Input.self).")
        }
        return projection.observeValues(keyPaths, on: queue, subscriber)
    }

    /// Passes an empty value after each change to a subscriber, which is finished when the object is deleted.
    public func _observe<S: Subscriber>(
        _ keyPaths: [String]?, _ subscriber: S
    ) -> NotificationToken where S.Input == Void {
        observe(keyPaths: keyPaths ?? []) { (change: ObjectChange<Projection<Root>>) in
            switch change {
            case .change: _ = subscriber.receive()
            case .deleted, .error: subscriber.receive(completion: .finished)
            }
        }
    }
}

extension ProjectionObservable where Self: ThreadConfined {
    fileprivate func observeValues<S: Subscriber>(
        _ keyPaths: [String]?, on queue: DispatchQueue?, _ subscriber: S
    ) -> NotificationToken where S.Input == Self {
        observe(keyPaths: keyPaths ?? [], on: queue) { (change: ObjectChange<Self>) in
            switch change {
            case .change(let projection, _): _ = subscriber.receive(projection)
            case .deleted, .error: subscriber.receive(completion: .finished)
            }
        }
    }
}

extension SectionedResultsChange {
    fileprivate var sections: Collection {
        switch self {
        case .initial(let sections), .update(let sections, _, _, _, _, _): sections
        }
    }
}
