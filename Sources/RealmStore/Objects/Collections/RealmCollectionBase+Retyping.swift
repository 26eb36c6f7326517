// The same collections with another type of elements: for objects whose class is known only at run time. Reading an
// element of another class traps.

extension RealmCollectionBase {
    /// The elements as results. Traps in memory.
    package func results<Other: RealmCollectionValue>(of _: Other.Type) -> Results<Other> {
        Results<Other>(requiredRows)
    }
}

extension _ElementCollection {
    /// The same list or set; in memory, another one with the same elements.
    package func retyped<Other: _ElementCollection>(as _: Other.Type) -> Other {
        if let elements { return Other(elements) }
        let other = Other()
        other._rlmAdd(
            _rlmPlain.map { element in
                guard let element = element as? Other.Element else {
                    misuse("'\(element)' is no element of a collection of \(Other.Element.self).")
                }
                return element
            })
        return other
    }
}

extension Map {
    /// The same map; in memory, another one with the same entries.
    package func retyped<OtherKey: _MapKey, Other: RealmCollectionValue>(
        as _: Map<OtherKey, Other>.Type
    ) -> Map<OtherKey, Other> {
        if let entries { return Map<OtherKey, Other>(entries) }
        let other = Map<OtherKey, Other>()
        for entry in self {
            guard let value = entry.value as? Other else {
                misuse("'\(entry.value)' is no value of a map of \(Other.self).")
            }
            other.updateValue(value, forKey: OtherKey._rlmKey(entry.key._rlmText))
        }
        return other
    }
}
