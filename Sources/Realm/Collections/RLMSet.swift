import RealmStore

/// A set of objects or values: that of a property, or one in memory.
///
/// A property of this type is written `@Persisted var tags: RLMSet<Tag>`.
public final class RLMSet<RLMObjectType>: NSObject, RLMIndexedCollection {
    /// SDK name: `RLMCollectionIterator`.
    public typealias Iterator = RLMCollectionIterator<RLMObjectType>

    /// The collection behind this one.
    public let _shown: _RLMShown

    /// Shows a collection.
    public init(_shown: _RLMShown) { self._shown = _shown }

    /// Creates an empty set in memory for objects of `RLMObjectType`, or for any `RLMObject`.
    ///
    /// Traps if the class of the objects has another name.
    public convenience init(objectClassName: String) {
        self.init(_shown: _RLMShown.inMemory(RLMObjectType.self, objectClassName, SetMaker()))
    }

    private var set: any EditableSet {
        guard let set = shown.content as? any EditableSet else { misuse("This set shows no set.") }
        return set
    }

    /// The elements, in no particular order.
    public var allObjects: [RLMObjectType] { Array(self) }

    /// True if an element equals `anObject`.
    public func contains(_ anObject: RLMObjectType) -> Bool { set.containsValue(anObject) }

    // MARK: Editing; each traps outside of a write transaction, if the set is in a Realm.

    /// Adds an element, unless the set has it.
    public func add(_ object: RLMObjectType) { set.insertValue(object) }

    /// Adds the elements of a collection.
    public func addObjects(_ objects: any NSFastEnumeration) {
        for object in FastEnumeration.elements(of: objects) { set.insertValue(object) }
    }

    /// Adds the elements of a sequence.
    public func addObjects<S: Sequence>(_ objects: S) where S.Element == RLMObjectType {
        for object in Array(objects) { add(object) }
    }

    /// Removes an element, if the set has it.
    public func remove(_ object: RLMObjectType) { set.removeValue(object) }

    /// Removes all elements; objects stay in the Realm.
    public func removeAllObjects() { set.removeAll() }

    /// Replaces the elements by those of another set.
    public func setSet(_ set: RLMSet<RLMObjectType>) {
        let elements = set.allObjects
        removeAllObjects()
        addObjects(elements)
    }

    /// Keeps the elements that are in both sets.
    public func intersect(_ set: RLMSet<RLMObjectType>) {
        for element in allObjects where !set.contains(element) { remove(element) }
    }

    /// Removes the elements of another set.
    public func minus(_ set: RLMSet<RLMObjectType>) { for element in set.allObjects { remove(element) } }

    /// Adds the elements of another set.
    public func union(_ set: RLMSet<RLMObjectType>) { addObjects(set.allObjects) }

    // MARK: Comparing

    /// True if the sets share an element.
    public func intersects(_ set: RLMSet<RLMObjectType>) -> Bool { contains(where: set.contains) }

    /// True if all elements are in the other set.
    public func isSubset(of set: RLMSet<RLMObjectType>) -> Bool { allSatisfy(set.contains) }

    /// True if both sets have the same elements.
    public func isEqual(to otherSet: RLMSet<RLMObjectType>) -> Bool {
        count == otherSet.count && isSubset(of: otherSet)
    }

    /// True for the set of the same property of the same object; in memory, for equal elements.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? any RLMCollection).map { shown.isSame(as: $0.shown) } ?? false
    }

    /// A hash consistent with `isEqual(_:)`.
    public override var hash: Int { (shown.content as? NSObject)?.hash ?? 0 }

    /// Up to 100 elements, a line each.
    public override var description: String { "\(shown.content)" }
}

/// Makes sets in memory.
private struct SetMaker: MemoryMaker {
    func make<Element: RealmCollectionValue>(_: Element.Type) -> any ShownCollection {
        ShownElements(base: MutableSet<Element>())
    }
}
