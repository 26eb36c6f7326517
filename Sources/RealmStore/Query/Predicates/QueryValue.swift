/// A constant of a query, with its own memory: it is independent of versions and threads.
package indirect enum QueryValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case float(Float)
    case double(Double)
    /// A fraction as written: compared with a decimal, its digits count; otherwise it is a double.
    case written(Double, digits: String)
    /// A value from user input, in UTF-8: parsed as the type of the other side.
    case entered([UInt8])
    /// UTF-8 bytes, compared as they are.
    case string([UInt8])
    case binary([UInt8])
    case timestamp(Timestamp)
    case decimal(Decimal128Bits)
    case objectId(ObjectIdBits)
    case uuid(UUIDBits)
    case link(TableKey, ObjectKey)
    /// An object of the named Realm; a query of another one refuses it.
    case managed(TableKey, ObjectKey, origin: String)
    /// An object of the class that the other side leads to.
    case objectKey(ObjectKey)
    /// The object of a class with that primary key; null if there is none.
    case object(className: String, primaryKey: QueryValue)
    /// An object outside of Realms: no object in a Realm equals it. In memory it is identified by its identity.
    case unmanaged(className: String, identity: Int64)
    /// The stored form of a value of several properties: equal to objects with the same values in them.
    case members(ObjectMembers)
    /// A list or dictionary in a mixed value: equal to all of its kind, whatever their content.
    case collection(CollectionKind)
    /// A shape on the sphere, in which points are looked for.
    case shape(GeoShape)
    /// The place of an argument in a format string parsed without arguments; never part of a query.
    case argument(Int)

    static func text(_ text: String) -> QueryValue { .string(Array(text.utf8)) }
}

extension QueryValue {
    /// The column type of such values; nil for null, for objects and for shapes.
    var type: ValueType? {
        switch self {
        case .null, .objectKey, .object, .shape, .argument: nil
        case .unmanaged, .members: .link
        case .collection(let kind): kind == .dictionary ? .dictionary : .list
        case .entered: .string
        case .bool: .bool
        case .int: .int
        case .float: .float
        case .double, .written: .double
        case .string: .string
        case .binary: .binary
        case .timestamp: .timestamp
        case .decimal: .decimal
        case .objectId: .objectId
        case .uuid: .uuid
        case .link, .managed: .link
        }
    }

    var isNull: Bool { self == .null }

    /// The value of an entered text when compared with a type; the text itself if it cannot be parsed as one.
    func read(as type: ValueType?) -> QueryValue {
        guard case .entered(let text) = self else { return self }
        let value: QueryValue? =
            switch type {
            case .int, .mixed:
                ExactTextReader.integer(text).map(QueryValue.int)
                    ?? ExactTextReader.double(text).map(QueryValue.double)
            case .bool: ExactTextReader.bool(text).map(QueryValue.bool)
            case .float: ExactTextReader.float(text).map(QueryValue.float)
            case .double: ExactTextReader.double(text).map(QueryValue.double)
            case .decimal: ExactTextReader.decimal(text).map(QueryValue.decimal)
            case .timestamp: QueryValue.date(text).map(QueryValue.timestamp)
            case .objectId: ExactTextReader.objectId(text).map(QueryValue.objectId)
            case .uuid: ExactTextReader.uuid(text).map(QueryValue.uuid)
            case .binary: ExactTextReader.base64(text).map(QueryValue.binary)
            default: nil
            }
        return value ?? .string(text)
    }

    /// A date, or a day, which is its first moment in UTC.
    private static func date(_ text: [UInt8]) -> Timestamp? {
        ExactTextReader.date(text) ?? (text.count == 10 ? ExactTextReader.date(text + "T00:00:00Z".utf8) : nil)
    }

    /// The value for the engine, with its bytes in `scratch`; null for objects that must be looked up.
    func value(in scratch: ValueScratch) -> Value {
        switch self {
        case .null, .objectKey, .object, .members, .shape, .argument: .null
        case .unmanaged(_, let identity): .link(.null, ObjectKey(identity))
        case .collection(let kind): kind == .dictionary ? .dictionary(.none) : .list(.none)
        case .bool(let value): .bool(value)
        case .int(let value): .int(value)
        case .float(let value): .float(value)
        case .double(let value), .written(let value, _): .double(value)
        case .string(let bytes), .entered(let bytes): bytes.withUnsafeBytes { scratch.copy(.string($0)) }
        case .binary(let bytes): scratch.binary(bytes)
        case .timestamp(let value): .timestamp(value)
        case .decimal(let value): .decimal(value)
        case .objectId(let value): .objectId(value)
        case .uuid(let value): .uuid(value)
        case .link(let table, let key), .managed(let table, let key, _): key.isNull ? .null : .link(table, key)
        }
    }

    /// The value as shown in messages.
    var text: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .int(let value): "\(value)"
        case .float(let value): "\(value)"
        case .double(let value): "\(value)"
        case .written(_, let digits): digits
        case .string(let bytes), .entered(let bytes): String(decoding: bytes, as: UTF8.self)
        case .binary(let bytes): "\(bytes.count) bytes"
        case .timestamp(let value): "T\(value.seconds):\(value.nanoseconds)"
        case .decimal(let value): value.text
        case .objectId(let value): value.hex
        case .uuid: "a UUID"
        case .link(_, let key), .managed(_, let key, _), .objectKey(let key): "object \(key.value)"
        case .object(let className, let primaryKey): "object '\(primaryKey.text)' of class '\(className)'"
        case .unmanaged(let className, _): "an object of class '\(className)' that is in no Realm"
        case .members(let members): "a value that is stored as '\(members.className)'"
        case .collection(let kind): "a \(kind)"
        case .shape(let shape): shape.text
        case .argument(let number): "argument \(number)"
        }
    }
}

extension ValueType {
    /// The name of the type in messages, as in Realm's query language.
    var queryName: String {
        switch self {
        case .int: "int"
        case .bool: "bool"
        case .string: "string"
        case .binary: "binary"
        case .mixed: "mixed"
        case .timestamp: "timestamp"
        case .float: "float"
        case .double: "double"
        case .decimal: "decimal128"
        case .link, .typedLink, .oldLinkList, .backlink: "link"
        case .objectId: "objectId"
        case .uuid: "uuid"
        case .list: "list"
        case .dictionary: "dictionary"
        }
    }

    /// Numbers of these types compare with one another.
    var isNumeric: Bool { self == .int || self == .float || self == .double || self == .decimal }

    /// Whether the SDK's predicates ask which of two such values is less.
    var isOrderedInSDK: Bool { self != .bool && self != .objectId && self != .uuid }
}
