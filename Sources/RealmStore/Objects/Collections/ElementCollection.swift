import Foundation

/// The common interface of lists and sets. Only they conform.
public protocol _ElementCollection: RLMSwiftCollectionBase, RealmCollection, _Persistable where PersistedType == Self {
    /// Creates an empty collection in memory.
    init()
    /// The elements in memory; empty for a collection in a Realm.
    var _rlmPlain: [Element] { get }
    /// Adds elements.
    func _rlmAdd(_ elements: [Element])
    /// Removes all elements.
    func removeAll()
}

extension _ElementCollection {
    /// The elements in a Realm; nil in memory.
    var elements: CollectionElements? { stored.map { unsafeDowncast($0, to: CollectionElements.self) } }

    init(_ elements: CollectionElements) {
        self.init()
        stored = elements
    }

    /// Number of elements; duplicates count.
    ///
    /// - Complexity: O(1); the first access after a change finds the object again, and is O(n) if links to missing
    ///   objects have to be skipped.
    public var count: Int {
        guard let elements else { return _rlmPlain.count }
        elements.checkAccess()
        return elements.count
    }

    /// The element at `position`. Traps out of bounds.
    ///
    /// - Complexity: O(log n), where n is the number of elements; O(1) close to the element read last.
    public subscript(position: Int) -> Element { element(at: position) }

    func element(at position: Int) -> Element {
        if let elements {
            elements.checkAccess()
            return elements.element(at: position)
        }
        let plain = _rlmPlain
        if plain.isEmpty, let element = KeyPathRecorder.element(of: Element.self) { return element }
        require(plain.indices.contains(position), "Index \(position) is out of bounds (count \(plain.count))")
        return plain[position]
    }

    /// The rows on which queries start; none in memory.
    public var _rlmRows: _CollectionRows { _CollectionRows(rows: elements?.rows(of: Element.self), stored: elements) }

    /// An iterator over the elements as they are now: changes during the loop neither skip nor repeat any.
    ///
    /// - Complexity: O(n), where n is the number of elements.
    public func makeIterator() -> RLMIterator<Element> {
        if let elements {
            elements.checkAccess()
            var rest = Results<Element>(elements.rows(of: Element.self)).makeIterator()
            guard Element.self == AnyRealmValue.self else { return rest }
            // Lists and maps among mixed values are live, and empty once they are gone.
            var places = (0..<elements.count).map { elements.nestedPlace(at: $0) }.makeIterator()
            return RLMIterator<Element> {
                guard let place = places.next(), let element = rest.next() else { return nil }
                guard let place else { return element }
                return AnyRealmValue(at: place) as? Element
            }
        }
        var iterator = _rlmPlain.makeIterator()
        return RLMIterator { iterator.next() }
    }

    /// A collection of the same type, or any sequence of acceptable elements; null is an empty collection.
    public static func _rlmFromObjc(_ value: Any, insideOptional: Bool) -> Self? {
        if let collection = LooseValue.object(value, of: Self.self) { return collection }
        guard let elements = value is NSNull ? [] : ObjectWriter.elements(value) else { return nil }
        var fitting: [Element] = []
        for element in elements {
            // A mapped type has a value for a property without an object, but every element has an object.
            if Element._rlmType == .object, LooseValue.unwrapped(element) == nil { return nil }
            guard let element = Element._rlmFromObjc(element, insideOptional: false) else { return nil }
            fitting.append(element)
        }
        let collection = Self()
        collection._rlmAdd(fitting)
        return collection
    }

    /// The same property's collection in another session of the same file; invalidated if its object is gone there.
    public func _rlmCounterpart(in target: _SessionHandle) -> Self? {
        elements?.counterpart(in: target.session).map { Self($0) }
    }
}

// As the type of a property.
extension _ElementCollection {
    /// The type of the elements.
    public static var _rlmType: PropertyType { Element._rlmType }
    /// Whether elements may be nil.
    public static var _rlmOptional: Bool { Element._rlmOptional }

    static func populate(_ traits: inout _PropertyTraits, _ collection: CollectionKind) {
        Element._rlmPopulateProperty(&traits)
        traits.collection = collection
        traits.isOptional = Element._rlmOptional && Element._rlmType != .object
    }

    /// True: the same collection is read each time.
    public static var _rlmRequiresCaching: Bool { true }
    /// An empty collection.
    public static func _rlmDefaultValue() -> Self { Self() }

    /// The collection of the property.
    public static func _rlmGetProperty(_ object: ObjectBase, _ key: PropertyKey) -> Self {
        object.elements(key).map { Self($0) } ?? Self()
    }

    /// Replaces the elements.
    public static func _rlmSetProperty(_ object: ObjectBase, _ key: PropertyKey, _ value: Self) {
        _rlmGetProperty(object, key).assign(value)
    }

    /// Replaces the elements.
    public static func _rlmAssigned(_ value: Self, to old: Self?) -> Self {
        let collection = old ?? Self()
        collection.assign(value)
        return collection
    }

    /// Makes the collection that of the property.
    public static func _rlmPromote(_ value: Self, _ object: ObjectBase, _ key: PropertyKey) {
        if let elements = object.elements(key) { value.become(elements) }
    }

    private func assign(_ other: Self) {
        if other !== self, other != self || realm == nil {
            let elements = Array(other)
            removeAll()
            _rlmAdd(elements)
        }
    }
}

extension List: UnmanagedContent {}
extension MutableSet: UnmanagedContent {}

extension UnmanagedContent where Self: Collection {
    var isEmptyContent: Bool { isEmpty }
}
