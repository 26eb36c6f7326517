import RealmStore

// Functions of older versions of the SDK: the compiler names those that take their place.
extension Realm {
    /// Old form of `add(_:update:)`.
    @available(*, unavailable, message: "Pass .error, .modified or .all rather than a boolean.")
    public func add(_ object: Object, update: Bool) {}

    /// Old form of `add(_:update:)`.
    @available(*, unavailable, message: "Pass .error, .modified or .all rather than a boolean.")
    public func add<S: Sequence>(_ objects: S, update: Bool) where S.Element: Object {}
}
