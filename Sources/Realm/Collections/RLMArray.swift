import RealmStore

/// A list of objects or values: that of a property, or one in memory.
///
/// A property of this type is written `@Persisted var dogs: RLMArray<Dog>`.
public final class RLMArray<RLMObjectType>: NSObject, RLMIndexedCollection {
    /// SDK name: `RLMCollectionIterator`.
    public typealias Iterator = RLMCollectionIterator<RLMObjectType>

    /// The collection behind this one.
    public let _shown: _RLMShown

    /// Shows a collection.
    public init(_shown: _RLMShown) { self._shown = _shown }

    /// Creates an empty array in memory for objects of `RLMObjectType`, or for any `RLMObject`.
    ///
    /// Traps if the class of the objects has another name.
    public convenience init(objectClassName: String) {
        self.init(_shown: _RLMShown.inMemory(RLMObjectType.self, objectClassName, ListMaker()))
    }

    private var list: any EditableList {
        guard let list = shown.content as? any EditableList else { misuse("This array shows no list.") }
        return list
    }

    /// The element at a position. Traps out of bounds; setting also traps outside of a write transaction.
    public subscript(index: UInt) -> RLMObjectType {
        get { object(at: index) }
        set { replaceObject(at: index, with: newValue) }
    }

    // MARK: Editing; each traps outside of a write transaction, if the array is in a Realm.

    /// Adds an element at the end.
    public func add(_ object: RLMObjectType) { list.insertValue(object, at: Int(count)) }

    /// Adds the elements of a collection at the end.
    public func addObjects(_ objects: any NSFastEnumeration) {
        for object in FastEnumeration.elements(of: objects) { list.insertValue(object, at: Int(count)) }
    }

    /// Adds the elements of a sequence at the end.
    public func addObjects<S: Sequence>(_ objects: S) where S.Element == RLMObjectType {
        for object in Array(objects) { add(object) }
    }

    /// Inserts an element. Traps for a position after the end.
    public func insert(_ anObject: RLMObjectType, at index: UInt) { list.insertValue(anObject, at: Int(index)) }

    /// Removes an element. Traps out of bounds.
    public func removeObject(at index: UInt) { list.remove(at: Int(index)) }

    /// Removes the last element, if there is one.
    public func removeLastObject() { if count > 0 { list.remove(at: Int(count) - 1) } }

    /// Removes all elements; objects stay in the Realm.
    public func removeAllObjects() { list.removeAll() }

    /// Replaces an element. Traps out of bounds.
    public func replaceObject(at index: UInt, with anObject: RLMObjectType) {
        list.replaceValue(at: Int(index), with: anObject)
    }

    /// Moves an element to another position. Traps out of bounds.
    public func moveObject(at sourceIndex: UInt, to destinationIndex: UInt) {
        list.move(from: Int(sourceIndex), to: Int(destinationIndex))
    }

    /// Exchanges two elements. Traps out of bounds.
    public func exchangeObject(at index1: UInt, withObjectAt index2: UInt) { list.swapAt(Int(index1), Int(index2)) }

    // MARK: Identity

    /// True for the list of the same property of the same object; in memory, for equal elements.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? any RLMCollection).map { shown.isSame(as: $0.shown) } ?? false
    }

    /// A hash consistent with `isEqual(_:)`.
    public override var hash: Int { (shown.content as? NSObject)?.hash ?? 0 }

    /// Up to 100 elements, a line each.
    public override var description: String { "\(shown.content)" }
}

/// Makes lists in memory.
private struct ListMaker: MemoryMaker {
    func make<Element: RealmCollectionValue>(_: Element.Type) -> any ShownCollection {
        ShownElements(base: List<Element>())
    }
}
