/// The order of values of any type, as used for mixed values, set elements and search indexes.
///
/// Source: file-format/collections.md, "Order of values".
package enum ValueOrder {
    /// Negative, zero or positive as `lhs` comes before, equals or comes after `rhs`.
    ///
    /// Numbers compare across their types; NaN comes before all numbers, null before everything, values that are
    /// collections by their type only. Sets of one type differ in two points: see `ElementOrder`.
    package static func compare(_ lhs: Value, _ rhs: Value) -> Int {
        switch (lhs, rhs) {
        case (.int(let lhs), .int(let rhs)): return order(lhs, rhs)
        case (.bool(let lhs), .bool(let rhs)): return order(lhs ? 1 : 0, rhs ? 1 : 0)
        case (.string(let lhs), .string(let rhs)): return ByteOrder.compare(lhs, rhs)
        case (.binary(let lhs), .binary(let rhs)): return ByteOrder.compare(lhs, rhs)
        case (.timestamp(let lhs), .timestamp(let rhs)): return order(lhs, rhs)
        case (.objectId(let lhs), .objectId(let rhs)): return order(lhs, rhs)
        case (.uuid(let lhs), .uuid(let rhs)): return order(lhs, rhs)
        case (.link(let lhsTable, let lhs), .link(let rhsTable, let rhs)):
            return lhsTable == rhsTable ? order(lhs, rhs) : order(lhsTable.value, rhsTable.value)
        default:
            if let lhs = number(lhs), let rhs = number(rhs) { return MixedNumber.compare(lhs, rhs) }
            return order(rank(lhs), rank(rhs))
        }
    }

    /// A hash that equal values of one type share.
    package static func hash(of value: Value) -> Int {
        var hasher = Hasher()
        hasher.combine(rank(value))
        switch value {
        case .int(let value): hasher.combine(value)
        case .string(let bytes), .binary(let bytes): hasher.combine(bytes: bytes)
        case .objectId(let value): hasher.combine(value)
        case .uuid(let value): hasher.combine(value)
        case .bool(let value): hasher.combine(value)
        case .timestamp(let value): hasher.combine(value)
        // Equal numbers may have several bit patterns: 0 has two signs, NaN has many.
        case .float(let value): hasher.combine(value.isNaN ? 0 : value)
        case .double(let value): hasher.combine(value.isNaN ? 0 : value)
        case .decimal(let value): hasher.combine(value)
        case .link(let table, let key):
            hasher.combine(table.value)
            hasher.combine(key)
        case .null, .list, .dictionary: break
        }
        return hasher.finalize()
    }

    private static func order<T: Comparable>(_ lhs: T, _ rhs: T) -> Int { lhs < rhs ? -1 : lhs == rhs ? 0 : 1 }

    private static func number(_ value: Value) -> MixedNumber? {
        switch value {
        case .int(let value): .int(value)
        case .float(let value): .float(value)
        case .double(let value): .double(value)
        case .decimal(let value): .decimal(value)
        default: nil
        }
    }

    private static func rank(_ value: Value) -> Int {
        switch value {
        case .null: -1
        case .bool: 0
        case .int, .float, .double, .decimal: 1
        case .string: 2
        case .binary: 3
        case .timestamp: 4
        case .objectId: 5
        case .uuid: 6
        case .link: 7
        case .list: 8
        case .dictionary: 9
        }
    }
}

extension Value {
    /// True if the values are of one type and equal. Collections are never the same.
    package func isSame(as other: Value) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.int, .int), (.bool, .bool), (.float, .float), (.double, .double), (.string, .string),
            (.binary, .binary), (.timestamp, .timestamp), (.objectId, .objectId), (.uuid, .uuid), (.link, .link):
            ValueOrder.compare(self, other) == 0
        case (.decimal(let bits), .decimal(let other)): bits == other
        default: false
        }
    }
}
