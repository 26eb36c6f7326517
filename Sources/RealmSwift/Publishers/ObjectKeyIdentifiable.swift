import RealmStore

/// An object or projection with an identity that stays the same while it is shown: the object's key in its class.
public protocol ObjectKeyIdentifiable: Identifiable {
    /// The identity.
    var id: UInt64 { get }
}

/// Misspelt name of `ObjectKeyIdentifiable`.
@available(*, deprecated, renamed: "ObjectKeyIdentifiable")
public typealias ObjectKeyIdentifable = ObjectKeyIdentifiable

extension ObjectKeyIdentifiable where Self: ObjectBase {
    /// The object's key in its class; of an unmanaged one, its address. Traps for one that is gone.
    public var id: UInt64 { combineID }
}

extension ObjectKeyIdentifiable where Self: ProjectionObservable {
    /// The key of the projection's object in its class; of an unmanaged one, its address. Traps for one that is gone.
    public var id: UInt64 { rootObject.combineID }
}

extension ObjectBase {
    fileprivate var combineID: UInt64 {
        require(!isInvalidated, "An object that was deleted or invalidated has no identity.")
        if managingRealm == nil { return UInt64(UInt(bitPattern: ObjectIdentifier(self))) }
        return UInt64(bitPattern: objectKey)
    }
}
