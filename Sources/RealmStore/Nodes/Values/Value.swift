/// A value as it lies in a node: the one dynamic type of the engine.
///
/// `string` and `binary` point into the file and live as long as the snapshot; a `list` or `dictionary` names the root
/// of a nested collection, `Ref.none` for an empty one.
package enum Value {
    case null
    case int(Int64)
    case bool(Bool)
    case float(Float)
    case double(Double)
    case string(UnsafeRawBufferPointer)
    case binary(UnsafeRawBufferPointer)
    case timestamp(Timestamp)
    case decimal(Decimal128Bits)
    case objectId(ObjectIdBits)
    case uuid(UUIDBits)
    case link(TableKey, ObjectKey)
    case list(Ref)
    case dictionary(Ref)
}

extension Value {
    /// Calls `body` with `text` as a value, which is valid for that long.
    static func withString<Result>(_ text: String, _ body: (Value) -> Result) -> Result {
        var text = text
        return text.withUTF8 { body(.string(UnsafeRawBufferPointer($0))) }
    }
}

/// The type numbers of columns and of values inside mixed.
///
/// Source: file format, nodes, "What each column type uses".
package enum ValueType: UInt8, Sendable {
    case int = 0
    case bool = 1
    case string = 2
    case binary = 4
    case mixed = 6
    case timestamp = 8
    case float = 9
    case double = 10
    case decimal = 11
    case link = 12
    /// Only in column keys of files upgraded from older formats: a list of links.
    case oldLinkList = 13
    case backlink = 14
    case objectId = 15
    case typedLink = 16
    case uuid = 17
    /// Only inside mixed, like `dictionary`.
    case list = 19
    case dictionary = 21
}
