import Foundation

/// Values of elements of any type.
enum KeyValues {
    /// The value of a key path of an element; nil for null.
    static func value(of element: Any, _ keyPath: String) -> Any? {
        if keyPath == "self" { return ValueEncoder.named(element) }
        guard let element = LooseValue.content(element) else { return nil }
        guard let object = object(element) else {
            fatalError("'\(element)' has no property '\(keyPath)'")
        }
        return LooseValue.content(object.value(forKeyPath: keyPath))
    }

    /// The object that an element is, contains, or shows.
    static func object(_ element: Any) -> RLMObjectBase? {
        switch LooseValue.content(element) {
        case let object as RLMObjectBase: object
        case let value as AnyRealmValue: if case .object(let object) = value { object } else { nil }
        case let projection as any ProjectionObservable: projection.rootObject
        case let mapped as any _StoredAs: mapped._rlmObjcValue as? RLMObjectBase
        default: nil
        }
    }

    /// The elements' values of a key, for a set.
    static func hashable(_ elements: some Sequence, _ keyPath: String) -> [AnyHashable] {
        elements.map { element in
            guard let value = value(of: element, keyPath) else { return AnyHashable(AnyHashable?.none) }
            guard let hashable = value as? AnyHashable else { fatalError("'\(value)' cannot be in a set.") }
            return hashable
        }
    }

    /// Values as objects of Foundation.
    static func boxed(_ values: Any?, _ keyPath: String) -> [AnyObject] {
        guard let values = values as? [Any] else { fatalError("'\(keyPath)' gives a single value.") }
        return values.map { $0 as AnyObject }
    }
}
