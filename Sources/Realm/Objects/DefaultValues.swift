import RealmStore

/// The values that classes give to their new objects beside the declarations of their properties.
enum DefaultValues {
    /// Sets the values of a new object of a program.
    static func fill(_ object: RLMObjectBase, _ values: () -> [AnyHashable: Any]?) {
        guard !BareObject.isBeingMade, let values = values() else { return }
        let named = values.compactMap { key, value in (key.base as? String).map { ($0, value as Any) } }
        object.fill(from: Dictionary(named, uniquingKeysWith: { first, _ in first }))
    }
}
