import Foundation

/// One property of each object of a list or set: `person.dogs.projectTo.name`. Live like the collection.
public struct ProjectedCollection<Element: RealmCollectionValue>: RandomAccessCollection, CustomStringConvertible,
    ThreadConfined
{
    /// SDK name: `Index`.
    public typealias Index = Int

    private let objects: any RealmCollection
    private let element: (Int) -> Element
    private let set: (Element, Int) -> Void
    private let counterpart: (_SessionHandle) -> ProjectedCollection?

    /// The objects.
    var projectedRows: _CollectionRows { objects._rlmRows }

    init<Objects: RealmCollection>(_ objects: Objects, _ keyPath: KeyPath<Objects.Element, Element>)
    where Objects.Element: ObjectBase {
        self.objects = objects
        element = { objects[$0][keyPath: keyPath] }
        set = { value, position in
            guard let writable = keyPath as? ReferenceWritableKeyPath<Objects.Element, Element> else {
                fatalError("Key path '\(keyPath)' can only be read: what it projects cannot be set.")
            }
            objects[position][keyPath: writable] = value
        }
        counterpart = { objects._rlmCounterpart(in: $0).map { ProjectedCollection($0, keyPath) } }
    }

    /// The property of the object at `position`. Traps out of bounds; setting also like setting the property.
    ///
    /// - Complexity: that of reading one object, and the property.
    public subscript(position: Int) -> Element {
        get { element(position) }
        nonmutating set { set(newValue, position) }
    }

    /// 0.
    ///
    /// - Complexity: O(1)
    public var startIndex: Int { 0 }
    /// The number of objects.
    ///
    /// - Complexity: that of the collection's `count`.
    public var endIndex: Int { objects.count }
    /// The Realm of the collection; nil for one in memory.
    public var realm: Realm? { objects.realm }
    /// True once the collection is gone.
    public var isInvalidated: Bool { objects.isInvalidated }

    /// Up to 100 values, a line each.
    public var description: String {
        let shown = prefix(ObjectDescription.shownElements)
        let lines = shown.enumerated().map { "\t[\($0.offset)] \($0.element)\n" }.joined()
        let skipped = count > shown.count ? "\t... \(count - shown.count) objects skipped.\n" : ""
        return "ProjectedCollection<\(Element.self)> {\n\(lines)\(skipped)}"
    }

    /// Position of the first value that equals `object`, or nil.
    ///
    /// - Complexity: O(count)
    public func index(of object: Element) -> Int? { firstIndex(of: object) }

    /// Position of the first object that meets a condition, or nil.
    ///
    /// - Complexity: O(n), where n is the number of objects.
    public func index(matching predicate: NSPredicate) -> Int? { objects.index(matching: predicate) }

    /// The same property in another session of the same file; invalidated if the collection is gone there.
    public func _rlmCounterpart(in target: _SessionHandle) -> ProjectedCollection? { counterpart(target) }
}

/// Names a property of the objects of a collection.
@dynamicMemberLookup
public struct CollectionElementMapper<Element: ObjectBase & RealmCollectionValue> {
    private let objects: AnyRealmCollection<Element>

    init<Objects: RealmCollection>(_ objects: Objects) where Objects.Element == Element {
        self.objects = AnyRealmCollection(objects)
    }

    /// That property of each object.
    public subscript<V>(dynamicMember member: KeyPath<Element, V>) -> ProjectedCollection<V> {
        KeyPathRecorder.noteProjected(member)
        return ProjectedCollection(objects, member)
    }
}

extension List where Element: ObjectBase & RealmCollectionValue {
    /// One property of each object; the property follows.
    public var projectTo: CollectionElementMapper<Element> { CollectionElementMapper(self) }
}

extension MutableSet where Element: ObjectBase & RealmCollectionValue {
    /// One property of each object; the property follows.
    public var projectTo: CollectionElementMapper<Element> { CollectionElementMapper(self) }
}
