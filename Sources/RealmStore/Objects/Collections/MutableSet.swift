import Foundation

/// A collection without duplicates: that of a property, or one in memory. In a Realm its order is that of the values.
public final class MutableSet<Element: RealmCollectionValue>: RLMSwiftCollectionBase, _ElementCollection {
    /// The elements in memory, in the order of insertion; empty for a set in a Realm.
    public private(set) var _rlmPlain: [Element] = []

    /// Creates an empty set in memory.
    ///
    /// - Complexity: O(1)
    public override init() {}

    /// Adds elements.
    public func _rlmAdd(_ elements: [Element]) { insert(objectsIn: elements) }

    override var plainContent: AnyHashable { Set(_rlmPlain) }

    override func dropPlainContent() { _rlmPlain = [] }

    override func description(depth: Int) -> String { described("MutableSet", at: self, depth: depth) }

    // MARK: Changing

    // In a Realm each of these traps outside of a write transaction, on another thread than the Realm's, and once the
    // object is gone.

    /// Adds an element unless there is an equal one. An unmanaged object is added to the Realm.
    ///
    /// - Complexity: O(log² n), where n is the number of elements; O(n) in memory.
    public func insert(_ object: Element) {
        if let elements {
            elements.edit { _ = try $0.writer.addElement(object, to: $0.column, of: $0.key, in: $0.table) }
        } else if !_rlmPlain.contains(object) {
            _rlmPlain.append(object)
        }
    }

    /// Adds elements.
    ///
    /// - Complexity: O(m · log² n), where m is the number of new elements and n that of all; O(m · n) in memory.
    public func insert<S: Sequence>(objectsIn objects: S) where S.Element == Element {
        for object in Array(objects) { insert(object) }
    }

    /// Removes an element, if it is present; for links, not the object.
    ///
    /// - Complexity: O(log² n), where n is the number of elements; O(n) in memory. Removing a link adds the number of
    ///   links to its object.
    public func remove(_ object: Element) {
        guard let elements else { return _rlmPlain.removeAll { $0 == object } }
        elements.edit { edit in
            guard let value = edit.writer.existing(object, in: edit.column) else { return }
            _ = try edit.objects.remove(value, from: edit.column, of: edit.key, in: edit.table)
        }
    }

    /// Removes all elements.
    ///
    /// - Complexity: O(n), where n is the number of elements. Removing a link adds the number of links to its object.
    public func removeAll() {
        guard let elements else { return _rlmPlain = [] }
        elements.removeAll()
    }

    // MARK: Beside another set

    // Both sets are in memory, or both in one Realm; otherwise each of these traps.

    /// Removes the elements that are not in `other`.
    ///
    /// - Complexity: O(n · log² n), where n is the number of elements of both sets; O(n²) in memory.
    public func formIntersection(_ other: MutableSet<Element>) {
        let kept = identities(of: other)
        for element in Array(self) where !kept.contains(MutableSet.identity(element)) { remove(element) }
    }

    /// Removes the elements of `other`.
    ///
    /// - Complexity: O(n · log² n), where n is the number of elements of both sets; O(n²) in memory.
    public func subtract(_ other: MutableSet<Element>) {
        checkComparable(other)
        for element in Array(other) { remove(element) }
    }

    /// Adds the elements of `other`.
    ///
    /// - Complexity: O(n · log² n), where n is the number of elements of both sets; O(n²) in memory.
    public func formUnion(_ other: MutableSet<Element>) {
        checkComparable(other)
        insert(objectsIn: other)
    }

    /// True if every element is in `possibleSuperset`.
    ///
    /// - Complexity: O(n), where n is the number of elements of both sets.
    public func isSubset(of possibleSuperset: MutableSet<Element>) -> Bool {
        let others = identities(of: possibleSuperset)
        return allSatisfy { others.contains(MutableSet.identity($0)) }
    }

    /// True if the sets have an element in common.
    ///
    /// - Complexity: O(n), where n is the number of elements of both sets.
    public func intersects(_ otherSet: MutableSet<Element>) -> Bool {
        let others = identities(of: otherSet)
        return contains { others.contains(MutableSet.identity($0)) }
    }

    private func checkComparable(_ other: MutableSet<Element>) {
        require(
            stored?.session === other.stored?.session, "Sets can be combined in memory, or if they are in one Realm.")
    }

    private func identities(of other: MutableSet<Element>) -> Set<AnyHashable> {
        checkComparable(other)
        return Set(other.lazy.map { MutableSet.identity($0) })
    }

    /// The identity of an element: for an object in a Realm its place, whether or not Swift considers it equal.
    private static func identity(_ element: Element) -> AnyHashable {
        KeyValues.object(element)?.place.map(AnyHashable.init) ?? AnyHashable(element)
    }

    // MARK: Asking

    /// True if an element equals `object`.
    ///
    /// - Complexity: O(count)
    public func contains(_ object: Element) -> Bool { position(of: object) != nil }

    /// Traps: sets have no meaningful order.
    public func index(of object: Element) -> Int? { noIndex() }

    /// Traps: sets have no meaningful order.
    public func index(matching predicate: NSPredicate) -> Int? { noIndex() }

    /// Traps: sets have no meaningful order.
    public func index(matching predicateFormat: String, _ args: Any...) -> Int? { noIndex() }

    func noIndex() -> Never {
        misuse("index(of:) and index(matching:) are not available for MutableSet. Ask contains(_:) or a query.")
    }
}

extension MutableSet: _Persistable {
    /// SDK name: `PersistedType`.
    public typealias PersistedType = MutableSet

    /// Marks the property as a set.
    public static func _rlmPopulateProperty(_ traits: inout _PropertyTraits) { populate(&traits, .set) }
}

/// A collection without an order, which a mixed value cannot contain.
protocol UnorderedContent {}

extension MutableSet: UnorderedContent {}
