import Foundation

/// Common root of all objects. SDK names: `RLMObjectBase`, `ObjectBase`.
///
/// Every object of this release is an accessor of one row, as it is in the current state of its Realm.
open class RLMObjectBase: NSObject {
    let session: Session
    /// Nil for an object that damage in the file keeps from being found.
    let place: ObjectPlace?
    private var found: ObjectRow?
    private var generation: Int

    init(_ session: Session, _ row: ObjectRow?) {
        self.session = session
        place = row?.place
        found = row
        generation = session.generation
    }

    /// Where the object is now; nil for one that was deleted, or that damage in the file keeps from being found.
    var row: ObjectRow? {
        if generation != session.generation {
            found = place.flatMap(session.row)
            generation = session.generation
        }
        return found
    }

    /// The Realm that the object belongs to.
    public var realm: Realm? { Realm(session: session) }

    /// The object's class, with its properties; without a name for an object that cannot be found in a damaged file.
    public var objectSchema: ObjectSchema {
        row?.table.className.flatMap { session.schema[$0] } ?? ObjectSchema(className: "", properties: [])
    }

    /// True for an object that was deleted, or that cannot be found in a damaged file; its properties read as nil.
    open var isInvalidated: Bool { row == nil }

    /// The key of the object in its table.
    package var objectKey: Int64 { place?.key.value ?? -1 }

    /// True if `object` is the same object of the same Realm. SDK name: `isSameObject(as:)`.
    public func isSameObject(as object: RLMObjectBase?) -> Bool {
        guard let object else { return false }
        guard object !== self else { return true }
        return object.session === session && place != nil && object.place == place
    }

    /// True for the same object. SDK name: `isEqual(_:)`.
    open override func isEqual(_ object: Any?) -> Bool { isSameObject(as: object as? RLMObjectBase) }

    /// Agrees with `isEqual(_:)`. SDK name: `hash`.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(place)
        return hasher.finalize()
    }

    /// The value of a property, by name. Traps for a name that the class does not have.
    ///
    /// Int, Bool, Float, Double, String, Data, Date, Decimal128, ObjectId, UUID or nil; `AnyRealmValue` for a mixed
    /// property; `DynamicObject` or nil for a link; `List`, `MutableSet` or `Map` of the element type for a collection.
    ///
    /// Setting takes the same types, for links and collections also dictionaries and arrays of what they are made of.
    /// It traps outside of a write transaction, for a value that does not fit, for the primary key, and for a deleted
    /// object.
    open subscript(key: String) -> Any? {
        get {
            guard let row else { return nil }
            return PropertyReader(session, row).value(of: row.column(key))
        }
        set {
            do { try set(newValue, for: key) } catch { fatalError("\(error.localizedDescription)") }
        }
    }

    /// Sets a property to a value that comes from outside. Additional to the SDK.
    ///
    /// Traps as the subscript, but for a value that does not fit.
    ///
    /// - Throws: `invalidInput` for a value that does not fit; the Realm's `damage` if the object cannot be read.
    public func set(_ value: Any?, for key: String) throws {
        let writer = ObjectWriter(session)
        guard let row else {
            if let damage = session.damage { throw damage }
            fatalError("Object has been deleted or invalidated.")
        }
        let column = row.column(key)
        precondition(
            row.table.primaryKey?.key != column.key, "Primary key can't be changed after an object is inserted.")
        try writer.set(value, of: column, of: row.position.key, in: writer.table(ofClass: row.table.className ?? ""))
    }

    /// The same as setting through the subscript. SDK name: `setValue(_:forKey:)`.
    open func setValue(_ value: Any?, forKey key: String) { self[key] = value }

    /// The same as the subscript. SDK name: `value(forKey:)`.
    open func value(forKey key: String) -> Any? { self[key] }

    /// The class and its properties' values. SDK name: `description`.
    open override var description: String { description(depth: 0) }
}

/// Common root of all objects. SDK name: `ObjectBase`.
public typealias ObjectBase = RLMObjectBase

/// Base class of persistent objects. SDK names: `RealmSwiftObject`, `Object`.
open class RealmSwiftObject: RLMObjectBase {}

/// Base class of persistent objects. SDK name: `Object`.
public typealias Object = RealmSwiftObject
