import Foundation

// Key-value coding, as in `NSObject` on other platforms. Only properties marked `@Persisted` are accessible.
extension RLMObjectBase {
    /// The value of a key other than properties: "self", "realm", "objectSchema", "invalidated".
    final func specialValue(forKey key: String) -> Any?? {
        switch key {
        case "self": .some(self)
        case "realm": .some(managingRealm)
        case "objectSchema": .some(describedClass)
        case "invalidated", "isInvalidated": .some(isInvalidated)
        default: nil
        }
    }

    /// True for the name of a property.
    final func hasProperty(_ name: String) -> Bool {
        if let model = binding.map(\.model) ?? ModelClass.find(type(of: self)) { return model.property(name) != nil }
        guard let session, let table = row?.table else { return false }
        return table.column(named: session.models.columnName(of: name, inClass: table.className)) != nil
    }

    /// The value at the end of a dotted path of properties.
    final func follow(_ keyPath: String) -> Any? {
        guard let dot = keyPath.firstIndex(of: ".") else { return value(forKey: keyPath) }
        let rest = String(keyPath[keyPath.index(after: dot)...])
        switch value(forKey: String(keyPath[..<dot])) {
        case nil: return nil
        case let object as RLMObjectBase: return object.value(forKeyPath: rest)
        case let collection as any KeyValueCollection: return collection.anyValue(forKeyPath: rest)
        case .some(let value): fatalError("'\(value)' has no property '\(rest)'")
        }
    }
}
