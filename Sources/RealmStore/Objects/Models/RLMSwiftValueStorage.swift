import Foundation

/// A box that holds the value of a property without `@Persisted`, as older models do for optional numbers.
open class RLMSwiftValueStorage: NSObject {
    /// The object whose property the box is, once that is in a Realm, or traces a key path. Weak: a program may keep
    /// the box longer.
    final weak var owner: RLMObjectBase?
    /// The property's index in its class.
    final var key: PropertyKey = .max
}

/// A box of one type of values; the classes that programs use are below it.
open class _ValueBox<Content: _Persistable>: RLMSwiftValueStorage {
    /// The value while the object is plain.
    final var plain: Content

    /// Creates a box in memory.
    public init(_content: Content) { plain = _content }

    /// The value of the property. In a Realm, reading traps for a deleted object and on another thread than the
    /// Realm's; writing also outside of a write transaction.
    public final var _content: Content {
        get { owner.map { Content._rlmGetProperty($0, key) } ?? plain }
        set { if let owner { Content._rlmSetProperty(owner, key, newValue) } else { plain = newValue } }
    }
}
