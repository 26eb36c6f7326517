import Foundation

/// A primary key on its way into the engine.
enum PrimaryKeyValue {
    /// Calls `body` with `key` as a value of `column`'s type.
    ///
    /// Traps for a key of another type, and for nil if the property is required.
    static func with<Result>(_ key: Any, for column: Column, of typeName: String, _ body: (Value) -> Result) -> Result {
        if isNil(key) {
            require(column.isNullable, "the primary key of class '\(typeName)' cannot be nil")
            return body(.null)
        }
        switch (column.type, key) {
        case (.int, let key as any BinaryInteger):
            guard let number = Int64(exactly: key) else {
                fatalError("the primary key of class '\(typeName)' is an integer of 64 bits, \(key) does not fit")
            }
            return body(.int(number))
        case (.int, let key as NSNumber):
            // The type of integers from dynamic objects.
            guard let number = Int64(exactly: key) else {
                fatalError("the primary key of class '\(typeName)' is an integer of 64 bits, \(key) does not fit")
            }
            return body(.int(number))
        case (.string, let key as String):
            return Value.withString(key, body)
        case (.objectId, let key as ObjectId): return body(.objectId(key.bits))
        case (.uuid, let key as UUID): return body(.uuid(key.bits))
        default:
            let name = PropertyType(column.type).map(\.name) ?? "other"
            fatalError("the primary key of class '\(typeName)' is of type \(name), not \(type(of: key))")
        }
    }

    private static func isNil(_ key: Any) -> Bool {
        if key is NSNull { return true }
        let mirror = Mirror(reflecting: key)
        return mirror.displayStyle == .optional && mirror.children.isEmpty
    }
}
