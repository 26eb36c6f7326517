/// Marks a property of a projection that shows the value at a key path.
@propertyWrapper
public struct Projected<T: ObjectBase, Value> {
    let projectedKeyPath: KeyPath<T, Value>

    /// Shows the value at the end of a key path from the object; it may go through links and `projectTo`.
    public init(_ projectedKeyPath: KeyPath<T, Value>) { self.projectedKeyPath = projectedKeyPath }

    /// Use the property through its projection.
    @available(*, unavailable, message: "@Projected can only be used as a property of a Projection")
    public var wrappedValue: Value {
        get { fatalError("@Projected outside of a projection") }
        set { fatalError("@Projected outside of a projection") }
    }

    /// Reads or writes the shown property of the object.
    ///
    /// Traps like the object's own property, and when writing a read-only key path.
    public static subscript<EnclosingSelf: Projection<T>>(
        _enclosingInstance observed: EnclosingSelf,
        wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
        storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Self>
    ) -> Value {
        get { observed.rootObject[keyPath: observed[keyPath: storageKeyPath].projectedKeyPath] }
        set {
            let keyPath = observed[keyPath: storageKeyPath].projectedKeyPath
            guard let writable = keyPath as? WritableKeyPath<T, Value> else {
                fatalError("Key path '\(keyPath)' can only be read: what it projects cannot be set.")
            }
            var root = observed.rootObject
            root[keyPath: writable] = newValue
        }
    }
}
