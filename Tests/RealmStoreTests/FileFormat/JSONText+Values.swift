import TestSupport

@testable import RealmStore

/// Values of the engine in the form that the book gives them.
extension JSONText {
    static func integer(_ number: some BinaryInteger) -> JSONText { .number("\(number)") }

    static func hexadecimal(_ number: some BinaryInteger) -> JSONText { .string("0x" + String(number, radix: 16)) }

    /// The ref; null for none.
    static func ref(_ ref: Ref?) -> JSONText {
        guard let ref, !ref.isNone else { return .null }
        return .hexadecimal(ref.offset)
    }

    static func hexadecimalBytes(_ bytes: some Sequence<UInt8>) -> JSONText {
        .string(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    }

    static func real<Number: BinaryFloatingPoint & LosslessStringConvertible>(_ number: Number) -> JSONText {
        if number.isNaN { return .string("NaN") }
        if number.isInfinite { return .string(number < 0 ? "-Infinity" : "Infinity") }
        return .number(number.description)
    }

    static func members(_ members: KeyValuePairs<String, JSONText>) -> JSONText {
        .object(members.map { Member(name: $0.key, value: $0.value) })
    }

    static func decimal(_ decimal: Decimal128Bits) -> JSONText {
        if decimal.isNaN { return .string("NaN") }
        let sign = decimal.sign == .minus ? "-" : ""
        return .string(sign + (decimal.isInfinite ? "Infinity" : "\(decimal.coefficient)E\(decimal.exponent)"))
    }

    /// A value whose type is known from its column.
    static func value(_ value: Value) -> JSONText {
        switch value {
        case .null: .null
        case .int(let number): .integer(number)
        case .bool(let flag): .bool(flag)
        case .float(let number): real(number)
        case .double(let number): real(number)
        case .string(let bytes): .string(String(decoding: bytes, as: UTF8.self))
        case .binary(let bytes): hexadecimalBytes(bytes)
        case .timestamp(let time): .array([.integer(time.seconds), .integer(time.nanoseconds)])
        case .decimal(let number): decimal(number)
        case .objectId(let id): hexadecimalBytes(id.bytes)
        case .uuid(let id): uuid(id)
        case .link(let table, let key): .array([.integer(table.value), .integer(key.value)])
        case .list(let root), .dictionary(let root): ref(root)
        }
    }

    private static func uuid(_ id: UUIDBits) -> JSONText {
        let digits = Array(hexadecimalBytes(id.bytes).text ?? "")
        let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
        return .string(parts.joined(separator: "-"))
    }

    /// A value of any type, which names it.
    static func mixed(_ value: Value, in space: NodeSpace) throws -> JSONText {
        let name: String
        switch value {
        case .null, .bool: return .value(value)
        case .int: name = "int"
        case .float: name = "float"
        case .double: name = "double"
        case .string: name = "string"
        case .binary: name = "binary"
        case .timestamp: name = "timestamp"
        case .decimal: name = "decimal"
        case .objectId: name = "objectId"
        case .uuid: name = "uuid"
        case .link: name = "link"
        case .list(let root):
            let list = try CollectionTree.nestedList(root, in: space)
            let items = try (0..<list.count).map { try JSONText.mixed(list.value(at: $0), in: space) }
            return .members(["list": .array(items)])
        case .dictionary(let root):
            let dictionary = try DictionaryTree(root, hasIntegerKeys: false, in: space)
            return .members(["dictionary": try entries(dictionary, in: space)])
        }
        return .members([name: .value(value)])
    }

    /// Keys and values of a dictionary, in its order.
    static func entries(_ dictionary: DictionaryTree, in space: NodeSpace) throws -> JSONText {
        .array(
            try (0..<dictionary.count).map { position in
                let key = try JSONText.value(dictionary.key(at: position))
                return .array([key, try .mixed(dictionary.value(at: position), in: space)])
            })
    }

    /// True if both say the same: members in any order, numbers that are not whole by their values.
    func means(_ other: JSONText) -> Bool {
        switch (self, other) {
        case (.number(let lhs), .number(let rhs)):
            if lhs == rhs { return true }
            guard (lhs + rhs).contains(where: { ".eE".contains($0) }), let lhs = Double(lhs), let rhs = Double(rhs)
            else { return false }
            return lhs.bitPattern == rhs.bitPattern
        case (.array(let lhs), .array(let rhs)):
            return lhs.count == rhs.count && zip(lhs, rhs).allSatisfy { $0.means($1) }
        case (.object(let lhs), .object(let rhs)):
            guard lhs.count == rhs.count else { return false }
            return lhs.allSatisfy { member in other[member.name].map { member.value.means($0) } ?? false }
        default: return self == other
        }
    }
}
