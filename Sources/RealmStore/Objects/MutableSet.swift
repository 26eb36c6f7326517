import Foundation

/// A collection without duplicates: that of a property, or one in memory. In a Realm its order is that of the values.
///
/// SDK name: `MutableSet`.
public final class MutableSet<Element: RealmCollectionValue>: RLMSwiftCollectionBase, RealmCollection {
    /// In memory in the order of insertion.
    private(set) var content: CollectionContent<[Element]>

    /// An empty set in memory. SDK name: `init()`.
    public override init() { content = .plain([]) }

    init(_ elements: CollectionElements) { content = .managed(elements) }

    /// The Realm that the set belongs to; nil for one in memory.
    public var realm: Realm? {
        if case .managed(let elements) = content { Realm(session: elements.session) } else { nil }
    }

    /// True once the object is gone that the set belongs to.
    public var isInvalidated: Bool { if case .managed(let elements) = content { elements.isGone } else { false } }

    /// Number of elements.
    public var count: Int {
        switch content {
        case .plain(let elements): elements.count
        case .managed(let elements): elements.checkedCount
        }
    }

    /// The element at `position` in the order of values. Traps out of bounds.
    public subscript(position: Int) -> Element {
        switch content {
        case .plain(let elements):
            require(
                elements.indices.contains(position), "Index \(position) is out of bounds (count \(elements.count))")
            return elements[position]
        case .managed(let elements): return elements.checkedElement(at: position)
        }
    }

    /// What queries begin with; none in memory.
    public var _rlmRows: _CollectionRows {
        if case .managed(let elements) = content { return _CollectionRows(rows: elements.rows(of: Element.self)) }
        return _CollectionRows(rows: nil)
    }

    /// An iterator from the least element on.
    public func makeIterator() -> RLMIterator<Element> {
        switch content {
        case .plain(let elements): RLMIterator(count: elements.count) { elements[$0] }
        case .managed: RLMIterator(count: count) { [self] in self[$0] }
        }
    }

    // MARK: Changing

    // In a Realm each of these traps outside of a write transaction, on another thread than the Realm's, and once the
    // object is gone.

    /// Adds an element unless there is an equal one. An object in no Realm is added to it. SDK name: `insert(_:)`.
    public func insert(_ object: Element) {
        switch content {
        case .plain(var elements):
            guard !elements.contains(object) else { return }
            content = .plain([])
            elements.append(object)
            content = .plain(elements)
        case .managed(let elements):
            elements.edit { _ = try $0.writer.addElement(object, to: $0.column, of: $0.key, in: $0.table) }
        }
    }

    /// Adds elements. SDK name: `insert(objectsIn:)`.
    public func insert<S: Sequence>(objectsIn objects: S) where S.Element == Element {
        for object in Array(objects) { insert(object) }
    }

    /// Removes an element, if it is there; of links not the object. SDK name: `remove(_:)`.
    public func remove(_ object: Element) {
        switch content {
        case .plain(let elements): content = .plain(elements.filter { $0 != object })
        case .managed(let elements):
            elements.edit { edit in
                guard let value = try edit.writer.existing(object, in: edit.column, of: edit.table) else { return }
                _ = try edit.objects.remove(value, from: edit.column, of: edit.key, in: edit.table)
            }
        }
    }

    /// Removes all elements. SDK name: `removeAll()`.
    public func removeAll() {
        switch content {
        case .plain: content = .plain([])
        case .managed(let elements): elements.removeAll()
        }
    }

    /// Removes what is not in `other`. SDK name: `formIntersection(_:)`.
    public func formIntersection(_ other: MutableSet<Element>) {
        for element in Array(self) where !other.contains(element) { remove(element) }
    }

    /// Removes what is in `other`. SDK name: `subtract(_:)`.
    public func subtract(_ other: MutableSet<Element>) {
        for element in Array(other) { remove(element) }
    }

    /// Adds what is in `other`. SDK name: `formUnion(_:)`.
    public func formUnion(_ other: MutableSet<Element>) { insert(objectsIn: other) }

