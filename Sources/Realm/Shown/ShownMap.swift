import RealmStore

/// A map of one type of keys and values; as a collection it is that of its values.
struct ShownMap<Key: _MapKey, Value: RealmCollectionValue>: ShownCollection {
    let base: Map<Key, Value>

    var content: Any { base }
    var realm: Realm? { base.realm }
    var isInvalidated: Bool { base.isInvalidated }
    var isFrozen: Bool { base.isFrozen }
    var count: Int { base.count }
    var elements: ElementTraits { ElementTraits(Value.self) }
    var className: String? { elements.objectType?.className() }

    func element(at index: Int) -> Any { base.values[index] }

    func iterator() -> () -> Any? {
        var values = base.values.makeIterator()
        return { values.next() }
    }

    func position(of element: Any) -> Int? {
        let value: Value = ShownValue.given(element)
        return base.values.firstIndex(of: value)
    }

    func position(matching predicate: NSPredicate) -> Int? {
        base.values.firstIndex { predicate.evaluate(with: ShownValue.content(of: $0)) }
    }

    func filter(_ predicate: NSPredicate) -> any ShownCollection { ShownElements(base: base.filter(predicate)) }

    func sorted(by descriptors: [SortDescriptor]) -> any ShownCollection {
        ShownElements(base: base.sorted(by: descriptors))
    }

    func distinct(by keyPaths: [String]) -> any ShownCollection {
        ShownElements(base: base.filter(NSPredicate(value: true)).distinct(by: keyPaths))
    }

    func sectioned(by descriptors: [SortDescriptor], _ key: @escaping (Any) -> AnyRealmValue) -> any ShownSections {
        sorted(by: descriptors).sectioned(by: descriptors, key)
    }

    func aggregate(_ name: String, of property: String) -> Any? { base.aggregate(name, of: property) }

    func value(forKeyPath keyPath: String) -> Any? { base.value(forKeyPath: keyPath) }

    func setValue(_ value: Any?, forKey key: String) { base.setValue(value, forKey: key) }

    func frozen() -> any ShownCollection { ShownMap(base: base.freeze()) }

    func thawed() -> (any ShownCollection)? { base.thaw().map { ShownMap(base: $0) } }

    func isSame(as other: any ShownCollection) -> Bool { (other.content as? Map<Key, Value>)?.isEqual(base) ?? false }

    func handover() -> (Realm) -> (any ShownCollection)? {
        let reference = ThreadSafeReference(to: base)
        return { $0.resolve(reference).map { ShownMap(base: $0) } }
    }

    func observe(
        _ keyPaths: [String]?, on queue: DispatchQueue?, _ block: @escaping (any ShownCollection, ShownChange?) -> Void
    ) -> NotificationToken {
        base.observe(keyPaths: keyPaths, on: queue) { change in
            switch change {
            case .initial(let map): block(ShownMap(base: map), nil)
            case .update(let map, let deletions, let insertions, let modifications):
                block(
                    ShownMap(base: map),
                    .entries(deletions: deletions, insertions: insertions, modifications: modifications))
            case .error: break
            }
        }
    }

    func deleteObjects(from realm: Realm) {
        let objects = base.values.compactMap { ShownValue.content(of: $0) as? RLMObjectBase }
        if objects.count < count { misuse("Only objects can be deleted, not \(elements.type) values.") }
        realm.delete(objects)
        base.removeAll()
    }
}

/// A map that can be shown, whatever its types.
protocol ShownMapSource {
    var shown: AnyObject { get }
}

extension Map: ShownMapSource {
    var shown: AnyObject {
        let shown = _RLMShown(ShownMap(base: self))
        if let objects = ElementTraits(Value.self).objectType as? any RealmCollectionValue.Type {
            return Map.make(shown, objects)
        }
        return RLMDictionary<Key, AnyObject>(_shown: shown)
    }

    /// Opens the class of objects.
    private static func make<Object: RealmCollectionValue>(_ shown: _RLMShown, _: Object.Type) -> AnyObject {
        RLMDictionary<Key, Object>(_shown: shown)
    }
}
