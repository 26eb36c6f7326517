/// The types a mixed value can have. Raw values are those of the SDK.
@frozen public enum RLMAnyValueType: Int32, Sendable {
    /// An integer.
    case int = 0
    /// A boolean.
    case bool = 1
    /// Text.
    case string = 2
    /// Bytes.
    case data = 3
    /// A point in time.
    case date = 4
    /// A 32-bit floating point number.
    case float = 5
    /// A 64-bit floating point number.
    case double = 6
    /// A link to an object.
    case object = 7
    /// Never found in a value.
    case linkingObjects = 8
    /// Any of them.
    case any = 9
    /// A 12-byte object id.
    case objectId = 10
    /// A decimal number.
    case decimal128 = 11
    /// A 16-byte unique id.
    case UUID = 12
    /// A list of mixed values.
    case list = 128
    /// A dictionary of mixed values.
    case dictionary = 512
}
