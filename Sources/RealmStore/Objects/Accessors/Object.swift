import Foundation

/// Base class of persistent objects. SDK names: `RealmSwiftObject`, `Object`.
///
/// A subclass is found by itself; every property that is stored is marked `@Persisted`.
open class RealmSwiftObject: RLMObjectBase {
    /// An object that is in no Realm, with the default values of its properties. SDK name: `init()`.
    public required init() { super.init() }

    /// An object that is in no Realm, filled from a dictionary by property name, an array in the order of the
    /// properties, or another object.
    ///
    /// Properties that are not given have their default values. Dictionaries and arrays in place of objects become
    /// objects. Traps for a value that does not fit. SDK name: `init(value:)`.
    public convenience init(value: Any) {
        self.init()
        PlainValues.fill(self, from: value)
    }
}

/// Base class of persistent objects. SDK name: `Object`.
public typealias Object = RealmSwiftObject

/// Base class of objects that belong to one property of one other object each. SDK names: `RealmSwiftEmbeddedObject`,
/// `EmbeddedObject`.
///
/// They have no primary key and are deleted with their owner, or when the property gets another value.
open class RealmSwiftEmbeddedObject: RLMObjectBase {
    /// An object that is in no Realm, with the default values of its properties. SDK name: `init()`.
    public required init() { super.init() }

    /// True. SDK name: `isEmbedded()`.
    public static override func isEmbedded() -> Bool { true }

    /// An object that is in no Realm, filled as `Object.init(value:)` does. SDK name: `init(value:)`.
    public convenience init(value: Any) {
        self.init()
        PlainValues.fill(self, from: value)
    }
}

/// Base class of objects that belong to one property of one other object each. SDK name: `EmbeddedObject`.
public typealias EmbeddedObject = RealmSwiftEmbeddedObject
