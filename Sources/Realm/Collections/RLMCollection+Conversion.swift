import RealmStore

// Conversions for programs that use both APIs.

extension RLMCollection {
    /// Shows results, linking objects, a list or a set.
    package init(showing base: some RealmCollection) { self.init(_shown: _RLMShown(ShownElements(base: base))) }

    /// Shows a map.
    package init<Key, Value>(showing map: Map<Key, Value>) { self.init(_shown: _RLMShown(ShownMap(base: map))) }

    /// The elements as results of another type. Traps in memory.
    package func results<Element: RealmCollectionValue>(of type: Element.Type) -> Results<Element> {
        guard let base = shown.content as? any RealmCollection else {
            return (shown.filter(NSPredicate(value: true)).content as? any RealmCollection).map { $0.results(of: type) }
                ?? unsuitable(type)
        }
        return base.results(of: type)
    }

    /// The list or set as one of another type. Traps for another collection.
    package func retyped<Other: _ElementCollection>(as type: Other.Type) -> Other {
        (shown.content as? any _ElementCollection).map { $0.retyped(as: type) } ?? unsuitable(type)
    }

    /// The map as one of another type. Traps for another collection.
    package func retyped<Key: _MapKey, Value: RealmCollectionValue>(
        as type: Map<Key, Value>.Type
    ) -> Map<Key, Value> {
        (shown.content as? any RetypedMap).map { $0.retyped(to: type) } ?? unsuitable(type)
    }

    private func unsuitable<Result>(_ type: Any.Type) -> Result {
        misuse("A collection of type \(Swift.type(of: shown.content)) cannot become one of \(type).")
    }
}

/// A map of any types.
private protocol RetypedMap {
    func retyped<Key: _MapKey, Value: RealmCollectionValue>(to: Map<Key, Value>.Type) -> Map<Key, Value>
}

extension Map: RetypedMap {
    fileprivate func retyped<OtherKey: _MapKey, Other: RealmCollectionValue>(
        to type: Map<OtherKey, Other>.Type
    ) -> Map<OtherKey, Other> { retyped(as: type) }
}
