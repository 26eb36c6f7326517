import Foundation

/// Something that may contain objects, whose texts stop at a depth, since links can have cycles.
protocol NestedDescription {
    func description(depth: Int) -> String
}

/// The texts of objects, collections and values as printed by the SDK.
enum ObjectDescription {
    /// The objects and collections inside of each other that are shown, as in the SDK.
    private static let maximumDepth = 5
    /// The number of elements of a collection shown.
    static let shownElements = 100
    /// The number of bytes of data shown.
    private static let shownBytes = 24

    /// `Class {`, a line per property, `}`.
    static func text(of object: RLMObjectBase, depth: Int) -> String {
        guard !object.isInvalidated else { return "[invalid object]" }
        guard depth < maximumDepth else { return "<Maximum depth exceeded>" }
        return DescriptionLimit.text {
            let schema = object.describedClass
            let lines = schema.properties.map { property in
                "\(property.name) = \(text(ofValue: object[property.name], depth: depth + 1));"
            }
            return "\(schema.className) {\n" + lines.map { indented($0) + "\n" }.joined() + "}"
        }
    }

    /// `name (`, a line per element, `)`.
    static func text<Elements: Sequence>(
        ofElements elements: Elements, count: Int, name: String, depth: Int, label: (Int, Elements.Element) -> String,
        value: (Elements.Element) -> Any
    ) -> String {
        guard depth < maximumDepth else { return "<Maximum depth exceeded>" }
        return DescriptionLimit.text {
            let lines = elements.prefix(shownElements).enumerated().map { index, element in
                indented("\(label(index, element)) \(text(ofValue: value(element), depth: depth + 1))")
            }
            let skipped = count > lines.count ? "\n\t... \(count - lines.count) objects skipped." : ""
            return "\(name) (\n" + lines.joined(separator: ",\n") + skipped + "\n)"
        }
    }

    /// The address of an object in memory, which distinguishes collections.
    static func address(of object: AnyObject) -> String {
        "<0x\(String(UInt(bitPattern: ObjectIdentifier(object)), radix: 16))>"
    }

    static func text(ofValue value: Any?, depth: Int) -> String {
        switch value {
        case nil: "(null)"
        case let value as Bool: value ? "1" : "0"
        case let value as Data: text(of: value)
        case let value as any NestedDescription: value.description(depth: depth)
        case .some(let value): "\(value)"
        }
    }

    private static func text(of data: Data) -> String {
        let hex = data.prefix(shownBytes).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count < 2 ? "0" + digits : digits
        }.joined()
        return data.count > shownBytes ? "<\(hex)... — \(data.count) total bytes>" : "<\(hex)>"
    }
}

extension RLMObjectBase: NestedDescription {
    func description(depth: Int) -> String { ObjectDescription.text(of: self, depth: depth) }
}

extension _RealmSchemaDiscoverable {
    /// The name of the type in a schema: for objects, their class.
    static var schemaName: String {
        let traits = _PropertyTraits(Self.self)
        return traits.target?.className() ?? traits.type.name
    }
}

extension AnyRealmValue: NestedDescription {
    func description(depth: Int) -> String {
        switch self {
        case .none: "(null)"
        case .int(let value): "\(value)"
        case .bool(let value): value ? "1" : "0"
        case .float(let value): "\(value)"
        case .double(let value): "\(value)"
        case .string(let value): value
        case .data(let value): "\(value)"
        case .date(let value): "\(value)"
        case .object(let value): value.description(depth: depth)
        case .objectId(let value): "\(value)"
        case .decimal128(let value): "\(value)"
        case .uuid(let value): "\(value)"
        case .dictionary(let value): value.description(depth: depth)
        case .list(let value): value.description(depth: depth)
        }
    }
}
