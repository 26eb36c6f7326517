import Foundation

@testable import RealmStore

/// Compares the content of a Realm with a dump of the same file ("realm-dump-1").
final class DumpComparison {
    private let realm: Realm
    private(set) var differences: [String] = []
    /// Values compared, elements of collections included.
    private(set) var valueCount = 0

    init(_ realm: Realm) { self.realm = realm }

    private func expect(_ equal: Bool, _ place: @autoclosure () -> String) {
        if !equal, differences.count < 20 { differences.append(place()) }
    }

    func compare(_ dump: [String: Any]) {
        let version = (dump["schema_version"] as? String).flatMap { UInt64($0) }
        expect(realm.schemaVersion == version, "schema version \(String(describing: realm.schemaVersion))")
        let classes = dump["classes"] as? [[String: Any]] ?? []
        expect(realm.schema.objectSchema.map(\.className) == classes.map { $0["name"] as? String ?? "" }, "classes")
        for entry in classes {
            guard let name = entry["name"] as? String, let schema = realm.schema[name] else { continue }
            compare(schema, entry)
            compare(realm.dynamicObjects(name), schema, entry)
        }
    }

    private func compare(_ schema: ObjectSchema, _ entry: [String: Any]) {
        expect(schema.isEmbedded == (entry["table_type"] as? String == "embedded"), "\(schema.className): embedded")
        expect(schema.isAsymmetric == (entry["table_type"] as? String == "asymmetric"), "\(schema.className): kind")
        expect(schema.primaryKeyProperty?.name == entry["primary_key"] as? String, "\(schema.className): primary key")
        let properties = entry["properties"] as? [[String: Any]] ?? []
        let names = properties.map { $0["name"] as? String ?? "" }
        expect(schema.properties.map(\.name) == names, "\(schema.className): names")
        for (property, expected) in zip(schema.properties, properties) {
            let place = "\(schema.className).\(property.name)"
            let type = expected["type"] as? String
            expect(property.type.description == (type == "link" ? "object" : type), "\(place): type")
            let collection = expected["collection"] as? String
            expect(property.isArray == (collection == "list"), "\(place): list")
            expect(property.isSet == (collection == "set"), "\(place): set")
            expect(property.isMap == (collection == "dictionary"), "\(place): map")
            // Mixed values hold nil by themselves.
            let nullable = expected["nullable"] as? Bool == true && type != "mixed"
            expect(property.isOptional == nullable, "\(place): optional")
            expect(property.isIndexed == (expected["indexed"] as? Bool), "\(place): indexed")
            expect(property.isFullTextIndexed == (expected["fulltext"] as? Bool), "\(place): full text")
            expect(property.isPrimaryKey == (expected["primary_key"] as? Bool), "\(place): primary key")
            expect(property.objectClassName == expected["link_target"] as? String, "\(place): target")
        }
    }

    private func compare(
        _ objects: Results<DynamicObject>, _ schema: ObjectSchema, _ entry: [String: Any]
    ) {
        let expected = entry["objects"] as? [[String: Any]] ?? []
        expect(objects.count == expected.count, "\(schema.className): \(objects.count) objects, not \(expected.count)")
        for (object, record) in zip(objects, expected) {
            let key = record["key"] as? String ?? ""
            expect("\(object.objectKey)" == key, "\(schema.className): object \(object.objectKey), not \(key)")
            let values = record["values"] as? [String: Any] ?? [:]
            for property in schema.properties {
                func place() -> String { "\(schema.className)[\(key)].\(property.name)" }
                guard let expected = values[property.name] else {
                    expect(false, "\(place()): not in the dump")
                    continue
                }
                compare(object[property.name], property, expected, place)
            }
        }
    }

    private func compare(_ value: Any?, _ property: Property, _ expected: Any, _ place: () -> String) {
        let matcher = DumpValue(type: property.type)
        guard property.isCollection else {
            valueCount += 1
            return expect(matcher.matches(value, expected), "\(place()): \(value ?? "nil") is not \(expected)")
        }
        var list = expected as? [Any] ?? []
        if property.isMap {
            guard let entries = (value as? any Entries)?.entries else { return expect(false, "\(place()): no map") }
            let pairs = list.compactMap { $0 as? [Any] }
            expect(entries.map(\.key) == pairs.map { "\($0[0])" }, "\(place()): keys \(entries.map(\.key))")
            for (entry, pair) in zip(entries, pairs) {
                valueCount += 1
                expect(matcher.matches(entry.value, pair[1]), "\(place())[\(entry.key)]: \(entry.value ?? "nil")")
            }
            return
        }
        // Links to objects that do not exist are skipped in lists and sets of links.
        if property.type == .object { list = list.filter { !DumpValue.isUnresolved($0) } }
        guard let elements = (value as? any Elements)?.elements else {
            return expect(false, "\(place()): no collection")
        }
        expect(elements.count == list.count, "\(place()): \(elements.count) elements, not \(list.count)")
        for (index, (element, expected)) in zip(elements, list).enumerated() {
            valueCount += 1
            expect(
                matcher.matches(element, expected, isRequiredElement: !property.isOptional),
                "\(place())[\(index)]: \(element ?? "nil") is not \(expected)")
        }
    }
}

/// A list or set whose element type is not known.
private protocol Elements {
    var elements: [Any?] { get }
}

extension List: Elements { fileprivate var elements: [Any?] { map { flattened($0) } } }
extension MutableSet: Elements { fileprivate var elements: [Any?] { map { flattened($0) } } }

/// A map whose value type is not known.
private protocol Entries {
    var entries: [(key: String, value: Any?)] { get }
}

