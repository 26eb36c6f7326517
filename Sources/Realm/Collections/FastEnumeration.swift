import RealmStore

/// The content of collections whose types are not known.
enum FastEnumeration {
    /// The elements; of a dictionary, the keys. Traps for another type.
    static func elements(of collection: any NSFastEnumeration) -> [Any] {
        switch collection {
        case let collection as any RLMCollection: collection.allElements
        case let array as NSArray: Array(array)
        case let set as NSSet: set.allObjects
        case let set as NSOrderedSet: set.array
        case let dictionary as NSDictionary: dictionary.allKeys
        case let sequence as any Sequence: sequence.map { $0 as Any }
        default: misuse("'\(type(of: collection))' is no collection.")
        }
    }

    /// The entries of a dictionary. Traps for another type.
    static func entries(of dictionary: Any) -> [(Any, Any)] {
        if let shown = (dictionary as? any RLMCollection)?.shown.content as? any EditableMap {
            return shown.anyKeys.compactMap { key in shown.anyValue(for: key).map { (key, $0) } }
        }
        if let dictionary = dictionary as? [AnyHashable: Any] { return dictionary.map { ($0.key.base, $0.value) } }
        misuse("'\(type(of: dictionary))' is no dictionary.")
    }
}

extension RLMCollection {
    fileprivate var allElements: [Any] {
        if let map = shown.content as? any EditableMap { return map.anyKeys }
        return (0..<shown.count).map { shown.element(at: $0) }
    }
}
