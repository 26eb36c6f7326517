import RealmStore

/// A collection of RealmStore, whatever the type of its elements, behind one of this module's classes.
protocol ShownCollection {
    /// The collection itself.
    var content: Any { get }
    var realm: Realm? { get }
    var isInvalidated: Bool { get }
    var isFrozen: Bool { get }
    var count: Int { get }
    var elements: ElementTraits { get }
    /// The class of objects; nil for values.
    var className: String? { get }

    func element(at index: Int) -> Any
    /// The elements, one after the other.
    func iterator() -> () -> Any?
    func position(of element: Any) -> Int?
    func position(matching predicate: NSPredicate) -> Int?
    func filter(_ predicate: NSPredicate) -> any ShownCollection
    func sorted(by descriptors: [SortDescriptor]) -> any ShownCollection
    func distinct(by keyPaths: [String]) -> any ShownCollection
    func sectioned(by descriptors: [SortDescriptor], _ key: @escaping (Any) -> AnyRealmValue) -> any ShownSections
    func aggregate(_ name: String, of property: String) -> Any?
    func value(forKeyPath keyPath: String) -> Any?
    func setValue(_ value: Any?, forKey key: String)
    func frozen() -> any ShownCollection
    /// Nil if it is gone in the newest version.
    func thawed() -> (any ShownCollection)?
    func isSame(as other: any ShownCollection) -> Bool
    /// A way to find the collection in another thread's Realm, once.
    func handover() -> (Realm) -> (any ShownCollection)?
    /// Calls `block` with the collection, the first time without a change.
    func observe(
        _ keyPaths: [String]?, on queue: DispatchQueue?, _ block: @escaping (any ShownCollection, ShownChange?) -> Void
    ) -> NotificationToken
    /// Deletes all objects of the collection.
    func deleteObjects(from realm: Realm)
}

/// A change of a collection.
enum ShownChange {
    /// Positions of elements.
    case elements(deletions: [Int], insertions: [Int], modifications: [Int])
    /// Keys of entries.
    case entries(deletions: [Any], insertions: [Any], modifications: [Any])
}

/// The description of a collection's elements.
struct ElementTraits {
    let type: RLMPropertyType
    let isOptional: Bool
    /// The Swift class of objects; nil for values.
    let objectType: RLMObjectBase.Type?

    init<Element: RealmCollectionValue>(_: Element.Type) {
        type = Element._rlmType
        isOptional = Element._rlmOptional
        objectType = ElementTraits.objectType(of: Element.self)
    }

    private static func objectType(of type: Any.Type) -> RLMObjectBase.Type? {
        if let objects = type as? RLMObjectBase.Type { return objects }
        return (type as? any OptionalElement.Type).flatMap { objectType(of: $0.wrappedType) }
    }
}

/// An optional type of elements.
private protocol OptionalElement {
    static var wrappedType: Any.Type { get }
}

extension Optional: OptionalElement {
    fileprivate static var wrappedType: Any.Type { Wrapped.self }
}
