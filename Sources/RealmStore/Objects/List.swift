import Foundation

/// Common superclass of lists, sets and maps. SDK name: `RLMSwiftCollectionBase`.
open class RLMSwiftCollectionBase: NSObject {}

/// The elements of a list or set: in memory, or in a Realm.
enum CollectionContent<Plain> {
    case plain(Plain)
    case managed(CollectionElements)
}

/// An ordered collection of values or objects: that of a property or of a mixed value, or one in memory.
///
/// The list of an object that is in no Realm is plain memory; it becomes the list of the property when the object is
/// added. SDK name: `List`.
public final class List<Element: RealmCollectionValue>: RLMSwiftCollectionBase, RealmCollection {
    var content: CollectionContent<[Element]>

    /// An empty list in memory. SDK name: `init()`.
    public override init() { content = .plain([]) }

    init(_ elements: CollectionElements) { content = .managed(elements) }

    /// The Realm that the list belongs to; nil for one in memory.
    public var realm: Realm? {
        if case .managed(let elements) = content { Realm(session: elements.session) } else { nil }
    }

    /// True once the object is gone that the list belongs to.
    public var isInvalidated: Bool { if case .managed(let elements) = content { elements.isGone } else { false } }

    /// Number of elements; duplicates count.
    public var count: Int {
        switch content {
        case .plain(let elements): elements.count
        case .managed(let elements): elements.checkedCount
        }
    }

    /// The element at `position`. Traps out of bounds; setting also outside of a write transaction.
    public subscript(position: Int) -> Element {
        get {
            switch content {
            case .plain(let elements):
                require(
                    elements.indices.contains(position),
                    "Index \(position) is out of bounds (count \(elements.count))")
                return elements[position]
            case .managed(let elements): return elements.checkedElement(at: position)
            }
        }
        set { replace(index: position, object: newValue) }
    }

    /// What queries begin with; none in memory.
    public var _rlmRows: _CollectionRows {
        if case .managed(let elements) = content { return _CollectionRows(rows: elements.rows(of: Element.self)) }
        return _CollectionRows(rows: nil)
    }

    /// An iterator from the first element on.
    public func makeIterator() -> RLMIterator<Element> {
        switch content {
        case .plain(let elements): RLMIterator(count: elements.count) { elements[$0] }
        case .managed: RLMIterator(count: count) { [self] in self[$0] }
        }
    }

    /// Up to 100 elements, a line each.
    public override var description: String { description(depth: 0) }

    /// True for the list of the same property of the same object; in memory, for equal elements.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? List<Element> else { return false }
        switch (content, other.content) {
        case (.plain(let lhs), .plain(let rhs)): return lhs == rhs
        case (.managed(let lhs), .managed(let rhs)):
            return lhs === rhs || (lhs.place != nil && lhs.place == rhs.place)
        default: return false
        }
    }

    /// Agrees with `isEqual(_:)`.
    public override var hash: Int {
        switch content {
        case .plain(let elements): elements.hashValue
        case .managed(let elements): elements.place?.hashValue ?? 0
        }
    }
}

extension List: NestedDescription {
    func description(depth: Int) -> String { described("List<\(Element.self)>", depth: depth) }
}

extension List: UnmanagedContent {
    var isEmptyContent: Bool { isEmpty }
}

extension List: _ObjcBridgeable {
    /// A list of the same type, or any sequence of what its elements accept; null is an empty list.
    public static func _rlmFromObjc(_ value: Any, insideOptional: Bool) -> List? {
        if let list = value as? List { return list }
        guard let elements = value is NSNull ? [] : ObjectWriter.elements(value) else { return nil }
        let list = List()
        for element in elements {
            guard let fitting = Element._rlmFromObjc(element, insideOptional: false) else { return nil }
            list.append(fitting)
        }
        return list
    }
}

extension List: _Persistable {
    /// SDK name: `PersistedType`.
    public typealias PersistedType = List

    /// The type of the elements.
    public static var _rlmType: PropertyType { Element._rlmType }
    /// Whether elements may be nil.
    public static var _rlmOptional: Bool { Element._rlmOptional }
    /// Says that the property is a list.
    public static func _rlmPopulateProperty(_ traits: inout _PropertyTraits) {
        Element._rlmPopulateProperty(&traits)
        traits.collection = .list
        traits.isOptional = Element._rlmOptional && Element._rlmType != .object
    }

    /// The same list is read each time.
    public static var _rlmRequiresCaching: Bool { true }
    /// An empty list.
    public static func _rlmDefaultValue() -> List { List() }

    /// The list of the property.
    public static func _rlmGetProperty(_ object: ObjectBase, _ key: PropertyKey) -> List {
        guard let stored = object.elements(key) else { return List() }
        return List(stored)
    }

    /// Replaces the elements.
    public static func _rlmSetProperty(_ object: ObjectBase, _ key: PropertyKey, _ value: List) {
        _rlmGetProperty(object, key).assign(value)
    }

    /// Replaces the elements.
    public static func _rlmAssigned(_ value: List, to old: List?) -> List {
        let list = old ?? List()
        list.assign(value)
        return list
    }

    /// The list becomes that of the property.
    public static func _rlmPromote(_ value: List, _ object: ObjectBase, _ key: PropertyKey) {
        if let elements = object.elements(key) { value.content = .managed(elements) }
    }

    private func assign(_ other: List) {
        if other !== self, other != self || realm == nil {
            let elements = Array(other)
            removeAll()
            append(objectsIn: elements)
        }
    }
}
