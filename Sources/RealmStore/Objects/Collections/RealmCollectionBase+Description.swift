extension RealmCollectionBase {
    /// The text of a collection of that kind: up to 100 elements, a line each.
    func described(_ kind: String, at object: AnyObject, depth: Int) -> String {
        // The class of dynamic objects is known to the Realm only.
        let type = (Element.self is DynamicObject.Type ? _rlmRows.rows?.name : nil) ?? Element.schemaName
        // What is gone has no elements, and must not be asked for them.
        let elements = isInvalidated ? [] : Array(prefix(ObjectDescription.shownElements))
        return ObjectDescription.text(
            ofElements: elements, count: isInvalidated ? 0 : count,
            name: "\(kind)<\(type)> \(ObjectDescription.address(of: object))",
            depth: depth, label: { index, _ in "[\(index)]" }, value: { $0 })
    }
}
