import Foundation

/// A value of any type that a property can hold.
public enum AnyRealmValue: Hashable {
    /// Nothing.
    case none
    /// An integer; those of other widths read as `Int`, too.
    case int(Int)
    /// A boolean.
    case bool(Bool)
    /// A 32-bit number.
    case float(Float)
    /// A 64-bit number.
    case double(Double)
    /// Text.
    case string(String)
    /// Bytes.
    case data(Data)
    /// A point in time.
    case date(Date)
    /// A link to an object of any class.
    case object(Object)
    /// An object id.
    case objectId(ObjectId)
    /// A decimal number.
    case decimal128(Decimal128)
    /// A UUID.
    case uuid(UUID)
    /// A dictionary of values of any type.
    case dictionary(Map<String, AnyRealmValue>)
    /// A list of values of any type.
    case list(List<AnyRealmValue>)

    /// `none`.
    public init() { self = .none }

    /// The integer, if the value is one. None of these properties converts.
    public var intValue: Int? { if case .int(let value) = self { value } else { nil } }
    /// The boolean, if the value is one.
    public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The 32-bit number, if the value is one.
    public var floatValue: Float? { if case .float(let value) = self { value } else { nil } }
    /// The 64-bit number, if the value is one.
    public var doubleValue: Double? { if case .double(let value) = self { value } else { nil } }
    /// The text, if the value is text.
    public var stringValue: String? { if case .string(let value) = self { value } else { nil } }
    /// The bytes, if the value is data.
    public var dataValue: Data? { if case .data(let value) = self { value } else { nil } }
    /// The point in time, if the value is one.
    public var dateValue: Date? { if case .date(let value) = self { value } else { nil } }
    /// The object id, if the value is one.
    public var objectIdValue: ObjectId? { if case .objectId(let value) = self { value } else { nil } }
    /// The decimal number, if the value is one.
    public var decimal128Value: Decimal128? { if case .decimal128(let value) = self { value } else { nil } }
    /// The UUID, if the value is one.
    public var uuidValue: UUID? { if case .uuid(let value) = self { value } else { nil } }
    /// The dictionary, if the value is one.
    public var dictionaryValue: Map<String, AnyRealmValue>? {
        if case .dictionary(let value) = self { value } else { nil }
    }
    /// The list, if the value is one.
    public var listValue: List<AnyRealmValue>? { if case .list(let value) = self { value } else { nil } }
    /// The linked object as a dynamic object, if the value is a link.
    public var dynamicObject: DynamicObject? {
        if case .object(let value) = self { value.asDynamic } else { nil }
    }

    /// The linked object if it is of that class, else nil.
    public func object<T: Object>(_ objectType: T.Type) -> T? {
        if case .object(let value) = self { value as? T } else { nil }
    }
}

extension AnyRealmValue {
    /// Creates a dictionary in memory.
    public static func fromDictionary(_ dictionary: [String: AnyRealmValue]) -> AnyRealmValue {
        let map = Map<String, AnyRealmValue>()
        for (key, value) in dictionary { map.updateValue(value, forKey: key) }
        return .dictionary(map)
    }

    /// Creates a list in memory.
    public static func fromArray(_ array: [AnyRealmValue]) -> AnyRealmValue {
        let list = List<AnyRealmValue>()
        list.append(objectsIn: array)
        return .list(list)
    }
}

extension AnyRealmValue: RealmCollectionValue, _PersistableInsideOptional {
    /// Stored as itself.
    public typealias PersistedType = AnyRealmValue

    /// Values of any type.
    public static var _rlmType: PropertyType { .any }

    /// `none`.
    public static func _rlmDefaultValue() -> AnyRealmValue { .none }

    /// Never nil: null reads as `none`.
    public static func _rlmFromStored(_ stored: _StoredValue) -> AnyRealmValue? {
        AnyRealmValue(stored.value, stored.session, stored.nested)
    }

    /// The value as it is stored; nil for links and collections.
    public static func _rlmEncode(_ value: AnyRealmValue, _ scratch: _ValueScratch) -> _EncodedValue? {
        ValueEncoder(scratch: scratch.scratch).mixed(value).map { _EncodedValue(value: $0) }
    }

    /// A value of any type that can be stored; arrays and dictionaries of such values become collections in memory.
    public static func _rlmFromObjc(_ value: Any, insideOptional: Bool) -> AnyRealmValue? {
        MixedContent.value(value)
    }

    /// The content; `NSNull` for `none`.
    public var _rlmObjcValue: Any { MixedContent.content(self) }

    /// The list or dictionary at a place; `none` once it is gone.
    init(at place: PropertyPlace) {
        let (elements, entries) = (CollectionElements(at: place), MapEntriesReader(at: place))
        if !elements.isGone {
            self = .list(List(elements))
        } else {
            self = entries.isGone ? .none : .dictionary(Map(entries))
        }
    }

    /// - Parameter place: the place of the value, so that a list or dictionary in it can be live.
    init(_ value: Value, _ session: Session, _ place: PropertyPlace? = nil) {
        switch value {
        case .null: self = .none
        case .int(let value): self = .int(Int(value))
        case .bool(let value): self = .bool(value)
        case .float(let value): self = .float(value)
        case .double(let value): self = .double(value)
        case .string(let bytes): self = .string(String(decoding: bytes, as: UTF8.self))
        case .binary(let bytes): self = .data(Data(bytes))
        case .timestamp(let value): self = .date(Date(value))
        case .decimal(let bits): self = .decimal128(Decimal128(bits: bits))
        case .objectId(let bits): self = .objectId(ObjectId(bits: bits))
        case .uuid(let bits): self = .uuid(UUID(bits))
        case .link: self = session.object(value, of: RealmSwiftObject.self).map(AnyRealmValue.object) ?? .none
        case .list(let root):
            let elements = place.map(CollectionElements.init(at:))
            self = .list(List(elements ?? CollectionElements(nested: root, session)))
        case .dictionary(let root):
            let entries = place.map(MapEntriesReader.init(at:))
            self = .dictionary(Map(entries ?? MapEntriesReader(nested: root, session)))
        }
    }
}
