import RealmStore

/// A collection of this module as the type of a property: it stands for one of RealmStore.
public protocol _CollectionFace: RLMCollection, _Persistable where PersistedType == Self {
    /// The collection of RealmStore with the same elements.
    associatedtype Content: _Persistable
    /// The collection behind this one.
    var _content: Content { get }
    /// Shows a collection.
    init(_content: Content)
}

extension _CollectionFace {
    /// The type of the elements.
    public static var _rlmType: PropertyType { Content._rlmType }
    /// True if elements may be nil.
    public static var _rlmOptional: Bool { Content._rlmOptional }
    /// Marks the property as a collection.
    public static func _rlmPopulateProperty(_ traits: inout _PropertyTraits) { Content._rlmPopulateProperty(&traits) }

    /// The collection of a property.
    public static func _rlmGetProperty(_ object: ObjectBase, _ key: PropertyKey) -> Self {
        Self(_content: Content._rlmGetProperty(object, key))
    }

    /// Replaces the elements of a property.
    public static func _rlmSetProperty(_ object: ObjectBase, _ key: PropertyKey, _ value: Self) {
        Content._rlmSetProperty(object, key, value._content)
    }

    /// An empty collection in memory.
    public static func _rlmDefaultValue() -> Self { Self(_content: Content._rlmDefaultValue()) }
    /// True: the instance read first is reused.
    public static var _rlmRequiresCaching: Bool { true }
    /// True for a collection that is in a Realm.
    public static func _rlmIsStored(_ value: Self) -> Bool { Content._rlmIsStored(value._content) }
    /// Nil: more than one stored value.
    public static func _rlmEncode(_ value: Self, _ scratch: _ValueScratch) -> _EncodedValue? { nil }

    /// The collection of a plain object after an assignment: it keeps its identity and gets the elements.
    public static func _rlmAssigned(_ value: Self, to old: Self?) -> Self {
        let content = Content._rlmAssigned(value._content, to: old?._content)
        return old ?? Self(_content: content)
    }

    /// Turns the collection of a plain object into that of the property.
    public static func _rlmPromote(_ value: Self, _ object: ObjectBase, _ key: PropertyKey) {
        Content._rlmPromote(value._content, object, key)
    }

    fileprivate static func made(of value: Any) -> Any? {
        Content._rlmFromObjc(value, insideOptional: false).map { Self(_content: $0) }
    }
}

extension RLMCollection {
    /// A collection of elements that fit; nil for element types that no property has.
    public static func _rlmFromObjc(_ value: Any, insideOptional: Bool) -> Self? {
        if let collection = value as? Self { return collection }
        return (self as? any _CollectionFace.Type)?.made(of: value) as? Self
    }

    /// The collection of RealmStore.
    public var _rlmObjcValue: Any { shown.content }
    /// False: a collection is stored as itself.
    public static func _rlmTakes(_ value: Any) -> Bool { false }

    /// The collection of RealmStore of the type that a property has.
    fileprivate func content<Content>() -> Content {
        if let content = shown.content as? Content { return content }
        misuse("A collection of \(Swift.type(of: shown.content)) cannot be the value of a property of \(Content.self).")
    }
}

extension RLMArray: _CollectionFace, _Persistable, _RealmSchemaDiscoverable, _HasPersistedType
where RLMObjectType: RealmCollectionValue {
    /// SDK name: `PersistedType`.
    public typealias PersistedType = RLMArray

    /// The list behind this array.
    public var _content: List<RLMObjectType> { content() }

    /// Shows a list.
    public convenience init(_content: List<RLMObjectType>) {
        self.init(_shown: _RLMShown(ShownElements(base: _content)))
    }
}

extension RLMSet: _CollectionFace, _Persistable, _RealmSchemaDiscoverable, _HasPersistedType
where RLMObjectType: RealmCollectionValue {
    /// SDK name: `PersistedType`.
    public typealias PersistedType = RLMSet

    /// The set behind this one.
    public var _content: MutableSet<RLMObjectType> { content() }

    /// Shows a set.
    public convenience init(_content: MutableSet<RLMObjectType>) {
        self.init(_shown: _RLMShown(ShownElements(base: _content)))
    }
}

extension RLMDictionary: _CollectionFace, _Persistable, _RealmSchemaDiscoverable, _HasPersistedType
where RLMKeyType: _MapKey, RLMObjectType: RealmCollectionValue {
    /// SDK name: `PersistedType`.
    public typealias PersistedType = RLMDictionary

    /// The map behind this dictionary.
    public var _content: Map<RLMKeyType, RLMObjectType> { content() }

    /// Shows a map.
    public convenience init(_content: Map<RLMKeyType, RLMObjectType>) {
        self.init(_shown: _RLMShown(ShownMap(base: _content)))
    }
}
