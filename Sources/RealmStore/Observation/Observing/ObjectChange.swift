import Foundation

/// A change reported to the observer of an object.
@frozen
public enum ObjectChange<T> {
    /// Never reported: a read error ends the observation and is logged.
    case error(_ error: NSError)
    /// Properties were set or touched, in the order of their declaration.
    case change(_: T, _: [PropertyChange])
    /// The object was deleted: nothing is reported after that.
    case deleted
}

/// A property reported to an observer of an object.
public struct PropertyChange {
    /// The name in the program.
    public let name: String
    /// The value before, if others committed the change; nil for the program's own commits in the place where the
    /// object is observed, and for collections.
    public let oldValue: Any?
    /// The value after; for a collection, the collection itself.
    public let newValue: Any?

    package init(name: String, oldValue: Any?, newValue: Any?) {
        self.name = name
        self.oldValue = oldValue
        self.newValue = newValue
    }
}
