import Foundation

extension ObjectWriter {
    /// Adds a plain object to the Realm, and the plain objects it links to; it becomes an accessor.
    ///
    /// - Parameter waits: whether its row may be written together with those of objects that are added after it.
    /// - Returns: the place of the object; for one already in this Realm, its existing place.
    /// - Throws: `invalidInput` for an object of another Realm, for a deleted one, for a class that is not in the
    ///   schema, for a primary key that is taken if `update` is `error`, for values that cannot be stored.
    @discardableResult
    func add(_ object: RLMObjectBase, waits: Bool = false) throws -> ObjectPlace {
        if !object.isPlain { return try livePlace(of: object) }
        let binding = try session.bindingOfLastUsed(type(of: object)) ?? checkedBinding(of: object)
        guard let model = binding.model else { preconditionFailure("the binding of a model class") }
        let columns = binding.findColumns()
        defer { session.noteChange() }
        let later = columns.setLater.isEmpty ? [] : ObjectWriter.contents(of: object, columns)
        if waits, later.isEmpty, !session.isMigrating, objects.mayWait(),
            let key = try addPending(object, binding, columns)
        {
            object.bind(binding, key)
            promote(object, model)
            return ObjectPlace(table: binding.table, key: key)
        }
        let table = try table(binding.table)
        guard let primaryKey = model.primaryKey, let keyColumn = table.primaryKey else {
            let key = try rethrowing {
                try objects.create(in: table) { column in initial(column, object, columns) }
            }
            try complete(object, at: key, in: table, binding, later, isNew: true)
            return ObjectPlace(table: table.key, key: key)
        }
        guard let value = primaryKey.access.encoded(object, scratch) else { throw unstorableKey(object) }
        let existing = try rethrowing { try table.table.find(primaryKey: value)?.key }
        if let existing {
            guard update != .error else { throw takenKey(primaryKey, of: object, model) }
            try complete(
                object, at: existing, in: table, binding, storedContents(of: object, binding, model), isNew: false)
            return ObjectPlace(table: table.key, key: existing)
        }
        let key = try rethrowing {
            try objects.create(in: table, primaryKey: value) { column in
                column === keyColumn ? nil : initial(column, object, columns)
            }
        }
        try complete(object, at: key, in: table, binding, later, isNew: true)
        return ObjectPlace(table: table.key, key: key)
    }

    func unstorableKey(_ object: RLMObjectBase) -> any Error {
        invalidInput("The primary key of '\(object.className)' cannot be stored.")
    }

    private func takenKey(_ primaryKey: ModelProperty, of object: RLMObjectBase, _ model: ModelClass) -> any Error {
        let shown = DynamicAccess.value(of: primaryKey.name, in: object) ?? "nil"
        return invalidInput(
            "Attempting to create an object of type '\(model.name)' with an existing primary key value '\(shown)'.")
    }

    /// The binding of the class of a plain object, which may be added.
    private func checkedBinding(of object: RLMObjectBase) throws -> ClassBinding {
        guard let model = ModelClass.find(type(of: object)) else {
            throw invalidInput("Objects of class '\(type(of: object))' cannot be added to a Realm.")
        }
        guard session.models.contains(model) else {
            throw invalidInput("Object type '\(model.name)' is not managed by the Realm.")
        }
        guard !model.isEmbedded else {
            throw invalidInput("Embedded object '\(model.name)' is added by setting a property of its owner.")
        }
        let binding = session.binding(of: try table(ofClass: model.name).key, model)
        session.noteUsed(binding)
        return binding
    }

    /// The initial value of a new object: for single values other than links and mixed, which may lead to other
    /// objects.
    private func initial(_ column: Column, _ object: RLMObjectBase, _ columns: ClassColumns) -> Value? {
        guard column.type != .link, column.type != .mixed else { return nil }
        let value = columns.property(of: column)?.access.encoded(object, scratch)
        if let value { ObjectWriter.checkRequired(value, column, of: object) }
        return value
    }

    /// Traps for null in a property that a class declares as required, although its type is optional.
    @inline(__always)
    static func checkRequired(_ value: Value, _ column: Column, of object: RLMObjectBase) {
        guard case .null = value, !column.isNullable else { return }
        misuse("Property '\(type(of: object).className()).\(column.name)' is required: it cannot be nil.")
    }

    /// The values that are set once the object is there, but for nulls and empty collections.
    static func contents(of object: RLMObjectBase, _ columns: ClassColumns) -> [(Column, Any)] {
        columns.setLater.compactMap { property, column in
            let value = property.access.value(of: object)
            return isEmpty(value) ? nil : (column, value)
        }
    }

    /// The values of all properties but the primary key.
    func storedContents(
        of object: RLMObjectBase, _ binding: ClassBinding, _ model: ModelClass
    ) -> [(Column, Any)] {
        model.stored.compactMap { property in
            guard !property.described.isPrimaryKey else { return nil }
            return (binding.column(property.access.key), property.access.value(of: object))
        }
    }

    /// Writes the values not set on creating the row, and makes the object its accessor.
    ///
    /// - Parameter contents: those values. They were read before the object becomes an accessor, which happens before
    ///   the objects it links to are added, since they may link back.
    func complete(
        _ object: RLMObjectBase, at key: ObjectKey, in table: TableEditor, _ binding: ClassBinding,
        _ contents: [(Column, Any)], isNew: Bool
    ) throws {
        guard let model = binding.model else { return }
        object.bind(binding, key)
        guard !contents.isEmpty else { return promote(object, model) }
        let writer = at(depth: 0)
        try additions.run {
            for (column, value) in contents {
                if !isNew, update == .modified, try isSame(value, column, of: key, in: table) { continue }
                try writer.set(value, of: column, of: key, in: table)
            }
            promote(object, model)
        }
    }

    private func promote(_ object: RLMObjectBase, _ model: ModelClass) {
        for property in model.promoted { property.access.promote(object) }
    }

    private static func isEmpty(_ value: Any) -> Bool {
        if let collection = value as? any UnmanagedContent { return collection.isEmptyContent }
        return LooseValue.unwrapped(value) == nil
    }

    /// True if setting the property would change nothing: single values only.
    func isSame(_ value: Any?, _ column: Column, of key: ObjectKey, in table: TableEditor) throws -> Bool {
        guard column.collection == nil else { return false }
        let stored = try rethrowing { try objects.value(of: column, of: key, in: table) }
        if column.type == .link {
            guard let object = LooseValue.unwrapped(value) as? RLMObjectBase, object.session === session,
                let place = object.place
            else { return false }
            return stored.isSame(as: .link(place.table, place.key))
        }
        guard let encoded = encoder.value(value, for: column) else { return false }
        return stored.isSame(as: encoded)
    }
}

/// A possibly unmanaged collection of any type.
protocol UnmanagedContent {
    var isEmptyContent: Bool { get }
}
