/// Asks what type mixed values have: `v.@type == 'int'`.
final class TypeTest: RowTest {
    private let values: OperandTest.Side
    private let isNegated: Bool
    /// The types that are asked for; one of them, or for a negated test all, must apply.
    private let types: [MixedTypes]
    private var read = ValueGroups()
    let cost = 20

    init(_ values: OperandTest.Side, _ types: [MixedTypes], isNegated: Bool) {
        self.values = values
        self.types = types
        self.isNegated = isNegated
    }

    func filter(_ rows: RowSet) throws(FormatError) -> RowSet {
        try rows.filter { (row) throws(FormatError) in
            try values.reader.read(row, into: &read)
            return (0..<read.groupCount).contains { isMet(read.group($0)) }
        }
    }

    private func isMet(_ group: ArraySlice<Value>) -> Bool {
        func holds(_ value: Value) -> Bool {
            let type = MixedTypes(of: value)
            return types.contains { type.isDisjoint(with: $0) == isNegated }
        }
        switch read.isList ? values.quantifier : nil {
        case .all?: return group.allSatisfy(holds)
        case Operand.Quantifier.none?: return !group.contains(where: holds)
        case .any?, nil: return group.contains(where: holds)
        }
    }
}

/// The types of mixed values as queries name them.
struct MixedTypes: OptionSet {
    let rawValue: UInt16

    static let null = MixedTypes(rawValue: 1)
    static let int = MixedTypes(rawValue: 1 << 1)
    static let bool = MixedTypes(rawValue: 1 << 2)
    static let string = MixedTypes(rawValue: 1 << 3)
    static let binary = MixedTypes(rawValue: 1 << 4)
    static let timestamp = MixedTypes(rawValue: 1 << 5)
    static let float = MixedTypes(rawValue: 1 << 6)
    static let double = MixedTypes(rawValue: 1 << 7)
    static let decimal = MixedTypes(rawValue: 1 << 8)
    static let link = MixedTypes(rawValue: 1 << 9)
    static let objectId = MixedTypes(rawValue: 1 << 10)
    static let uuid = MixedTypes(rawValue: 1 << 11)
    static let dictionary = MixedTypes(rawValue: 1 << 12)
    static let list = MixedTypes(rawValue: 1 << 13)

    init(rawValue: UInt16) { self.rawValue = rawValue }

    init(of value: Value) {
        self =
            switch value {
            case .null: .null
            case .int: .int
            case .bool: .bool
            case .string: .string
            case .binary: .binary
            case .timestamp: .timestamp
            case .float: .float
            case .double: .double
            case .decimal: .decimal
            case .link: .link
            case .objectId: .objectId
            case .uuid: .uuid
            case .dictionary: .dictionary
            case .list: .list
            }
    }

    private static let names: [(names: [String], types: MixedTypes)] = [
        (["null"], .null),
        (["int", "integer", "int16", "int32", "int64", "short", "long", "byte", "char"], .int),
        (["bool", "boolean"], .bool), (["string"], .string),
        (["binary", "data", "bindata", "byte[]", "bytearray"], .binary),
        (["date", "timestamp", "datetimeoffset"], .timestamp), (["float"], .float), (["double"], .double),
        (["decimal", "decimal128"], .decimal), (["objectlink", "link"], .link), (["objectid"], .objectId),
        (["uuid", "guid"], .uuid), (["object", "dictionary"], .dictionary), (["array", "list"], .list),
        (["collection"], [.list, .dictionary]), (["numeric"], [.int, .float, .double, .decimal]),
    ]

    /// The types of that name, in any case; nil for none.
    init?(named name: String) {
        let name = name.lowercased()
        guard let found = MixedTypes.names.first(where: { $0.names.contains(name) }) else { return nil }
        self = found.types
    }

    static var allNames: [String] { names.flatMap(\.names) }
}

extension PredicateCompiler {
    func typeTest(
        _ comparison: Predicate.Comparison, _ left: Side, _ right: Side
    ) throws(QueryError) -> any RowTest {
        let (side, other) = left.asksType ? (left, right) : (right, left)
        guard let names = other.constants, !other.asksType else {
            throw error("A @type is compared with the name of a type", at: comparison.offset)
        }
        guard comparison.relation.isEquality else {
            throw error(
                "Unsupported operator \(comparison.relation.name) in query. Only equal (==) and not equal (!=) are "
                    + "supported for this type.", at: comparison.offset)
        }
        if side.quantifier != nil, !side.takesQuantifier, !side.isList {
            throw error("The keypath following '\(side.quantifier?.rawValue ?? "")' must contain a list", at: side.offset)
        }
        var types: [MixedTypes] = []
        for name in names {
            guard case .string(let bytes) = name else {
                throw error("A @type is compared with the name of a type", at: comparison.offset)
            }
            let text = String(decoding: bytes, as: UTF8.self)
            guard let found = MixedTypes(named: text) else {
                throw error(
                    "Unable to parse the type attribute string '\(text)', supported case insensitive values are: "
                        + MixedTypes.allNames.joined(separator: ", "), at: comparison.offset,
                    suggestions: PredicateError.suggestions(for: text, among: MixedTypes.allNames))
            }
            types.append(found)
        }
        return TypeTest(
            OperandTest.Side(reader: side.reader, quantifier: side.quantifier), types,
            isNegated: comparison.relation == .notEqual)
    }
}
