import RealmStore

extension RLMObjectBase {
    /// The value of a property as this module's types.
    ///
    /// Objects that RealmStore reads by name are read by name as this module's, too.
    ///
    /// - Parameter stored: reads the value as RealmStore does.
    func shownValue(of name: String, stored: () -> Any?) -> Any? {
        switch stored() {
        case is List<DynamicObject>: ShownValue.shown(links(inListNamed: name) as List<RLMObject>)
        case is MutableSet<DynamicObject>: ShownValue.shown(links(inSetNamed: name) as MutableSet<RLMObject>)
        case is Map<String, DynamicObject?>: ShownValue.shown(links(inMapNamed: name) as Map<String, RLMObject?>)
        case let object as DynamicObject: object.accessor(as: RLMObject.self)
        case let value: ShownValue.shown(value)
        }
    }
}
