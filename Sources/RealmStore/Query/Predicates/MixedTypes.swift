/// The types of mixed values as named in queries.
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