    // MARK: Asking

    /// True if an element equals `object`. SDK name: `contains(_:)`.
    ///
    /// - Complexity: O(count)
    public func contains(_ object: Element) -> Bool { firstIndex { $0 == object } != nil }

    /// True if every element is in `possibleSuperset`. SDK name: `isSubset(of:)`.
    public func isSubset(of possibleSuperset: MutableSet<Element>) -> Bool {
        Set(self).isSubset(of: Set(possibleSuperset))
    }

    /// True if the sets have an element in common. SDK name: `intersects(_:)`.
    public func intersects(_ otherSet: MutableSet<Element>) -> Bool { !Set(self).isDisjoint(with: Set(otherSet)) }

    /// Up to 100 elements, a line each.
    public override var description: String { description(depth: 0) }

    /// True for the set of the same property of the same object; in memory, for equal elements.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? MutableSet<Element> else { return false }
        switch (content, other.content) {
        case (.plain(let lhs), .plain(let rhs)): return Set(lhs) == Set(rhs)
        case (.managed(let lhs), .managed(let rhs)): return lhs === rhs || (lhs.place != nil && lhs.place == rhs.place)
        default: return false
        }
    }

    /// Agrees with `isEqual(_:)`.
    public override var hash: Int {
        switch content {
        case .plain(let elements): Set(elements).hashValue
        case .managed(let elements): elements.place?.hashValue ?? 0
        }
    }
}

extension MutableSet: NestedDescription {
    func description(depth: Int) -> String { described("MutableSet<\(Element.self)>", depth: depth) }
}

extension MutableSet: UnmanagedContent {
    var isEmptyContent: Bool { isEmpty }
}

extension MutableSet: _ObjcBridgeable {
    /// A set of the same type, or any sequence of what its elements accept; null is an empty set.
    public static func _rlmFromObjc(_ value: Any, insideOptional: Bool) -> MutableSet? {
        if let set = value as? MutableSet { return set }
        guard let elements = List<Element>._rlmFromObjc(value, insideOptional: insideOptional) else { return nil }
        let set = MutableSet()
        set.insert(objectsIn: elements)
        return set
    }
}

extension MutableSet: _Persistable {
    /// SDK name: `PersistedType`.
    public typealias PersistedType = MutableSet

    /// The type of the elements.
    public static var _rlmType: PropertyType { Element._rlmType }
    /// Whether elements may be nil.
    public static var _rlmOptional: Bool { Element._rlmOptional }
    /// Says that the property is a set.
    public static func _rlmPopulateProperty(_ traits: inout _PropertyTraits) {
        Element._rlmPopulateProperty(&traits)
        traits.collection = .set
        traits.isOptional = Element._rlmOptional && Element._rlmType != .object
    }

    /// The same set is read each time.
    public static var _rlmRequiresCaching: Bool { true }
    /// An empty set.
    public static func _rlmDefaultValue() -> MutableSet { MutableSet() }

    /// The set of the property.
    public static func _rlmGetProperty(_ object: ObjectBase, _ key: PropertyKey) -> MutableSet {
        guard let stored = object.elements(key) else { return MutableSet() }
        return MutableSet(stored)
    }

    /// Replaces the elements.
    public static func _rlmSetProperty(_ object: ObjectBase, _ key: PropertyKey, _ value: MutableSet) {
        _rlmGetProperty(object, key).assign(value)
    }

    /// Replaces the elements.
    public static func _rlmAssigned(_ value: MutableSet, to old: MutableSet?) -> MutableSet {
        let set = old ?? MutableSet()
        set.assign(value)
        return set
    }

    /// The set becomes that of the property.
    public static func _rlmPromote(_ value: MutableSet, _ object: ObjectBase, _ key: PropertyKey) {
        if let elements = object.elements(key) { value.content = .managed(elements) }
    }

    private func assign(_ other: MutableSet) {
        if other !== self, other != self || realm == nil {
            let elements = Array(other)
            removeAll()
            insert(objectsIn: elements)
        }
    }
}
