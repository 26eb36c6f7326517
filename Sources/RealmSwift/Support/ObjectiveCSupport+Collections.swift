import Realm
import RealmStore

// Collections, whose elements are boxed on the other side. The way back is for objects below `Object` alone, and traps
// for collections of anything else.
extension ObjectiveCSupport {
    /// The results with boxed elements.
    public static func convert<T>(object: Results<T>) -> RLMResults<AnyObject> { RLMResults(showing: object) }

    /// The results of objects.
    public static func convert(object: RLMResults<AnyObject>) -> Results<Object> { object.results(of: Object.self) }

    /// The list with boxed elements.
    public static func convert<T>(object: List<T>) -> RLMArray<AnyObject> { RLMArray(showing: object) }

    /// The list of objects.
    public static func convert(object: RLMArray<AnyObject>) -> List<Object> { object.retyped(as: List.self) }

    /// The set with boxed elements.
    public static func convert<T>(object: MutableSet<T>) -> RLMSet<AnyObject> { RLMSet(showing: object) }

    /// The set of objects.
    public static func convert(object: RLMSet<AnyObject>) -> MutableSet<Object> { object.retyped(as: MutableSet.self) }

    /// The map with boxed keys and values.
    public static func convert<Key, Value>(object: Map<Key, Value>) -> RLMDictionary<AnyObject, AnyObject> {
        RLMDictionary(showing: object)
    }

    /// The map of objects.
    public static func convert<Key: _MapKey>(object: RLMDictionary<AnyObject, AnyObject>) -> Map<Key, Object?> {
        object.retyped(as: Map.self)
    }

    /// The linking objects with boxed elements.
    public static func convert<T>(object: LinkingObjects<T>) -> RLMResults<AnyObject> { RLMResults(showing: object) }

    /// The objects that link somewhere.
    public static func convert(object: RLMLinkingObjects<RLMObject>) -> Results<RLMObject> {
        object.results(of: RLMObject.self)
    }

    // MARK: Mixed values

    /// The content of a mixed value, boxed; nil for `none`.
    public static func convert(value: AnyRealmValue?) -> (any RLMValue)? {
        value.flatMap(\.content).flatMap { ShownValue.boxed($0) as? any RLMValue }
    }

    /// The mixed value of boxed content. Traps for content that no property can hold.
    public static func convert(value: (any RLMValue)?) -> AnyRealmValue { ShownValue.mixed(value) }
}
