import TestSupport

@testable import RealmStore

/// A value that owns its bytes, for models.
enum TreeValue: Hashable {
    case null
    case int(Int64)
    case bool(Bool)
    /// Bits, since a NaN differs from itself.
    case float(UInt32)
    case double(UInt64)
    case string([UInt8])
    case binary([UInt8])
    case timestamp(Timestamp)
    case decimal(low: UInt64, high: UInt64)
    case objectId(ObjectIdBits)
    case uuid(UUIDBits)
    case link(TableKey, ObjectKey)
    case list(Ref)
    case dictionary(Ref)

    init(_ value: Value) {
        self =
            switch value {
            case .null: .null
            case .int(let value): .int(value)
            case .bool(let value): .bool(value)
            case .float(let value): .float(value.bitPattern)
            case .double(let value): .double(value.bitPattern)
            case .string(let bytes): .string(Array(bytes))
            case .binary(let bytes): .binary(Array(bytes))
            case .timestamp(let value): .timestamp(value)
            case .decimal(let value): .decimal(low: value.low, high: value.high)
            case .objectId(let value): .objectId(value)
            case .uuid(let value): .uuid(value)
            case .link(let table, let key): .link(table, key)
            case .list(let root): .list(root)
            case .dictionary(let root): .dictionary(root)
            }
    }

    /// Calls `body` with the value as editors take it.
    func with<Result>(_ body: (Value) throws -> Result) rethrows -> Result {
        switch self {
        case .null: try body(.null)
        case .int(let value): try body(.int(value))
        case .bool(let value): try body(.bool(value))
        case .float(let bits): try body(.float(Float(bitPattern: bits)))
        case .double(let bits): try body(.double(Double(bitPattern: bits)))
        case .string(let bytes): try bytes.withUnsafeBytes { try body(.string($0)) }
        case .binary(let bytes): try bytes.withUnsafeBytes { try body(.binary($0)) }
        case .timestamp(let value): try body(.timestamp(value))
        case .decimal(let low, let high): try body(.decimal(Decimal128Bits(low: low, high: high)))
        case .objectId(let value): try body(.objectId(value))
        case .uuid(let value): try body(.uuid(value))
        case .link(let table, let key): try body(.link(table, key))
        case .list(let root): try body(.list(root))
        case .dictionary(let root): try body(.dictionary(root))
        }
    }
}

extension TreeValue {
    static func text(_ text: String) -> TreeValue { .string(Array(text.utf8)) }

    static func decimal(_ text: String) -> TreeValue { TreeValue(.decimal(Decimal128Bits(text: text)!)) }

    /// All elements of a list or set.
    static func elements(of root: Ref, _ column: Column, in space: NodeSpace) throws -> [TreeValue] {
        var values: [TreeValue] = []
        try CollectionTree(root, of: column, in: space).forEachLeaf { (leaf) throws(FormatError) in
            for row in 0..<leaf.count { values.append(TreeValue(try leaf.value(row))) }
        }
        return values
    }
}

extension Column {
    /// A column for the elements of a list or set.
    static func elements(of type: ValueType, nullable: Bool = false) -> Column {
        let attributes: ColumnAttributes = nullable ? [.nullable] : []
        return Column(
            name: "elements", key: ColumnKey((Int64(type.rawValue) << 16) | (attributes.rawValue << 22)), type: type,
            attributes: attributes, hasIntegerKeys: false, oppositeTable: type == .link ? TableKey(7) : .null,
            oppositeColumn: .null, indexRoot: .none, enumeratedValues: nil)
    }
}

extension SeededGenerator {
    mutating func bytes(below limit: Int) -> [UInt8] {
        // Mostly short ones, now and then one that needs another form of leaf.
        let count = chance(percent: 97) ? below(12) : below(limit)
        return (0..<count).map { _ in UInt8(97 + below(4)) }
    }

    /// A value that a column of that type can hold.
    mutating func value(of type: ValueType, nullable: Bool) -> TreeValue {
        if nullable, chance(percent: 10) { return .null }
        let bits = next() >> (next() % 64)
        switch type {
        case .bool: return .bool(chance(percent: 50))
        case .string: return .string(bytes(below: 100))
        case .binary: return .binary(bytes(below: 100))
        case .timestamp:
            return .timestamp(Timestamp(seconds: Int64(bits >> 1), nanoseconds: Int32(below(1_000_000_000))))
        case .float: return .float(Float(below(2000)).bitPattern)
        case .double: return .double((Double(below(2000)) / 4).bitPattern)
        case .decimal: return TreeValue(.decimal(Decimal128Bits(Int64(bits >> 1))))
        case .objectId: return .objectId(ObjectIdBits(high: bits, low: UInt32(below(9))))
        case .uuid: return .uuid(UUIDBits(high: next() >> 60, low: bits))
        case .link: return .link(TableKey(7), ObjectKey(Int64(below(5000))))
        case .mixed:
            let types: [ValueType] = [
                .int, .bool, .string, .binary, .timestamp, .float, .double, .decimal, .objectId, .uuid, .link,
            ]
            return value(of: types[below(types.count)], nullable: true)
        default: return .int(Int64(bitPattern: bits))
        }
    }
}
