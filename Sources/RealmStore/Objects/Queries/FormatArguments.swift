import Foundation

/// Arguments of format strings, as given by programs.
enum FormatArguments {
    /// The predicate of a format string. Traps for a text that is not a predicate, with the position and the expected
    /// input.
    static func predicate(_ format: String, _ arguments: [Any], _ session: Session?) -> Predicate {
        do {
            return try PredicateParser.parse(format: format, arguments.map { argument($0, session) })
        } catch {
            fatalError("Invalid predicate '\(format)': \(error)")
        }
    }

    /// The converted argument. Traps for a type that no property has, and for an object of another Realm.
    static func argument(_ value: Any, _ session: Session?) -> PredicateArgument {
        // Most arguments are of these types; checking for optionals and types stored as others is slow.
        if let text = value as? String { return .value(.text(text)) }
        if let number = value as? Int { return .value(.int(Int64(number))) }
        if let value = single(value, session) { return .value(value) }
        guard let content = LooseValue.unwrapped(value) else { return .value(.null) }
        if let elements = ObjectWriter.elements(content) {
            return .list(elements.map { single($0, session) ?? unusable($0) })
        }
        if let range = content as? any Sequence, let list = Array(sequence: range, session) { return .list(list) }
        return .value(unusable(content))
    }

    private static func unusable(_ value: Any) -> QueryValue {
        fatalError("'\(value)' of type \(type(of: value)) cannot be compared with a property.")
    }

    /// A single value as a constant, null included; nil for a collection and for a value that no property can hold.
    ///
    /// A value stored as an object is identified by the object's properties.
    static func single(_ value: Any?, _ session: Session?) -> QueryValue? {
        if let value, LooseValue.isPlain(value) { return constant(value, session) }
        guard let given = LooseValue.content(value) else { return .null }
        if let mapped = given as? any _StoredAs, let object = mapped._rlmObjcValue as? RLMObjectBase {
            return members(object)
        }
        return LooseValue.unwrapped(given).map { constant($0, session) } ?? .null
    }

    private static func constant(_ value: Any, _ session: Session?) -> QueryValue? {
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
        case let value as any GeoShaped: return .shape(value.shape)
        case let value as OpaqueArgument: return value.value
        case let value as any BinaryInteger: return Int64(exactly: value).map(QueryValue.int)
        case let value as NSNumber:
            return value.isFloatingPoint ? .double(value.doubleValue) : .int(value.int64Value)
        case let value as AnyRealmValue:
            switch value {
            case .none: return .null
            case .list: return .collection(.list)
            case .dictionary: return .collection(.dictionary)
            default: return constant(MixedContent.content(value), session)
            }
        default: return nil
        }
    }

    private static func object(_ object: RLMObjectBase, _ session: Session?) -> QueryValue {
        guard let place = object.place else {
            return .unmanaged(className: object.describedClass.className, identity: identity(of: object))
        }
        let origin = object.session?.path
        // Without a session, the Realm of the query is not known yet.
        guard let session else { return .managed(place.table, place.key, origin: origin ?? "") }
        if origin != session.path { fatalError("An object of another Realm cannot be part of a query.") }
        return .link(place.table, place.key)
    }

    /// A number that identifies an object in memory.
    static func identity(of object: RLMObjectBase) -> Int64 {
        Int64(Int(bitPattern: Unmanaged.passUnretained(object).toOpaque()))
    }

    private static func members(_ object: RLMObjectBase) -> QueryValue {
        let schema = object.describedClass
        return .members(
            ObjectMembers(
                className: schema.className,
                members: schema.properties.map { property in
                    let isSingle = !property.isArray && !property.isSet && !property.isMap
                    let isLink = property.type == .object || property.type == .linkingObjects
                    return ObjectMembers.Member(
                        name: property.name,
                        value: isSingle && !isLink ? single(object.value(forKey: property.name), nil) : nil)
                }))
    }
}

extension [QueryValue] {
    fileprivate init?(sequence: any Sequence, _ session: Session?) {
        var values: [QueryValue] = []
        for element in sequence {
            guard let value = FormatArguments.single(element, session) else { return nil }
            values.append(value)
        }
        self = values
    }
}
