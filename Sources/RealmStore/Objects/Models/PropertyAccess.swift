import Foundation

/// Reads and writes one property of the objects of a class, whatever the property's type.
protocol PropertyAccess: AnyObject {
    var field: StoredField { get }
    var key: PropertyKey { get }
    var traits: _PropertyTraits { get }

    /// The property's value.
    func value(of object: RLMObjectBase) -> Any

    /// The value of a plain object, for the Realm that it is being added to.
    func encoded(_ object: RLMObjectBase, _ scratch: ValueScratch) -> Value?

    /// Sets the property of an unmanaged object.
    func setPlain(_ value: Any?, of object: RLMObjectBase) -> Bool

    /// The meaning of null in a required property of a mapped type; nil for other types, which do not accept it.
    var valueForNull: Any? { get }

    /// False for values that need no memory of their own and stay as they are when the object is added to a Realm.
    var needsPromotion: Bool { get }

    /// Called when the object was added to a Realm: frees a value, which is in the file now; a collection becomes that
    /// of the property.
    func promote(_ object: RLMObjectBase)

    /// Whether an accessor keeps the value that was read: a collection.
    var isKept: Bool { get }

    /// Releases the value that an accessor keeps.
    func forget(_ object: RLMObjectBase)

    /// Tells a plain linking-objects property its origin.
    func originProperty(in object: RLMObjectBase) -> String?

    /// The options in the property's declaration, in an instance of its class.
    func marks(of object: RLMObjectBase) -> PersistedHeader.Traits

    /// Tells the property of an object that is not plain the object and the property's key; nil for one marked
    /// `@Persisted`, in which only the key is written (`FieldMarks`).
    var attach: ((RLMObjectBase) -> Void)? { get }
}

extension StoredField {
    /// The name of the property.
    var propertyName: String { (type as? any PersistedProperty.Type)?.propertyName(self) ?? name }

    /// The access to the field; nil for a field neither marked `@Persisted` nor a box.
    func access(key: PropertyKey) -> (any PropertyAccess)? { (type as? any PersistedProperty.Type)?.access(self, key) }
}

/// A type of stored fields that are properties in a Realm.
protocol PersistedProperty {
    static func propertyName(_ field: StoredField) -> String
    static func access(_ field: StoredField, _ key: PropertyKey) -> any PropertyAccess
}

extension Persisted: PersistedProperty {
    /// The field has the name of the wrapper.
    static func propertyName(_ field: StoredField) -> String { String(field.name.dropFirst()) }

    static func access(_ field: StoredField, _ key: PropertyKey) -> any PropertyAccess {
        TypedPropertyAccess<Value>(field, key)
    }
}

private final class TypedPropertyAccess<Content: _Persistable>: PropertyAccess {
    let field: StoredField
    let key: PropertyKey
    let traits = _PropertyTraits(Content.self)

    /// Frees the value of an object; of its own for each type that many properties have, since the metadata of its
    /// optional take long to find.
    private let free: (StoredField, RLMObjectBase) -> Void

    init(_ field: StoredField, _ key: PropertyKey) {
        self.field = field
        self.key = key
        free =
            switch Content.self {
            case is String.Type: { $0.with(Persisted<String>.self, of: $1) { $0.value = nil } }
            case is String?.Type: { $0.with(Persisted<String?>.self, of: $1) { $0.value = nil } }
            case is Data.Type: { $0.with(Persisted<Data>.self, of: $1) { $0.value = nil } }
            default: { $0.with(Persisted<Content>.self, of: $1) { $0.value = nil } }
            }
    }

    private func with<Result>(_ object: RLMObjectBase, _ body: (inout Persisted<Content>) -> Result) -> Result {
        field.with(Persisted<Content>.self, of: object, body)
    }

    func value(of object: RLMObjectBase) -> Any {
        with(object) { property in
            if object.isPlain { return property.plainValue }
            if Content._rlmRequiresCaching { return Persisted.cachedValue(of: &property, object) }
            return Content._rlmGetProperty(object, property.header.key)
        }
    }

    // Adding an object calls this for each property: unspecialized, a call costs more than storing the value. Optionals
    // come last, since their types take long to find.
    @specialized(where Content == Int)
    @specialized(where Content == String)
    @specialized(where Content == Bool)
    @specialized(where Content == Double)
    @specialized(where Content == Date)
    @specialized(where Content == Data)
    @specialized(where Content == ObjectId)
    @specialized(where Content == UUID)
    @specialized(where Content == String?)
    @specialized(where Content == Int?)
    @specialized(where Content == Double?)
    @specialized(where Content == Date?)
    func encoded(_ object: RLMObjectBase, _ scratch: ValueScratch) -> Value? {
        with(object) { Content._rlmEncode($0.plainValue, _ValueScratch(scratch: scratch))?.value }
    }

    func setPlain(_ value: Any?, of object: RLMObjectBase) -> Bool {
        guard let content = Content._rlmFromObjc(value ?? NSNull(), insideOptional: false) else { return false }
        with(object) { $0.value = Content._rlmAssigned(content, to: $0.value) }
        return true
    }

    var valueForNull: Any? {
        guard let mapped = Content.self as? any _CustomPersistable.Type, !Content._rlmOptional else { return nil }
        return mapped._rlmDefaultValue()
    }

    let needsPromotion = Content._rlmRequiresCaching || !_isPOD(Content.self)

    func promote(_ object: RLMObjectBase) {
        guard isKept else { return free(field, object) }
        if let value = with(object, { $0.value }) { Content._rlmPromote(value, object, key) }
    }

    let isKept = Content._rlmRequiresCaching

    func forget(_ object: RLMObjectBase) { free(field, object) }

    func marks(of object: RLMObjectBase) -> PersistedHeader.Traits { with(object) { $0.header.traits } }

    let attach: ((RLMObjectBase) -> Void)? = nil

    func originProperty(in object: RLMObjectBase) -> String? {
        with(object) { ($0.value as? any LinkingObjectsProtocol)?.originPropertyName }
    }
}
