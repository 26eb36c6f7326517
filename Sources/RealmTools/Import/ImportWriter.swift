import RealmStore

/// Writes imported objects, which were checked before.
struct ImportWriter {
    let objects: ObjectEditor
    let update: Realm.UpdatePolicy

    // MARK: Objects

    /// Adds an object.
    func create(_ object: ImportObject, key: ObjectKey?) throws(FormatError) -> ObjectKey {
        let table = object.type.table
        var initial: [Int: Value] = [:]
        for (property, value) in object.values where ImportWriter.isInitial(property) {
            if case .value(let value) = value { initial[property.column.leafIndex] = value }
        }
        let made = try objects.create(
            in: table, primaryKey: object.primaryKey, key: key,
            initial: { (column) throws(FormatError) in initial[column.leafIndex] })
        for (property, value) in object.values where !ImportWriter.isInitial(property) {
            try set(value, of: property, of: made, in: table)
        }
        return made
    }

    /// Sets the given properties of an existing object.
    func set(_ object: ImportObject, of key: ObjectKey) throws(FormatError) {
        for (property, value) in object.values { try set(value, of: property, of: key, in: object.type.table) }
    }

    /// Whether the value is set on creation, so that it is indexed only once.
    private static func isInitial(_ property: ImportProperty) -> Bool {
        property.column.collection == nil && property.column.type != .link && property.column.type != .mixed
    }

    // MARK: Properties

    private func set(
        _ value: ImportValue, of property: ImportProperty, of key: ObjectKey, in table: TableEditor
    ) throws(FormatError) {
        let column = property.column
        switch (value, column.collection) {
        case (.elements(let elements), .list), (.elements(let elements), .set):
            try objects.removeAll(from: column, of: key, in: table)
            for (position, element) in elements.enumerated() {
                try insert(element, at: position, into: property, of: key, in: table)
            }
        case (.entries(let entries), .dictionary):
            try objects.removeAll(from: column, of: key, in: table)
            for entry in entries { try setEntry(entry.value, for: entry.key, in: property, of: key, in: table) }
        case (.object(let object), nil):
            try describe(objects.setEmbedded(of: column, of: key, in: table), object)
        default:
            let value = try nested(value)
            if update == .modified {
                let old = try objects.value(of: column, of: key, in: table)
                if old.isIdentical(to: value) { return }
            }
            try objects.set(value, of: column, of: key, in: table)
        }
    }

    /// Inserts an element into a list, or adds it to a set.
    func insert(
        _ element: ImportValue, at position: Int, into property: ImportProperty, of key: ObjectKey,
        in table: TableEditor
    ) throws(FormatError) {
        let column = property.column
        if case .object(let object) = element {
            let embedded = try objects.insertEmbedded(at: position, into: column, of: key, in: table)
            return try describe(embedded, object)
        }
        let value = try nested(element)
        if column.collection == .set {
            _ = try objects.add(value, to: column, of: key, in: table)
        } else {
            try objects.insert(value, at: position, into: column, of: key, in: table)
        }
    }

    func setEntry(
        _ element: ImportValue, for entry: Value, in property: ImportProperty, of key: ObjectKey, in table: TableEditor
    ) throws(FormatError) {
        if case .object(let object) = element {
            let embedded = try objects.setEmbeddedEntry(for: entry, in: property.column, of: key, in: table)
            return try describe(embedded, object)
        }
        try objects.setEntry(nested(element), for: entry, in: property.column, of: key, in: table)
    }

    /// Sets the known values of an embedded object that was just created.
    private func describe(_ key: ObjectKey, _ object: ImportObject) throws(FormatError) {
        if let old = object.key { object.type.keys.noteEmbedded(key, for: old) }
        try set(object, of: key)
    }

    /// A value with the collections in it, which are created first.
    private func nested(_ value: ImportValue) throws(FormatError) -> Value {
        switch value {
        case .value(let value): return value
        case .elements(let elements):
            var list = try ListEditor(root: .none, of: .nestedMixed, in: objects.arena)
            for element in elements { try list.append(nested(element)) }
            return .list(list.root)
        case .entries(let entries):
            var dictionary = try DictionaryEditor(root: .none, in: objects.arena)
            for entry in entries { _ = try dictionary.set(nested(entry.value), for: entry.key) }
            return .dictionary(dictionary.root)
        case .object: preconditionFailure("an embedded object is in no mixed value")
        }
    }
}