extension Map: Entries {
    fileprivate var entries: [(key: String, value: Any?)] { map { ($0.key._rlmText, flattened($0.value)) } }
}

private protocol Nullable {
    var wrapped: Any? { get }
}

extension Optional: Nullable {
    fileprivate var wrapped: Any? {
        switch self {
        case .none: nil
        case .some(let value): value
        }
    }
}

/// An element with the optional of its type taken off.
private func flattened(_ value: Any) -> Any? {
    if let nullable = value as? any Nullable { nullable.wrapped } else { value }
}

/// One value of the dump beside one that was read.
struct DumpValue {
    let type: PropertyType

    static func isUnresolved(_ expected: Any) -> Bool { (expected as? [String: Any])?["unresolved"] as? Bool == true }

    /// - Parameter isRequiredElement: a null stands for the value that a required element reads as.
    func matches(_ value: Any?, _ expected: Any, isRequiredElement: Bool = false) -> Bool {
        if expected is NSNull {
            if isRequiredElement, let data = value as? Data { return data.isEmpty }
            return value == nil
        }
        switch type {
        case .int: return (value as? Int).map { "\($0)" } == expected as? String
        case .bool: return value as? Bool == expected as? Bool
        case .string: return (value as? String).map { Array($0.utf8) } == (expected as? String).map { Array($0.utf8) }
        case .data: return value as? Data == (expected as? String).flatMap { Data(base64Encoded: $0) }
        case .date: return value as? Date == DumpValue.date(expected)
        case .float: return matchesFloat(value as? Float, expected)
        case .double: return matchesDouble(value as? Double, expected)
        case .decimal128: return matchesDecimal(value as? Decimal128, expected)
        case .objectId: return (value as? ObjectId)?.stringValue == expected as? String
        case .UUID: return (value as? UUID)?.uuidString.lowercased() == expected as? String
        case .object: return matchesLink(value as? DynamicObject, expected)
        case .any: return matchesMixed(value as? AnyRealmValue ?? MixedContent.value(value ?? NSNull()), expected)
        case .linkingObjects: return false
        }
    }

    static func date(_ expected: Any) -> Date? {
        guard let pair = expected as? [Any], let text = pair[0] as? String, let seconds = Double(text),
            let nanoseconds = pair[1] as? Int
        else { return nil }
        return Date(timeIntervalSinceReferenceDate: seconds - 978_307_200 + Double(nanoseconds) / 1e9)
    }

    private func matchesFloat(_ value: Float?, _ expected: Any) -> Bool {
        guard let value, let hex = (expected as? [String: Any])?["hex"] as? String else { return false }
        if hex.hasPrefix("nan:") { return UInt32(hex.dropFirst(4), radix: 16) == value.bitPattern }
        return Double(hex).map { Float($0).bitPattern } == value.bitPattern
    }

    private func matchesDouble(_ value: Double?, _ expected: Any) -> Bool {
        guard let value, let hex = (expected as? [String: Any])?["hex"] as? String else { return false }
        if hex.hasPrefix("nan:") { return UInt64(hex.dropFirst(4), radix: 16) == value.bitPattern }
        return Double(hex)?.bitPattern == value.bitPattern
    }

    private func matchesDecimal(_ value: Decimal128?, _ expected: Any) -> Bool {
        guard let value, let bits = (expected as? [String: Any])?["bits"] as? String else { return false }
        return value.hexadecimalBits == bits
    }

    private func matchesLink(_ value: DynamicObject?, _ expected: Any) -> Bool {
        if DumpValue.isUnresolved(expected) { return value == nil }
        guard let value, let link = expected as? [String: Any] else { return false }
        return value.objectSchema.className == link["class"] as? String
            && "\(value.objectKey)" == link["key"] as? String
    }

    private func matchesMixed(_ value: AnyRealmValue?, _ expected: Any) -> Bool {
        guard let value, let record = expected as? [String: Any], let type = record["type"] as? String,
            let inner = record["value"]
        else { return false }
        func same(_ type: PropertyType, _ value: Any) -> Bool { DumpValue(type: type).matches(value, inner) }
        switch (value, type) {
        case (.none, "null"): return true
        case (.none, "link"): return DumpValue.isUnresolved(inner)
        case (.int(let value), "int"): return same(.int, value)
        case (.bool(let value), "bool"): return same(.bool, value)
        case (.float(let value), "float"): return same(.float, value)
        case (.double(let value), "double"): return same(.double, value)
        case (.string(let value), "string"): return same(.string, value)
        case (.data(let value), "data"): return same(.data, value)
        case (.date(let value), "date"): return same(.date, value)
        case (.objectId(let value), "objectId"): return same(.objectId, value)
        case (.decimal128(let value), "decimal128"): return same(.decimal128, value)
        case (.uuid(let value), "uuid"): return same(.UUID, value)
        case (.object(let value), "link"): return same(.object, value)
        case (.list(let value), "list"):
            let expected = inner as? [Any] ?? []
            return value.count == expected.count && zip(value, expected).allSatisfy { matchesMixed($0, $1) }
        case (.dictionary(let value), "dictionary"):
            let expected = (inner as? [Any] ?? []).compactMap { $0 as? [Any] }
            return value.keys == expected.map { "\($0[0])" }
                && zip(value.values, expected).allSatisfy { matchesMixed($0, $1[1]) }
        default: return false
        }
    }
}

extension Decimal128 {
    /// All 128 bits as 32 hexadecimal digits, high word first.
    fileprivate var hexadecimalBits: String {
        [bits.high, bits.low].map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
