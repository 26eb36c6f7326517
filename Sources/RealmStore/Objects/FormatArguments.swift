import Foundation

/// Arguments of format strings, as programs give them.
enum FormatArguments {
    /// The predicate of a format string. Traps for text that is none, with the place and what was expected.
    static func predicate(_ format: String, _ arguments: [Any], _ session: Session?) -> Predicate {
        do {
            return try PredicateParser.parse(format: format, arguments.map { argument($0, session) })
        } catch {
            fatalError("Invalid predicate '\(format)': \(error)")
        }
    }

    /// What an argument stands for. Traps for a type that no property has, and for an object of another Realm.
    static func argument(_ value: Any, _ session: Session?) -> PredicateArgument {
        // Most arguments are of these types; whether it is an optional or stored as something else takes long to ask.
        if let text = value as? String { return .value(.text(text)) }
        if let number = value as? Int { return .value(.int(Int64(number))) }
        guard let content = ValueEncoder.unwrapped(value) else { return .value(.null) }
        if let value = constant(content, session) { return .value(value) }
        if let elements = ObjectWriter.elements(content) {
            return .list(
                elements.map { element in
                    guard let inner = ValueEncoder.unwrapped(element) else { return .null }
                    return constant(inner, session) ?? unusable(element)
                })
        }
        if let range = content as? any Sequence, let list = Array(sequence: range, session) { return .list(list) }
        return .value(unusable(content))
    }

    private static func unusable(_ value: Any) -> QueryValue {
        fatalError("'\(value)' of type \(type(of: value)) cannot be compared with a property.")
    }

    /// A single value as a constant; nil for a collection and for what no property holds.
    static func constant(_ value: Any, _ session: Session?) -> QueryValue? {
        switch value {
        case let value as String: return .text(value)
        case let value as Int: return .int(Int64(value))
        case let value as Bool: return .bool(value)
        case let value as Double: return .double(value)
        case let value as Float: return .float(value)
        case let value as Date: return .timestamp(Timestamp(value))
        case let value as Data: return .binary(Array(value))
        case let value as ObjectId: return .objectId(value.bits)
        case let value as UUID: return .uuid(value.bits)
        case let value as Decimal128: return .decimal(value.bits)
        case let value as RLMObjectBase: return object(value, session)
        case let value as any BinaryInteger: return Int64(exactly: value).map(QueryValue.int)
        case let value as NSNumber:
            return value.isFloatingPoint ? .double(value.doubleValue) : .int(value.int64Value)
        case let value as AnyRealmValue:
            if case .none = value { return .null }
            return constant(MixedContent.content(value), session)
        default: return nil
        }
    }

    private static func object(_ object: RLMObjectBase, _ session: Session?) -> QueryValue {
        guard let place = object.place else {
            fatalError("An object that is in no Realm cannot be part of a query.")
        }
        if let session, object.session?.path != session.path {
            fatalError("An object of another Realm cannot be part of a query.")
        }
        return .link(place.table, place.key)
    }
}

extension [QueryValue] {
    fileprivate init?(sequence: any Sequence, _ session: Session?) {
        var values: [QueryValue] = []
        for element in sequence {
            guard let content = ValueEncoder.unwrapped(element) else {
                values.append(.null)
                continue
            }
            guard let value = FormatArguments.constant(content, session) else { return nil }
            values.append(value)
        }
        self = values
    }
}
