import Foundation

/// The objects that link to an object through one property: live, and read-only.
///
/// An object whose list links here twice occurs twice. The order is that of the stored links. Empty for an unmanaged
/// object.
public struct LinkingObjects<Element: ObjectBase & RealmCollectionValue>: RealmCollection {
    /// The property that links here.
    public let originPropertyName: String
    private let origins: LinkOrigins?

    /// Creates an empty collection: the initial value of a property.
    ///
    /// - Complexity: O(1)
    public init(fromType _: Element.Type, property propertyName: String) {
        originPropertyName = propertyName
        origins = nil
    }

    init(_ origins: LinkOrigins?, _ propertyName: String) {
        originPropertyName = propertyName
        self.origins = origins
    }

    func moved(to session: Session) -> LinkingObjects? {
        origins?.counterpart(in: session).map { LinkingObjects($0, originPropertyName) }
    }

    /// The Realm of the object; nil for an unmanaged one.
    public var realm: Realm? { (origins?.session).map(Realm.init(session:)) }

    /// True once the target object is gone.
    public var isInvalidated: Bool { origins?.isGone ?? false }

    /// Number of links.
    ///
    /// - Complexity: O(1)
    public var count: Int { origins?.count ?? 0 }

    /// The object of the link at `index`. Traps out of bounds.
    ///
    /// - Complexity: O(log n), where n is the greater of the number of links and that of objects of the class.
    public subscript(index: Int) -> Element {
        guard let origins else {
            if let element = KeyPathRecorder.element(of: Element.self) { return element }
            misuse("Index \(index) is out of bounds (count 0)")
        }
        return Element.element(origins.link(at: index), origins.session)
    }

    /// The rows on which queries start; none in memory.
    public var _rlmRows: _CollectionRows { _CollectionRows(rows: origins?.rows(of: Element.self)) }

    /// An iterator over the objects that link here now: changes during the loop neither skip nor repeat any.
    ///
    /// - Complexity: O(n · log n), where n is the number of links.
    public func makeIterator() -> RLMIterator<Element> {
        guard let rows = origins?.rows(of: Element.self) else { return RLMIterator { nil } }
        return Results(rows).makeIterator()
    }

    /// Up to 100 objects, a line each.
    public var description: String { description(depth: 0) }

    /// True for the links through the same property to the same object.
    public static func == (lhs: LinkingObjects<Element>, rhs: LinkingObjects<Element>) -> Bool {
        guard let left = lhs.origins, let right = rhs.origins else { return lhs.origins == nil && rhs.origins == nil }
        return left.session === right.session && left.target == right.target && left.column == right.column
    }
}

extension LinkingObjects: LinkingObjectsProtocol {}

extension LinkingObjects: NestedDescription {
    func description(depth: Int) -> String {
        guard let origins else { return "LinkingObjects<\(Element.className())> <0x0> (\n\n)" }
        return described("LinkingObjects", at: origins, depth: depth)
    }
}

extension LinkingObjects: _ObjcBridgeable {}

extension LinkingObjects: _Persistable {
    /// SDK name: `PersistedType`.
    public typealias PersistedType = LinkingObjects

    /// Linking objects.
    public static var _rlmType: PropertyType { .linkingObjects }
    /// Records the origin of the links.
    public static func _rlmPopulateProperty(_ traits: inout _PropertyTraits) { traits.target = Element.self }
    /// Never called: the property is declared with the name of the other one.
    public static func _rlmDefaultValue() -> LinkingObjects { LinkingObjects(fromType: Element.self, property: "") }

    /// The objects that link to `object`.
    public static func _rlmGetProperty(_ object: ObjectBase, _ key: PropertyKey) -> LinkingObjects {
        object.linkingObjects(key)
    }

    /// Nil: computed, not stored.
    public static func _rlmEncode(_ value: LinkingObjects, _ scratch: _ValueScratch) -> _EncodedValue? { nil }

    /// Traps: linking objects change with the links.
    public static func _rlmSetProperty(_ object: ObjectBase, _ key: PropertyKey, _ value: LinkingObjects) {
        fatalError("Linking objects are read-only: they change with the links that lead here.")
    }

    /// Traps: linking objects change with the links.
    public static func _rlmAssigned(_ value: LinkingObjects, to old: LinkingObjects?) -> LinkingObjects {
        fatalError("Linking objects are read-only: they change with the links that lead here.")
    }
}

extension RLMObjectBase {
    /// The entries of a map property; nil in an object that traces a key path, and for a lost one.
    final func entries(_ property: PropertyKey) -> MapEntriesReader? {
        guard let binding else {
            recorder?.note(property, of: self)
            return nil
        }
        return liveRow.map { MapEntriesReader(binding.column(property), of: $0, binding.session) }
    }

    /// The objects that link here.
    final func linkingObjects<Element>(_ key: PropertyKey) -> LinkingObjects<Element> {
        guard let binding, let model = binding.model else {
            recorder?.note(key, of: self)
            return LinkingObjects(nil, "")
        }
        let property = model.properties[Int(key)]
        let name = property.originProperty ?? ""
        guard liveRow != nil, let place, let className = property.described.objectClassName,
            let table = binding.session.group.table(ofClass: className)
        else { return LinkingObjects(nil, name) }
        let columnName = binding.session.models.property(name, of: className)?.columnName ?? name
        guard let column = table.column(named: columnName) else { return LinkingObjects(nil, name) }
        return LinkingObjects(LinkOrigins(binding.session, place, from: table, column), name)
    }
}

extension LinkingObjects: ThreadConfined {
    /// The links to the same object in another session of the same file; invalidated if it is gone there.
    public func _rlmCounterpart(in target: _SessionHandle) -> LinkingObjects? { moved(to: target.session) }
}
