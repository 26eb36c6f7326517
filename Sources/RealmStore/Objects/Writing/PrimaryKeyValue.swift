import Foundation

/// A primary key on its way into the engine.
enum PrimaryKeyValue {
    /// Calls `body` with `key` as a value of `column`'s type.
    ///
    /// Traps for a key of another type, and for nil if the property is required.
    ///
    /// - Parameter typeName: for messages: making it takes longer than looking a key up.
    static func with<Result>(
        _ key: Any?, for column: Column, of typeName: @autoclosure () -> String, _ body: (Value) -> Result
    ) -> Result {
        // The commonest types come first: a cast to a protocol takes as long as a look-up.
        switch (column.type, key) {
        case (.int, let key as Int): return body(.int(Int64(key)))
        case (.string, let key as String): return Value.withString(key, body)
        default: return with(LooseValue.unwrapped(key), column, typeName(), body)
        }
    }

    private static func with<Result>(
        _ key: Any?, _ column: Column, _ typeName: String, _ body: (Value) -> Result
    ) -> Result {
        switch (column.type, key) {
        case (_, nil):
            require(column.isNullable, "the primary key of class '\(typeName)' cannot be nil")
            return body(.null)
        case (.int, let key as any BinaryInteger): return body(.int(integer(Int64(exactly: key), key, typeName)))
        // The type of integers from dynamic objects.
        case (.int, let key as NSNumber): return body(.int(integer(Int64(exactly: key), key, typeName)))
        case (.string, let key as String): return Value.withString(key, body)
        case (.objectId, let key as ObjectId): return body(.objectId(key.bits))
        case (.uuid, let key as UUID): return body(.uuid(key.bits))
        case (_, let key?):
            let name = PropertyType(column.type).map(\.name) ?? "other"
            fatalError("the primary key of class '\(typeName)' is of type \(name), not \(type(of: key))")
        }
    }

    private static func integer(_ number: Int64?, _ key: Any, _ typeName: String) -> Int64 {
        if let number { return number }
        fatalError("the primary key of class '\(typeName)' is an integer of 64 bits, \(key) does not fit")
    }
}
