extension RealmCollectionBase {
    /// The text of a collection of that kind: up to 100 elements, a line each.
    func described(_ kind: String, at object: AnyObject, depth: Int) -> String {
        // Only the Realm knows the class of dynamic objects.
        let type = (Element.self is DynamicObject.Type ? _rlmRows.rows?.name : nil) ?? Element.schemaName
        // A deleted collection has no elements, and must not be read.
        let elements = isInvalidated ? [] : Array(prefix(ObjectDescription.shownElements))
        return ObjectDescription.text(
            ofElements: elements, count: isInvalidated ? 0 : count,
            name: "\(kind)<\(type)> \(ObjectDescription.address(of: object))",
            depth: depth, label: { index, _ in "[\(index)]" }, value: { $0 })
    }
}
