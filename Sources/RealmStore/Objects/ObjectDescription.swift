import Foundation

/// The text of an object as the SDK prints it: `Class {`, a line per property, `}`.
enum ObjectDescription {
    /// Links are followed that deep.
    private static let maximumDepth = 5
    /// Bytes of data that are shown.
    private static let shownBytes = 24

    static func text(of object: RLMObjectBase, depth: Int) -> String {
        guard let row = object.row else { return "[invalid object]" }
        guard depth <= maximumDepth else { return "<Maximum depth exceeded>" }
        let reader = PropertyReader(object.session, row)
        let lines = row.table.columns.map { column in
            "\(column.name) = \(text(ofValue: reader.value(of: column), depth: depth));"
        }
        return "\(row.table.className ?? row.table.name) {\n" + lines.map { indented($0) + "\n" }.joined() + "}"
    }

    private static func text(ofValue value: Any?, depth: Int) -> String {
        switch value {
        case nil: return "(null)"
        case let value as Bool: return value ? "1" : "0"
        case let value as Data: return text(of: value)
        case let value as RLMObjectBase: return text(of: value, depth: depth + 1)
        case let value as AnyRealmValue: return text(ofMixed: value, depth: depth)
        case .some(let value): return "\(value)"
        }
    }

    private static func text(ofMixed value: AnyRealmValue, depth: Int) -> String {
        switch value {
        case .none: "(null)"
        case .int(let value): "\(value)"
        case .bool(let value): value ? "1" : "0"
        case .float(let value): "\(value)"
        case .double(let value): "\(value)"
        case .string(let value): value
        case .data(let value): text(of: value)
        case .date(let value): "\(value)"
        case .object(let value): text(of: value, depth: depth + 1)
        case .objectId(let value): "\(value)"
        case .decimal128(let value): "\(value)"
        case .uuid(let value): "\(value)"
        case .dictionary(let value): "\(value)"
        case .list(let value): "\(value)"
        }
    }

    private static func text(of data: Data) -> String {
        let hex = data.prefix(shownBytes).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        return data.count > shownBytes ? "<\(hex)... — \(data.count) total bytes>" : "<\(hex)>"
    }
}
