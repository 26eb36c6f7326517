import RealmStore

extension RLMObjectBase {
    /// The value of a property as this module's types.
    ///
    /// Objects that a link of an object without a model class leads to are read by name, too.
    ///
    /// - Parameter stored: reads the value as RealmStore does.
    func shownValue(of name: String, stored: () -> Any?) -> Any? {
        let isDynamic = type(of: self) == RLMObject.self || type(of: self) == RLMEmbeddedObject.self
        guard isDynamic, let property = describedClass[name], property.type == .object else {
            return ShownValue.shown(stored())
        }
        if property.isArray { return ShownValue.shown(links(inListNamed: name) as List<RLMObject>) }
        if property.isSet { return ShownValue.shown(links(inSetNamed: name) as MutableSet<RLMObject>) }
        if property.isMap { return ShownValue.shown(links(inMapNamed: name) as Map<String, RLMObject?>) }
        return (stored() as? RLMObjectBase)?.accessor(as: RLMObject.self)
    }
}
