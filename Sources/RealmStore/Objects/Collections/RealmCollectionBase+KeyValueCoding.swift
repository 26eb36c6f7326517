import Foundation

extension KeyValueCollection where Self: RealmCollectionBase {
    func anyValue(forKeyPath keyPath: String) -> Any? { value(forKeyPath: keyPath) as Any? }
}

extension List: KeyValueCollection {}
extension MutableSet: KeyValueCollection {}
extension LinkingObjects: KeyValueCollection {}
extension AnyRealmCollection: KeyValueCollection {}

extension RealmCollectionBase {
    /// An array of the elements' values of a key: "self" gives the elements; "invalidated" tells whether the collection
    /// is gone. It can be cast to one of optional values, such as `[Int?]`; as an array of objects it has `NSNull`.
    public func value(forKey key: String) -> Any? {
        key == "invalidated" ? isInvalidated : value(forKeyPath: key)
    }

    /// An array of the elements' values at the end of a dotted path of properties.
    ///
    /// A path that begins with an operator computes: `@count`, `@sum.p`, `@avg.p`, `@min.p`, `@max.p`,
    /// `@unionOfObjects.p`, `@distinctUnionOfObjects.p`, `@unionOfArrays.p`, `@distinctUnionOfArrays.p`. Traps for
    /// others, and for one without its path.
    public func value(forKeyPath keyPath: String) -> Any? {
        if keyPath.hasPrefix("@") { return CollectionOperator(keyPath).value(of: map(\.self)) }
        return map { KeyValues.value(of: $0, keyPath) as Any } as [Any]
    }

    /// Sets a property of every element; the elements are those before the change, even if it affects the collection.
    ///
    /// Traps for elements that are not objects.
    public func setValue(_ value: Any?, forKey key: String) { setProperty(key, to: value) }

    fileprivate func setProperty(_ key: String, to value: Any?) {
        for element in Array(self) {
            guard let object = KeyValues.object(element) else {
                fatalError("Only objects have properties that can be set.")
            }
            object.setValue(value, forKey: key)
        }
    }

    /// The element for a loosely typed value. Traps for one that does not fit.
    fileprivate func element(_ value: Any?) -> Element {
        if let element = Element._rlmFromObjc(value ?? NSNull(), insideOptional: false) { return element }
        fatalError("'\(value ?? "nil")' is no element of a collection of type \(Element.schemaName).")
    }
}

extension List {
    /// Sets a property of every element; "self" sets the elements themselves.
    public func setValue(_ value: Any?, forKey key: String) {
        guard key == "self" else { return setProperty(key, to: value) }
        let element = element(value)
        for index in indices { self[index] = element }
    }

    /// The elements' values of a key, boxed: nil is `NSNull`. Traps if the values have another type.
    @_disfavoredOverload
    public func value(forKey key: String) -> [AnyObject] { KeyValues.boxed(value(forKey: key), key) }

    /// The elements' values at the end of a path, boxed. Traps if the values have another type.
    @_disfavoredOverload
    public func value(forKeyPath keyPath: String) -> [AnyObject] {
        KeyValues.boxed(value(forKeyPath: keyPath), keyPath)
    }
}

extension MutableSet {
    /// Sets a property of every element; "self" makes the value the only element.
    public func setValue(_ value: Any?, forKey key: String) {
        guard key == "self" else { return setProperty(key, to: value) }
        let element = element(value)
        removeAll()
        insert(element)
    }

    /// A set of the elements' values of a key: "self" gives the elements; "invalidated" tells whether the set is gone.
    /// It can be cast to one of optional values, such as `Set<Int?>`.
    public func value(forKey key: String) -> Any? {
        key == "invalidated" ? isInvalidated : value(forKeyPath: key)
    }

    /// A set of the elements' values at the end of a dotted path of properties; for operators see
    /// `RealmCollection.value(forKeyPath:)`.
    public func value(forKeyPath keyPath: String) -> Any? {
        if keyPath.hasPrefix("@") { return CollectionOperator(keyPath).value(of: map(\.self)) }
        return Set(KeyValues.hashable(self, keyPath))
    }

    /// The elements' values of a key, boxed and without duplicates: nil is `NSNull`.
    @_disfavoredOverload
    public func value(forKey key: String) -> [AnyObject] {
        var seen = Set<AnyHashable>()
        return KeyValues.hashable(self, key).filter { seen.insert($0).inserted }.map { $0.base as AnyObject }
    }
}
