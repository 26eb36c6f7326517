// Classes of a session: their Swift types, and their tables in the file.
extension Session {
    /// The shared binding of accessors of the objects of a table.
    ///
    /// - Parameters:
    ///   - model: the Swift class; nil for dynamic objects.
    ///   - dynamicType: the class of the accessors of dynamic objects.
    func binding(
        of table: TableKey, _ model: ModelClass?, dynamicType: RLMObjectBase.Type = DynamicObject.self
    ) -> ClassBinding {
        let type = model?.type ?? dynamicType
        let place = BindingPlace(table: table, type: ObjectIdentifier(type))
        let known = bindings.withLock { bindings in
            if let known = bindings[place] { return known }
            let known = KnownClass(table, model, type, in: self)
            bindings[place] = known
            return known
        }
        return ClassBinding(session: self, known: known)
    }

    /// The binding of the same class in this session.
    func counterpart(of binding: ClassBinding) -> ClassBinding {
        self.binding(of: binding.table, binding.model, dynamicType: binding.known.type)
    }

    /// The binding of the class that was used last, if it is that class and the tables are as they were: many objects
    /// are added or looked up one after the other.
    func bindingOfLastUsed(_ type: RLMObjectBase.Type) -> ClassBinding? {
        guard let known = lastUsed, known.model?.type == type, known.hasColumns(of: layout) else { return nil }
        return ClassBinding(session: self, known: known)
    }

    /// Remembers the class of an object that is being added or looked up, for `bindingOfLastUsed`.
    func noteUsed(_ binding: ClassBinding) { lastUsed = binding.known }

    /// The same for an accessor of type `wanted` of an object of `table`: dynamic if requested, if the program does not
    /// declare the class, or while objects may have other properties than the program's.
    func binding(of table: Table, for wanted: RLMObjectBase.Type) -> ClassBinding {
        if wanted == DynamicObject.self || isMigrating { return binding(of: table.key, nil) }
        let model = table.className.flatMap { models[$0, wanted] }
        if let model, model.type == wanted { return binding(of: table.key, model) }
        let dynamicType = wanted.knownDynamicType
        let isStranger = model.map { dynamicType == wanted && !$0.type.descends(from: wanted) } ?? false
        return binding(of: table.key, isStranger ? nil : model, dynamicType: dynamicType)
    }

    /// The table of a model class; nil in a file opened for reading that lacks it. Traps for a class that is not in the
    /// schema of this Realm.
    func binding(of type: RLMObjectBase.Type) -> ClassBinding {
        if let binding = bindingOfLastUsed(type) { return binding }
        guard let model = ModelClass.find(type), models.contains(model) else {
            let names = schema.objectSchema.map(\.className)
            misuse("Object type '\(type.className())' is not in the schema of this Realm, which has \(names)")
        }
        let binding = binding(of: group.table(ofClass: model.name)?.key ?? .null, model)
        // A session that several threads share keeps nothing; embedded objects are not added like others.
        if !isShared, !model.isEmbedded { noteUsed(binding) }
        return binding
    }
}

/// A class in a session: the key under which the session finds its binding.
struct BindingPlace: Hashable, Sendable {
    let table: TableKey
    let type: ObjectIdentifier
}

extension RLMObjectBase {
    /// True for the class itself and for those below it.
    static func descends(from ancestor: RLMObjectBase.Type) -> Bool {
        var type: AnyClass? = self
        while let current = type, current != ancestor { type = _getSuperclass(current) }
        return type != nil
    }
}
