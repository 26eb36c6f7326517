@testable import RealmStore

/// A value that owns its bytes and compares bit by bit, as a model of `Value`.
enum LeafValue: Hashable {
    case null
    case int(Int64)
    case bool(Bool)
    case float(UInt32)
    case double(UInt64)
    case string([UInt8])
    case binary([UInt8])
    case timestamp(Timestamp)
    case decimal(Decimal128Bits)
    case objectId(ObjectIdBits)
    case uuid(UUIDBits)
    case link(TableKey, ObjectKey)
    case list(Ref)
    case dictionary(Ref)

    init(_ value: Value) {
        self =
            switch value {
            case .null: .null
            case .int(let number): .int(number)
            case .bool(let flag): .bool(flag)
            case .float(let number): .float(number.bitPattern)
            case .double(let number): .double(number.bitPattern)
            case .string(let bytes): .string(Array(bytes))
            case .binary(let bytes): .binary(Array(bytes))
            case .timestamp(let time): .timestamp(time)
            case .decimal(let number): .decimal(number)
            case .objectId(let id): .objectId(id)
            case .uuid(let id): .uuid(id)
            case .link(let table, let key): .link(table, key)
            case .list(let root): .list(root)
            case .dictionary(let root): .dictionary(root)
            }
    }

    /// Calls `body` with the value, whose bytes live as long as the call.
    func withValue<Result>(_ body: (Value) throws -> Result) rethrows -> Result {
        switch self {
        case .null: try body(.null)
        case .int(let number): try body(.int(number))
        case .bool(let flag): try body(.bool(flag))
        case .float(let bits): try body(.float(Float(bitPattern: bits)))
        case .double(let bits): try body(.double(Double(bitPattern: bits)))
        case .string(let bytes): try bytes.withUnsafeBytes { try body(.string($0)) }
        case .binary(let bytes): try bytes.withUnsafeBytes { try body(.binary($0)) }
        case .timestamp(let time): try body(.timestamp(time))
        case .decimal(let number): try body(.decimal(number))
        case .objectId(let id): try body(.objectId(id))
        case .uuid(let id): try body(.uuid(id))
        case .link(let table, let key): try body(.link(table, key))
        case .list(let root): try body(.list(root))
        case .dictionary(let root): try body(.dictionary(root))
        }
    }
}

extension LeafEditor {
    func insert(_ value: LeafValue, at index: Int, into leaf: inout Ref) throws {
        try value.withValue { try insert($0, at: index, in: &leaf) }
    }

    func set(_ value: LeafValue, at index: Int, of leaf: inout Ref) throws {
        try value.withValue { try set($0, at: index, in: &leaf) }
    }

    /// A leaf of those values, appended one by one.
    func make(_ values: [LeafValue]) throws -> Ref {
        var leaf = try makeEmpty()
        for (index, value) in values.enumerated() { try insert(value, at: index, into: &leaf) }
        return leaf
    }

    /// The values that readers see.
    func values(_ leaf: Ref) throws -> [LeafValue] {
        try (0..<count(leaf)).map { LeafValue(try value(at: $0, in: leaf)) }
    }
}
