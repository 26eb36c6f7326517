/// The types a property can have. Raw values are those of the SDK.
@frozen public enum RLMPropertyType: Int32, Sendable {
    /// Integers of any width, stored as 64 bits.
    case int = 0
    /// Booleans.
    case bool = 1
    /// Text.
    case string = 2
    /// Bytes.
    case data = 3
    /// Points in time.
    case date = 4
    /// 32-bit floating point numbers.
    case float = 5
    /// 64-bit floating point numbers.
    case double = 6
    /// Links to objects of one class.
    case object = 7
    /// Objects that link here; computed, not stored.
    case linkingObjects = 8
    /// Values of any type.
    case any = 9
    /// 12-byte object ids.
    case objectId = 10
    /// IEEE 754 decimal numbers of 34 digits.
    case decimal128 = 11
    /// 16-byte universally unique ids.
    case UUID = 12
}

/// The types a property can have.
public typealias PropertyType = RLMPropertyType

extension RLMPropertyType: CustomStringConvertible {
    /// The type's name as the SDK prints it: `int`, `decimal128`, `mixed` ...
    public var description: String { name }

    /// The type's name in schema documents and messages.
    package var name: String {
        switch self {
        case .int: "int"
        case .bool: "bool"
        case .string: "string"
        case .data: "data"
        case .date: "date"
        case .float: "float"
        case .double: "double"
        case .object: "object"
        case .linkingObjects: "linking objects"
        case .any: "mixed"
        case .objectId: "objectId"
        case .decimal128: "decimal128"
        case .UUID: "uuid"
        }
    }

    /// The property type of a column type; nil for columns that are not properties.
    package init?(_ type: ValueType) {
        switch type {
        case .int: self = .int
        case .bool: self = .bool
        case .string: self = .string
        case .binary: self = .data
        case .mixed: self = .any
        case .timestamp: self = .date
        case .float: self = .float
        case .double: self = .double
        case .decimal: self = .decimal128
        case .link, .typedLink: self = .object
        case .objectId: self = .objectId
        case .uuid: self = .UUID
        case .oldLinkList, .backlink, .list, .dictionary: return nil
        }
    }
}
