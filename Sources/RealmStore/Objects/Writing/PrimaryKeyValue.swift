import Foundation

/// A primary key on its way into the engine.
enum PrimaryKeyValue {
    case int(Int)
    case string(String)
    case objectId(ObjectId)
    case uuid(UUID)
    /// Any of these, another number, or nil.
    case other(Any?)

    /// The key of a type that the caller knows: finding out what is in an `Any` takes as long as a look-up.
    @inline(__always)
    init<Key>(_ key: Key) {
        if Key.self == Int.self {
            self = .int(_identityCast(key, to: Int.self))
        } else if Key.self == String.self {
            self = .string(_identityCast(key, to: String.self))
        } else if Key.self == ObjectId.self {
            self = .objectId(_identityCast(key, to: ObjectId.self))
        } else if Key.self == UUID.self {
            self = .uuid(_identityCast(key, to: UUID.self))
        } else {
            self = .other(key)
        }
    }

    /// Calls `body` with the key as a value of `column`'s type.
    ///
    /// Traps for a key of another type, and for nil if the property is required.
    ///
    /// - Parameter typeName: for messages: making it takes longer than looking a key up.
    func with<Result>(
        for column: Column, of typeName: @autoclosure () -> String, _ body: (Value) -> Result
    ) -> Result {
        switch (column.type, self) {
        case (.int, .int(let key)): body(.int(Int64(key)))
        case (.string, .string(let key)): Value.withString(key, body)
        case (.objectId, .objectId(let key)): body(.objectId(key.bits))
        case (.uuid, .uuid(let key)): body(.uuid(key.bits))
        default: PrimaryKeyValue.with(LooseValue.unwrapped(content), column, typeName(), body)
        }
    }

    private var content: Any? {
        switch self {
        case .int(let key): key
        case .string(let key): key
        case .objectId(let key): key
        case .uuid(let key): key
        case .other(let key): key
        }
    }

    private static func with<Result>(
        _ key: Any?, _ column: Column, _ typeName: String, _ body: (Value) -> Result
    ) -> Result {
        switch (column.type, key) {
        case (_, nil):
            require(column.isNullable, "the primary key of class '\(typeName)' cannot be nil")
            return body(.null)
        case (.int, let key as Int): return body(.int(Int64(key)))
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
