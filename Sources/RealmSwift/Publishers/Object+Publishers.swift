@preconcurrency import OpenCombine
import RealmStore

// Each class has a property of its own: OpenCombine supplies one of another type to classes without.

extension Object: ObservableObject {
    /// Publishes an empty value after each change of the object; its name notwithstanding. Traps for an unmanaged or
    /// deleted one when it is subscribed to.
    public var objectWillChange: RealmPublishers.WillChange<Object> {
        RealmPublishers.WillChange<Object>(changesOf: self)
    }
}

extension EmbeddedObject: ObservableObject {
    /// Publishes an empty value after each change of the object; its name notwithstanding. Traps for an unmanaged or
    /// deleted one when it is subscribed to.
    public var objectWillChange: RealmPublishers.WillChange<EmbeddedObject> {
        RealmPublishers.WillChange<EmbeddedObject>(changesOf: self)
    }
}

extension List: ObservableObject {
    /// Publishes an empty value when it is subscribed to, and after each change of the list.
    public var objectWillChange: RealmPublishers.WillChange<List> { RealmPublishers.WillChange<List>(changesOf: self) }
}

extension MutableSet: ObservableObject {
    /// Publishes an empty value when it is subscribed to, and after each change of the set.
    public var objectWillChange: RealmPublishers.WillChange<MutableSet> {
        RealmPublishers.WillChange<MutableSet>(changesOf: self)
    }
}

extension Map: ObservableObject {
    /// Publishes an empty value when it is subscribed to, and after each change of the map.
    public var objectWillChange: RealmPublishers.WillChange<Map> { RealmPublishers.WillChange<Map>(changesOf: self) }
}

extension Projection: ObservableObject where Root: ThreadConfined {
    /// Publishes an empty value after each change of the projection's object; its name notwithstanding.
    public var objectWillChange: RealmPublishers.WillChange<Projection<Root>> {
        RealmPublishers.WillChange<Projection<Root>>(changesOf: self)
    }
}
