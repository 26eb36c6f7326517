/// A value as stored in a node: the one dynamic type of the engine.
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
