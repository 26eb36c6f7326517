import Synchronization

/// One property of a class of projections.
struct ProjectedProperty<Root: RLMObjectBase & RealmCollectionValue & ThreadConfined> {
    let name: String
    let keyPath: PartialKeyPath<Root>
    /// The names of the object's properties along the key path, with dots between them.
    let path: String

    /// The properties that the class of `projection` shows, in the order of declaration. Computed once.
    ///
    /// Traps for a property whose key path does not begin with a property marked `@Persisted`.
    static func all(of projection: Projection<Root>) -> [ProjectedProperty] {
        let type = type(of: projection)
        if let known = ProjectionClasses.known.withLock({ $0[ObjectIdentifier(type)] }) {
            return known.properties as? [ProjectedProperty] ?? []
        }
        let properties = StoredField.all(of: type).compactMap { field -> ProjectedProperty? in
            guard let projected = field.type as? any AnyProjected.Type,
                let keyPath = projected.keyPath(in: field, of: projection) as? PartialKeyPath<Root>
            else { return nil }
            let name = String(field.name.dropFirst())
            guard let path = KeyPathRecorder.path(of: keyPath) else {
                fatalError("'\(type).\(name)' must project a property of '\(Root.self)' that is marked @Persisted.")
            }
            return ProjectedProperty(name: name, keyPath: keyPath, path: path)
        }
        ProjectionClasses.known.withLock {
            $0[ObjectIdentifier(type)] = ProjectionClasses.Known(properties: properties)
        }
        return properties
    }
}

/// The classes of projections whose properties are known.
private enum ProjectionClasses {
    /// Key paths are never changed.
    struct Known: @unchecked Sendable {
        let properties: [Any]
    }

    static let known = Mutex<[ObjectIdentifier: Known]>([:])
}

/// `@Projected`, whatever its types.
private protocol AnyProjected {
    static func keyPath(in field: StoredField, of projection: AnyObject) -> AnyKeyPath
}

extension Projected: AnyProjected {
    static func keyPath(in field: StoredField, of projection: AnyObject) -> AnyKeyPath {
        field.with(Projected.self, of: projection) { $0.projectedKeyPath }
    }
}
