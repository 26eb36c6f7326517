import RealmStore

/// A property reported to an observer of an object.
public final class RLMPropertyChange: NSObject {
    /// The name of the property.
    public let name: String
    /// The value before, if others committed the change; nil for the program's own commits in the place where the
    /// object is observed, and for collections.
    public let previousValue: Any?
    /// The value after; for a collection, the collection itself.
    public let value: Any?

    init(_ change: PropertyChange) {
        name = change.name
        value = change.newValue
        previousValue = value is any RLMCollection ? nil : change.oldValue
    }

    /// The name and the values.
    public override var description: String {
        "<RLMPropertyChange> \(name): \(previousValue ?? "(null)") -> \(value ?? "(null)")"
    }
}

/// A block called with the changes of an object: true once it was deleted, else the properties that have changed. There
/// are no errors.
public typealias RLMObjectChangeBlock = (Bool, [RLMPropertyChange]?, (any Error)?) -> Void
