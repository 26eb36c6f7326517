import Foundation

/// A value whose type is not known: one of a program, or of the outside.
enum LooseValue {
    /// The value as an object of a class; nil for any other. A plain cast would first create an object from a
    /// dictionary or an array, with everything nested in it, on the current stack.
    static func object<Object: AnyObject>(_ value: Any?, of type: Object.Type = Object.self) -> Object? {
        guard let value, Swift.type(of: value) is AnyClass else { return nil }
        return value as? Object
    }

    /// The content of optionals and boxes; nil for nil and `NSNull`. An enum or custom value becomes its stored form.
    static func unwrapped(_ input: Any?) -> Any? {
        if let input, isPlain(input) { return input }
        guard let input = content(input) else { return nil }
        if let box = object(input, of: RLMSwiftValueStorage.self) { return unwrapped(box.anyContent) }
        if let mapped = input as? any _StoredAs { return unwrapped(mapped._rlmObjcValue) }
        // A cast to a class would first create an object from the value.
        return type(of: input) is NSNull.Type ? nil : input
    }

    /// The value in a box; any other value as it is.
    static func unboxed(_ input: Any?) -> Any? {
        if let input, isPlain(input) { return input }
        return object(content(input), of: RLMSwiftValueStorage.self)?.anyContent ?? input
    }

    /// True for a value of the commonest types, which are stored as they are. Other types are asked for the protocols
    /// that they conform to, which takes about a hundred times as long.
    static func isPlain(_ value: Any) -> Bool {
        let type = type(of: value)
        return type == Int.self || type == String.self || type == Double.self || type == Bool.self
            || type == Date.self || type == Data.self
    }

    /// The content of optionals; nil for nil.
    static func content(_ input: Any?) -> Any? {
        guard let input else { return nil }
        if let optional = input as? any OptionalValue { return content(optional.content) }
        return input
    }
}

/// An optional of unknown type.
private protocol OptionalValue {
    var content: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var content: Any? { map { $0 } }
}
