import Foundation

/// A value whose type is not known: one of a program, or of the outside.
enum LooseValue {
    /// The value as an object of a class; nil for any other. A plain cast would first make an object of a dictionary or
    /// an array, with all that is nested in it, on the stack at hand.
    static func object<Object: AnyObject>(_ value: Any?, of type: Object.Type = Object.self) -> Object? {
        guard let value, Swift.type(of: value) is AnyClass else { return nil }
        return value as? Object
    }

    /// What is inside optionals; nil for nil and `NSNull`. An enum or custom value is what it is stored as.
    static func unwrapped(_ input: Any?) -> Any? {
        guard let input = content(input) else { return nil }
        if let mapped = input as? any _StoredAs { return unwrapped(mapped._rlmObjcValue) }
        // A cast to a class would first make an object of the value.
        return type(of: input) is NSNull.Type ? nil : input
    }

    /// What is inside optionals; nil for nil.
    static func content(_ input: Any?) -> Any? {
        guard let input else { return nil }
        if let optional = input as? any OptionalValue { return content(optional.content) }
        return input
    }
}

/// An optional whose type is not known.
private protocol OptionalValue {
    var content: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var content: Any? { map { $0 } }
}
