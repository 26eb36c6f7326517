// Classes of a session: their Swift types, and their tables in the file.
extension Session {
    /// The shared binding of accessors of the objects of a table.
    ///
    /// - Parameter model: the Swift class; nil for dynamic objects.
    func binding(of table: TableKey, _ model: ModelClass?) -> ClassBinding {
        let place = BindingPlace(table: table, model: model.map(ObjectIdentifier.init))
        return bindings.withLock { bindings in
            if let binding = bindings[place]?.binding { return binding }
            let made = ClassBinding(self, table, model)
            bindings[place] = WeakBinding(binding: made)
            return made
        }
    }

    /// The same for an accessor of type `wanted` of an object of `table`: dynamic if requested, if the program does not
    /// declare the class, or while objects may have other properties than the program's.
    func binding(of table: Table, for wanted: RLMObjectBase.Type) -> ClassBinding {
        if wanted == DynamicObject.self || isMigrating { return binding(of: table.key, nil) }
        return binding(of: table.key, table.className.flatMap { models[$0] })
    }

    /// The table of a model class; nil in a file opened for reading that lacks it. Traps for a class that is not in the
    /// schema of this Realm.
    func binding(of type: RLMObjectBase.Type) -> ClassBinding {
        guard let model = ModelClass.find(type), models[model.name] === model else {
            let names = schema.objectSchema.map(\.className)
            misuse("Object type '\(type.className())' is not in the schema of this Realm, which has \(names)")
        }
        return binding(of: group.table(ofClass: model.name)?.key ?? .null, model)
    }
}

/// A class in a session: the key under which the session finds its binding.
struct BindingPlace: Hashable, Sendable {
    let table: TableKey
    let model: ObjectIdentifier?
}

/// Accessors hold bindings, and bindings hold the session.
struct WeakBinding: @unchecked Sendable {
    private(set) weak var binding: ClassBinding?
}
