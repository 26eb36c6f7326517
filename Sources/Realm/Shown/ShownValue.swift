import RealmStore

/// Values on their way between RealmStore and this module's classes.
package enum ShownValue {
    /// A value as an app of this module expects it: collections as this module's classes, null as nil, numbers and
    /// texts as they are.
    static func shown(_ value: Any?) -> Any? {
        switch value {
        case let collection as any RealmCollection: return shown(collection)
        case let map as any ShownMapSource: return map.shown
        case let realm as Realm: return RLMRealm(realm)
        case let schema as ObjectSchema: return RLMObjectSchema(schema)
        case let value as AnyRealmValue: return shown(value.content)
        case is NSNull: return nil
        default: return value
        }
    }

    private static func shown<Base: RealmCollection>(_ base: Base) -> Any {
        let maker = CollectionMaker(base: base)
        let traits = ElementTraits(Base.Element.self)
        if traits.isOptional || traits.type == .any { return maker.make(AnyObject.self) }
        if traits.objectType != nil { return maker.make(Base.Element.self) }
        return boxedType(of: traits.type).map { make(maker, $0) } ?? maker.make(AnyObject.self)
    }

    /// Opens the type of elements.
    private static func make<Base: RealmCollection, Element>(_ maker: CollectionMaker<Base>, _: Element.Type) -> Any {
        maker.make(Element.self)
    }

    /// The class that boxes values of a type.
    private static func boxedType(of type: RLMPropertyType) -> AnyObject.Type? {
        switch type {
        case .int, .bool, .float, .double: NSNumber.self
        case .string: NSString.self
        case .data: NSData.self
        case .date: NSDate.self
        case .objectId: ObjectId.self
        case .decimal128: Decimal128.self
        case .UUID: NSUUID.self
        case .object, .linkingObjects, .any: nil
        }
    }

    /// An element as the type that its collection is declared with.
    static func element<Element>(_ value: Any) -> Element {
        // Any value can be cast to these.
        if Element.self == AnyObject.self, let object = boxed(value) as? Element { return object }
        if Element.self != Any.self, let element = value as? Element { return element }
        let shown = shown(content(of: value)) ?? NSNull()
        if let element = shown as? Element { return element }
        misuse("An element of type \(Swift.type(of: value)) cannot be read as \(Element.self).")
    }

    /// A value as an object of Foundation or of this module; `NSNull` for nil.
    package static func boxed(_ value: Any) -> AnyObject {
        let shown = shown(content(of: value)) ?? NSNull()
        if type(of: shown) is AnyClass { return shown as AnyObject }
        return (shown as? NSNumber) ?? (shown as? NSString) ?? (shown as? NSDate) ?? (shown as? NSData)
            ?? (shown as? NSUUID) ?? shown as AnyObject
    }

    /// The content of optionals and mixed values; the stored form of enums and mapped types; `NSNull` for nil.
    static func content(of value: Any) -> Any {
        let stored = (value as? any _ObjcBridgeable)?._rlmObjcValue ?? value
        return (stored as? AnyRealmValue).map { $0.content ?? NSNull() } ?? stored
    }

    /// The mixed value that a program gave. Traps for one that no property can hold.
    package static func mixed(_ value: Any?) -> AnyRealmValue {
        if let value, type(of: value) is NSNumber.Type, let number = value as? NSNumber { return mixed(number) }
        switch value {
        case let id as RLMObjectId: return (try? ObjectId(string: id.stringValue)).map { .objectId($0) } ?? .none
        case let decimal as RLMDecimal128: return .decimal128(Decimal128(value: decimal))
        default: break
        }
        if let mixed = AnyRealmValue(content: value) { return mixed }
        misuse("'\(value ?? "nil")' of type \(type(of: value)) is no mixed value.")
    }

    /// By the type that the number was made of.
    private static func mixed(_ number: NSNumber) -> AnyRealmValue {
        switch String(cString: number.objCType) {
        case "B", "c": .bool(number.boolValue)
        case "f": .float(number.floatValue)
        case "d": .double(number.doubleValue)
        default: .int(number.intValue)
        }
    }

    /// The element that a program gave. Traps for a value of another type.
    static func given<Element: RealmCollectionValue>(_ value: Any) -> Element {
        if let element = value as? Element { return element }
        if !(Element.self is RLMObjectBase.Type), let element = Element._rlmFromObjc(value, insideOptional: false) {
            return element
        }
        misuse("'\(value)' of type \(type(of: value)) is no element of a collection of \(Element.self).")
    }
}

/// Makes this module's collection for one of RealmStore.
private struct CollectionMaker<Base: RealmCollection> {
    let base: Base

    func make<Element>(_: Element.Type) -> Any {
        let shown = _RLMShown(ShownElements(base: base))
        switch base {
        case is List<Base.Element>: return RLMArray<Element>(_shown: shown)
        case is MutableSet<Base.Element>: return RLMSet<Element>(_shown: shown)
        case is any LinkingObjectsBase: return RLMLinkingObjects<Element>(_shown: shown)
        default: return RLMResults<Element>(_shown: shown)
        }
    }
}

/// Linking objects of any class.
private protocol LinkingObjectsBase {}

extension LinkingObjects: LinkingObjectsBase {}
