import Foundation

/// Base class of views of an object that show some of its properties, or those of objects it links to.
///
///     class PersonView: Projection<Person> {
///         @Projected(\Person.first) var name
///         @Projected(\Person.home?.city) var city
///     }
///
/// `realm.objects(PersonView.self)` gives the views of all objects; conditions and orders in text name the object's own
/// properties.
open class Projection<Root: ObjectBase & RealmCollectionValue & ThreadConfined>: RealmCollectionValue,
    ProjectionObservable
{
    /// Stored like the object.
    public typealias PersistedType = Root.PersistedType

    /// The shown object; it may be unmanaged.
    public let rootObject: Root

    /// Creates a view of an object.
    ///
    /// Traps for a class with a property whose key path does not begin with one marked `@Persisted`.
    public required init(projecting object: Root) {
        rootObject = object
        _ = projectedProperties
    }

    /// The properties that the class shows.
    final var projectedProperties: [ProjectedProperty<Root>] { ProjectedProperty.all(of: self) }

    /// The shown properties; used by the library only.
    public final var _rlmShown: [_ShownProperty] {
        projectedProperties.map { property in
            _ShownProperty(name: property.name, path: property.path) { ($0 as? Root)?[keyPath: property.keyPath] }
        }
    }

    /// True for views of the same object, whatever their classes.
    public static func == (lhs: Projection, rhs: Projection) -> Bool {
        lhs.rootObject.isSameObject(as: rhs.rootObject)
    }

    /// A hash consistent with `==`.
    public func hash(into hasher: inout Hasher) {
        if let place = rootObject.place {
            hasher.combine(place)
        } else {
            hasher.combine(ObjectIdentifier(rootObject))
        }
    }

    /// The classes, and a line for each property.
    open var description: String { description(depth: 0) }

    func description(depth: Int) -> String {
        let title = "\(type(of: self))<\(type(of: rootObject))> \(ObjectDescription.address(of: rootObject))"
        guard !isInvalidated else { return "\(title) [invalid object]" }
        return DescriptionLimit.text {
            let lines = projectedProperties.map { property in
                let value = ObjectDescription.text(
                    ofValue: LooseValue.content(rootObject[keyPath: property.keyPath]), depth: depth + 1)
                return indented("\(property.name)(\\.\(property.path)) = \(value);")
            }
            return "\(title) {\n" + lines.map { $0 + "\n" }.joined() + "}"
        }
    }

    // MARK: As an element

    /// A view of a new object.
    public static func _rlmDefaultValue() -> Self { Self(projecting: Root()) }

    /// Links.
    public static var _rlmType: PropertyType { .object }

    /// Adds the class of the object.
    public static func _rlmPopulateProperty(_ traits: inout _PropertyTraits) { traits.target = Root.self }

    /// A view of the object linked to; nil if there is none.
    public static func _rlmFromStored(_ stored: _StoredValue) -> Self? {
        Root._rlmFromStored(stored).map { Self(projecting: $0) }
    }

    /// Nil: a view is not stored.
    public static func _rlmEncode(_ value: Projection, _ scratch: _ValueScratch) -> _EncodedValue? { nil }

    /// A view, or an object to create one from.
    public static func _rlmFromObjc(_ value: Any, insideOptional: Bool) -> Self? {
        (value as? Self) ?? (value as? Root).map { Self(projecting: $0) }
    }
}

extension Projection: CustomStringConvertible, NestedDescription, KeypathSortable {}

extension Projection: ThreadConfined {
    /// The Realm that the object belongs to; nil for one in memory.
    public var realm: Realm? { rootObject.realm }

    /// True for a view of an object that was deleted.
    public var isInvalidated: Bool { rootObject.isInvalidated }

    /// A view of the same object in another session of the same file; nil if it does not exist there.
    public func _rlmCounterpart(in target: _SessionHandle) -> Self? {
        rootObject._rlmCounterpart(in: target).map { Self(projecting: $0) }
    }
}

extension Projection: RealmFetchable {
    /// The name of the object's class.
    public static func className() -> String { Root.className() }
}

extension KeyPathRecorder {
    /// The names of the object's properties along a key path from a projection; nil for one that leads elsewhere.
    static func path<Shown: ProjectionObservable>(of keyPath: PartialKeyPath<Shown>) -> String? {
        KnownKeyPaths.name(of: keyPath) {
            guard let model = ModelClass.find(Shown.Root.self) else { return nil }
            let recorder = KeyPathRecorder(model)
            guard let root = recorder.standIn(for: model) as? Shown.Root else { return nil }
            let projection = Shown(projecting: root)
            return recorder.path { projection[keyPath: keyPath] }
        }
    }
}

extension KeyPathNames {
    /// The names along a key path from a projection to its object's properties. Traps for one that leads elsewhere.
    static func name<Root, Element: Projection<Root>>(of keyPath: PartialKeyPath<Element>) -> String {
        if let name = KeyPathRecorder.path(of: keyPath) { return name }
        fatalError("Key path '\(keyPath)' does not lead to a property marked @Projected.")
    }
}

extension Query {
    /// A property that a projection shows of its object.
    public subscript<V, Root>(dynamicMember member: KeyPath<T, V>) -> Query<V> where T: Projection<Root> {
        Query<V>(.path(path.adding(.property(KeyPathNames.name(of: member)))))
    }
}
