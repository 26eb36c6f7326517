import Foundation

/// What the observer of an object is told.
@frozen
public enum ObjectChange<T> {
    /// Never told: what cannot be read ends the observation, which is logged.
    case error(_ error: NSError)
    /// Properties were set or touched, in the order of their declaration.
    case change(_: T, _: [PropertyChange])
    /// The object was deleted: nothing is told after that.
    case deleted
}

/// A property that an observer of an object is told of.
public struct PropertyChange {
    /// The name in the program.
    public let name: String
    /// The value before: where others committed the change; nil for the program's own commits in the place where the
    /// object is observed, and for collections.
    public let oldValue: Any?
    /// The value after; of a collection the collection itself.
    public let newValue: Any?
}
