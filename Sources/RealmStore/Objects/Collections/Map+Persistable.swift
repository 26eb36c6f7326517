import Foundation

extension Map: _ObjcBridgeable {
    /// A map of the same type, or a dictionary of acceptable values; null is an empty map.
    public static func _rlmFromObjc(_ value: Any, insideOptional: Bool) -> Map? {
        if let map = LooseValue.object(value, of: Map.self) { return map }
        guard let entries = ObjectWriter.entries(value) ?? (value is NSNull ? [] : nil) else { return nil }
        let map = Map()
        for (name, element) in entries {
            guard let fitting = Value._rlmFromObjc(element ?? NSNull(), insideOptional: false) else { return nil }
            map.updateValue(fitting, forKey: Key._rlmKey(name))
        }
        return map
    }
}

extension Map: _Persistable {
    /// SDK name: `PersistedType`.
    public typealias PersistedType = Map

    /// The type of the values.
    public static var _rlmType: PropertyType { Value._rlmType }
    /// Whether values may be nil.
    public static var _rlmOptional: Bool { Value._rlmOptional }
    /// Marks the property as a map.
    public static func _rlmPopulateProperty(_ traits: inout _PropertyTraits) {
        traits.collection = .dictionary
        traits.isOptional = Value._rlmOptional
        Value._rlmPopulateProperty(&traits)
    }

    /// True: the same map is read each time.
    public static var _rlmRequiresCaching: Bool { true }
    /// An empty map.
    public static func _rlmDefaultValue() -> Map { Map() }

    /// The map of the property.
    public static func _rlmGetProperty(_ object: ObjectBase, _ key: PropertyKey) -> Map {
        guard let stored = object.entries(key) else { return Map() }
        return Map(stored)
    }

    /// Replaces the entries.
    public static func _rlmSetProperty(_ object: ObjectBase, _ key: PropertyKey, _ value: Map) {
        _rlmGetProperty(object, key).assign(value)
    }

    /// Replaces the entries.
    public static func _rlmAssigned(_ value: Map, to old: Map?) -> Map {
        let map = old ?? Map()
        map.assign(value)
        return map
    }

    /// Makes the map that of the property.
    public static func _rlmPromote(_ value: Map, _ object: ObjectBase, _ key: PropertyKey) {
        if let entries = object.entries(key) { value.become(entries) }
    }

    private func assign(_ other: Map) {
        if other !== self, other != self || realm == nil {
            let entries = Array(other)
            removeAll()
            for entry in entries { updateValue(entry.value, forKey: entry.key) }
        }
    }
}
