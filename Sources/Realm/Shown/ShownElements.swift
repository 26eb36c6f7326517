import RealmStore

/// Results, linking objects, a list or a set of one type of elements.
struct ShownElements<Base: RealmCollection>: ShownCollection {
    let base: Base

    var content: Any { base }
    var realm: Realm? { base.realm }
    var isInvalidated: Bool { base.isInvalidated }
    var isFrozen: Bool { base.isFrozen }
    var count: Int { base.count }
    var elements: ElementTraits { ElementTraits(Base.Element.self) }
    var className: String? { base.objectClassName }

    func element(at index: Int) -> Any { base[index] }

    func iterator() -> () -> Any? {
        var elements = base.makeIterator()
        return { elements.next() }
    }

    func position(of element: Any) -> Int? {
        let element: Base.Element = ShownValue.given(element)
        return base is any EditableSet ? base.firstIndex(of: element) : base.index(of: element)
    }

    func position(matching predicate: NSPredicate) -> Int? { base.index(matching: predicate) }

    func filter(_ predicate: NSPredicate) -> any ShownCollection {
        ShownElements<Results>(base: base.filter(predicate))
    }

    func sorted(by descriptors: [SortDescriptor]) -> any ShownCollection {
        ShownElements<Results>(base: base.sorted(by: descriptors))
    }

    func distinct(by keyPaths: [String]) -> any ShownCollection {
        ShownElements<Results>(base: base.distinct(by: keyPaths))
    }

    func sectioned(by descriptors: [SortDescriptor], _ key: @escaping (Any) -> AnyRealmValue) -> any ShownSections {
        ShownSectionsOf(base: base.sectioned(sortDescriptors: descriptors) { key($0) })
    }

    func aggregate(_ name: String, of property: String) -> Any? { base.aggregate(name, of: property) }

    func value(forKeyPath keyPath: String) -> Any? { base.value(forKeyPath: keyPath) as Any? }

    func setValue(_ value: Any?, forKey key: String) {
        switch base {
        case let list as List<Base.Element>: list.setValue(value, forKey: key)
        case let set as MutableSet<Base.Element>: set.setValue(value, forKey: key)
        default: base.setValue(value, forKey: key)
        }
    }

    func frozen() -> any ShownCollection { ShownElements(base: base.freeze()) }

    func thawed() -> (any ShownCollection)? { base.thaw().map { ShownElements(base: $0) } }

    func isSame(as other: any ShownCollection) -> Bool { other.content as? Base == base }

    func handover() -> (Realm) -> (any ShownCollection)? {
        let reference = ThreadSafeReference(to: base)
        return { $0.resolve(reference).map { ShownElements(base: $0) } }
    }

    func observe(
        _ keyPaths: [String]?, on queue: DispatchQueue?, _ block: @escaping (any ShownCollection, ShownChange?) -> Void
    ) -> NotificationToken {
        base.observe(keyPaths: keyPaths, on: queue) { change in
            switch change {
            case .initial(let base): block(ShownElements(base: base), nil)
            case .update(let base, let deletions, let insertions, let modifications):
                block(
                    ShownElements(base: base),
                    .elements(deletions: deletions, insertions: insertions, modifications: modifications))
            case .error: break
            }
        }
    }

    func deleteObjects(from realm: Realm) {
        let objects = base.compactMap { $0 as? RLMObjectBase }
        if objects.count < count { misuse("Only objects can be deleted, not \(elements.type) values.") }
        realm.delete(objects)
    }
}
