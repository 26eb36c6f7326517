import Foundation

/// A box that holds the value of a property without `@Persisted`, as older models do for optional numbers.
open class RLMSwiftValueStorage: NSObject {
    /// The accessor whose property the box is, once that is in a Realm, or traces a key path. Weak: it holds the box.
    private final weak var owner: RLMObjectBase?
    /// The same object for a box that a program keeps longer than the accessor.
    private final var place: (binding: ClassBinding, key: ObjectKey)?
    private final var standIn: RLMObjectBase?
    /// The property's index in its class.
    private(set) final var key: PropertyKey = .max

    /// The value in the box.
    var anyContent: Any { self }

    /// Makes the box that of a property of an object that is not plain any more.
    final func attach(to object: RLMObjectBase, _ key: PropertyKey) {
        owner = object
        place = object.binding.map { ($0, object.key) }
        self.key = key
    }

    /// An accessor of the object; nil for a plain one.
    final var object: RLMObjectBase? {
        if let object = owner ?? standIn { return object }
        guard let (binding, key) = place else { return nil }
        binding.session.checkThread()
        let row = binding.session.row(ObjectPlace(table: binding.table, key: key))
        let object = binding.accessor(row)
        if row == nil { object.bind(binding, key) }
        standIn = object
        return object
    }
}

/// A box of one type of values; the classes that programs use are below it.
open class _ValueBox<Content: _Persistable>: RLMSwiftValueStorage {
    /// The value while the object is plain.
    final var plain: Content

    /// Creates a box in memory.
    public init(_content: Content) { plain = _content }

    final override var anyContent: Any { _content }

    /// The value of the property, also when the program keeps nothing but the box.
    ///
    /// In a Realm, reading traps for a deleted object and on another thread than the Realm's; writing also outside of a
    /// write transaction.
    public final var _content: Content {
        get { object.map { Content._rlmGetProperty($0, key) } ?? plain }
        set { if let object { Content._rlmSetProperty(object, key, newValue) } else { plain = newValue } }
    }
}
