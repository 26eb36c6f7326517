import Foundation
import RealmStore

/// What a Realm holds, as a text that is the same for the same content.
enum ContentText {
    /// A line for each object of these classes; nil for all classes.
    static func text(of realm: Realm, classes: [String]? = nil) -> String {
        var lines: [String] = []
        for schema in realm.schema.objectSchema where !schema.isEmbedded {
            if let classes, !classes.contains(schema.className) { continue }
            for object in realm.dynamicObjects(schema.className) {
                lines.append("\(name(of: object)) \(properties(of: object))\n")
            }
        }
        return lines.joined()
    }

    /// Class and key, by which links name the object.
    private static func name(of object: DynamicObject) -> String {
        let key = object.objectSchema.primaryKeyProperty.flatMap { object[$0.name] }
        return "\(object.objectSchema.className) \(key.map(value) ?? "\(object.objectKey)")"
    }

    private static func properties(of object: DynamicObject) -> String {
        let properties = object.objectSchema.properties.map { "\($0.name): \(value(object[$0.name] as Any))" }
        return "{\(properties.joined(separator: ", "))}"
    }

    private static func value(_ value: Any) -> String {
        switch value {
        case let value as any ContentPart: value.contentText
        case let object as DynamicObject:
            object.objectSchema.isEmbedded ? properties(of: object) : name(of: object)
        case let data as Data: data.base64EncodedString()
        case let number as Float: "\(number) \(number.bitPattern)"
        case let number as Double: "\(number) \(number.bitPattern)"
        case let date as Date: "\(date.timeIntervalSinceReferenceDate)"
        case let text as String: text.debugDescription
        default: "\(value)"
        }
    }

    fileprivate static func list(_ elements: some Sequence) -> String {
        "[\(elements.map { value($0) }.joined(separator: ", "))]"
    }

    fileprivate static func map<Value>(_ entries: some Sequence<(key: String, value: Value)>) -> String {
        "{\(entries.map { "\($0.key.debugDescription): \(value($0.value))" }.joined(separator: ", "))}"
    }
}

/// A value that has others in it, of types that are not known.
private protocol ContentPart {
    var contentText: String { get }
}

extension List: ContentPart { fileprivate var contentText: String { ContentText.list(self) } }
extension MutableSet: ContentPart { fileprivate var contentText: String { ContentText.list(self) } }

extension Map: ContentPart {
    fileprivate var contentText: String { ContentText.map(map { (key: $0.key._rlmText, value: $0.value) }) }
}

extension AnyRealmValue: ContentPart {
    fileprivate var contentText: String {
        switch self {
        case .list(let list): list.contentText
        case .dictionary(let map): map.contentText
        case .object(let object): "\(object.objectSchema.className) \(object.objectKey)"
        default: "\(self)"
        }
    }
}
