import Foundation

// Key-value coding, as `NSObject` has it on other platforms. Only properties marked `@Persisted` are reached.
extension RLMObjectBase {
    /// The value of a key beside the properties: "self", "realm", "objectSchema", "invalidated".
    final func specialValue(forKey key: String) -> Any?? {
        switch key {
        case "self": .some(self)
        case "realm": .some(realm)
        case "objectSchema": .some(objectSchema)
        case "invalidated", "isInvalidated": .some(isInvalidated)
        default: nil
        }
    }

    /// True for the name of a property.
    final func hasProperty(_ name: String) -> Bool {
        if let model = binding.map(\.model) ?? ModelClass.find(type(of: self)) { return model.property(name) != nil }
        return row?.table.column(named: name) != nil
    }

    /// The value at the end of properties with dots between them.
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

/// A collection whose elements are asked for their properties.
protocol KeyValueCollection {
    func anyValue(forKeyPath keyPath: String) -> Any?
}

extension List: KeyValueCollection {
    func anyValue(forKeyPath keyPath: String) -> Any? { value(forKeyPath: keyPath) as Any? }
}

extension MutableSet: KeyValueCollection {
    func anyValue(forKeyPath keyPath: String) -> Any? { value(forKeyPath: keyPath) as Any? }
}

extension LinkingObjects: KeyValueCollection {
    func anyValue(forKeyPath keyPath: String) -> Any? { value(forKeyPath: keyPath) as Any? }
}

extension Results: KeyValueCollection {
    func anyValue(forKeyPath keyPath: String) -> Any? { value(forKeyPath: keyPath) as Any? }
}

extension RealmCollectionBase {
    /// An array of the elements' values of a key: "self" gives the elements, and nil is `NSNull`; "invalidated" says
    /// whether the collection is gone. SDK name: `value(forKey:)`.
    public func value(forKey key: String) -> Any? {
        key == "invalidated" ? isInvalidated : value(forKeyPath: key)
    }

    /// An array of the elements' values at the end of properties with dots between them.
    ///
    /// A path that begins with an operator computes: `@count`, `@sum.p`, `@avg.p`, `@min.p`, `@max.p`,
    /// `@unionOfObjects.p`, `@distinctUnionOfObjects.p`, `@unionOfArrays.p`, `@distinctUnionOfArrays.p`. Traps for
    /// others, and for one without its path. SDK name: `value(forKeyPath:)`.
    public func value(forKeyPath keyPath: String) -> Any? {
        if keyPath.hasPrefix("@") { return CollectionOperator(keyPath).value(of: map(\.self)) }
        return map { KeyValues.value(of: $0, keyPath) ?? NSNull() } as [Any]
    }

    /// Sets a property of every element; the elements are those of now, whatever the change does to the collection.
    ///
    /// Traps for elements that are no objects. SDK name: `setValue(_:forKey:)`.
    public func setValue(_ value: Any?, forKey key: String) {
        for element in Array(self) {
            guard let object = ValueEncoder.content(element) as? RLMObjectBase else {
                fatalError("Only objects have properties that can be set.")
            }
            object.setValue(value, forKey: key)
        }
    }
}

/// Values of elements of any type.
enum KeyValues {
    /// What the elements are asked for; nil for null.
    static func value(of element: Any, _ keyPath: String) -> Any? {
        if keyPath == "self" { return ValueEncoder.unwrapped(element) }
        guard let object = ValueEncoder.content(element) as? RLMObjectBase else {
            fatalError("'\(element)' has no property '\(keyPath)'")
        }
        return ValueEncoder.content(object.value(forKeyPath: keyPath))
    }
}
