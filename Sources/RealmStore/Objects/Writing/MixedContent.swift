import Foundation

extension AnyRealmValue {
    /// The value itself: a number, a text, an object, a collection …; nil for `none`.
    package var content: Any? { LooseValue.unwrapped(MixedContent.content(self)) }

    /// The mixed value of `content`; nil if no property can hold it.
    package init?(content: Any?) {
        guard let value = MixedContent.value(content ?? NSNull()) else { return nil }
        self = value
    }
}

/// Conversion between mixed values and loosely typed ones.
enum MixedContent {
    /// The mixed value of `input`, or nil if no property can hold it.
    static func value(_ input: Any) -> AnyRealmValue? {
        guard let content = LooseValue.unwrapped(input) else { return AnyRealmValue.none }
        switch content {
        case let value as AnyRealmValue: return value
        case let value as Int: return .int(value)
        case let value as Bool: return .bool(value)
        case let value as String: return .string(value)
        case let value as Double: return .double(value)
        case let value as Float: return .float(value)
        case let value as Data: return .data(value)
        case let value as Date: return .date(value)
        case let value as ObjectId: return .objectId(value)
        case let value as Decimal128: return .decimal128(value)
        case let value as UUID: return .uuid(value)
        case let value as Object: return .object(value)
        case let value as List<AnyRealmValue>: return .list(value)
        case let value as Map<String, AnyRealmValue>: return .dictionary(value)
        case let value as any BinaryInteger: return Int(exactly: value).map(AnyRealmValue.int)
        default: return collection(content)
        }
    }

    private static func collection(_ content: Any) -> AnyRealmValue? {
        if let entries = ObjectWriter.entries(content) {
            let map = Map<String, AnyRealmValue>()
            for (key, element) in entries {
                guard let value = value(element ?? NSNull()) else { return nil }
                map.updateValue(value, forKey: key)
            }
            return .dictionary(map)
        }
        guard !(content is any UnorderedContent), let elements = ObjectWriter.elements(content) else { return nil }
        let list = List<AnyRealmValue>()
        for element in elements {
            guard let value = value(element) else { return nil }
            list.append(value)
        }
        return .list(list)
    }

    /// The content of a mixed value; `NSNull` for none.
    static func content(_ value: AnyRealmValue) -> Any {
        switch value {
        case .none: NSNull()
        case .int(let value): value
        case .bool(let value): value
        case .float(let value): value
        case .double(let value): value
        case .string(let value): value
        case .data(let value): value
        case .date(let value): value
        case .object(let value): value
        case .objectId(let value): value
        case .decimal128(let value): value
        case .uuid(let value): value
        case .dictionary(let value): value
        case .list(let value): value
        }
    }
}
