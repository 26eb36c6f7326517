import Foundation

extension SchemaEditor {
    /// Adds a property after the others of its class.
    ///
    /// - Parameters:
    ///   - property: the new property.
    ///   - className: the class that gets it.
    ///   - fill: the value for existing objects, for a single value other than a link; without one they get zero, empty
    ///     or nil, as later objects do in any case.
    /// - Throws: also `badMigration` for a `fill` that does not fit.
    /// - Complexity: O(number of objects)
    public mutating func addProperty(
        _ property: Property, to className: String, fill: AnyRealmValue = .none
    ) throws {
        let (old, added) = (try find(className), property.asStored)
        guard !added.isPrimaryKey else {
            throw SchemaEditor.error("A property becomes the primary key when its values are set: use setPrimaryKey.")
        }
        let changed = old.with(properties: old.properties + [added])
        try check(schema.replacing(changed))
        let scratch = ValueScratch()
        guard fill == .none || !added.isCollection else {
            throw SchemaEditor.error("Collection '\(className).\(added.name)' cannot be filled with one value.")
        }
        let value = try fill == .none ? nil : encode(fill, for: added, of: className, scratch)
        try changing { writer in
            try writer.addColumn(added, to: className, value: value)
            try writer.setIndexes(of: changed)
        }
    }

    /// Removes a property with its values, and the embedded objects they own.
    ///
    /// - Complexity: O(number of objects, and of elements of the property)
    public mutating func removeProperty(_ name: String, from className: String) throws {
        _ = try find(name, of: className)
        try changing { writer in try writer.removeColumn(name, of: className) }
    }

    /// Gives a property another name. Touches no objects.
    public mutating func renameProperty(_ name: String, on className: String, to newName: String) throws {
        let property = try find(name, of: className)
        try check(schema.replacing(find(className).replacing(name, by: property.with(name: newName))))
        try changing { writer in try writer.renameColumn(name, of: className, to: newName) }
    }

    /// Makes the value of a property, or the elements of its collections, optional or required.
    ///
    /// - Parameters:
    ///   - name: the property.
    ///   - className: its class.
    ///   - isOptional: whether nil is allowed.
    ///   - fill: the replacement of nil, if that is no longer allowed.
    /// - Throws: also `badMigration` for nil without `fill`, and for a `fill` that does not fit.
    /// - Complexity: O(number of objects, and of elements of the property)
    public mutating func setOptional(
        _ name: String, on className: String, _ isOptional: Bool, fill: AnyRealmValue = .none
    ) throws {
        let property = try find(name, of: className)
        guard property.type != .any else {
            throw SchemaEditor.error("Property '\(className).\(name)' is mixed, which can hold nil by itself.")
        }
        guard property.isOptional != isOptional else { return }
        let new = property.with(isOptional: isOptional)
        let changed = try find(className).replacing(name, by: new)
        try check(schema.replacing(changed))
        let scratch = ValueScratch()
        let value = try fill == .none ? nil : encode(fill, for: new, of: className, scratch)
        try changing { writer in
            if isOptional {
                try writer.makeOptional(new, of: className)
            } else if let key = try writer.makeRequired(new, of: className, nulls: value) {
                throw SchemaEditor.error(
                    "Property '\(className).\(name)' cannot be required: object \(key.value) holds nil. Give a value "
                        + "to fill in.")
            }
            try writer.setIndexes(of: changed)
            try writer.checkKeys(of: changed)
        }
    }

    /// Gives a property another type, and another name if `property` has one. It becomes the last of its class.
    ///
    /// For a collection, `convert` gets a list or dictionary of its elements, and returns one for a collection; for a
    /// link, it gets the object. An embedded object that it returns is copied.
    ///
    /// - Parameters:
    ///   - name: the property.
    ///   - className: its class.
    ///   - property: the new property.
    ///   - convert: converts the old value to the new one; nil deletes the object, `AnyRealmValue.none` means no value.
    ///     (`.none` alone would be nil.)
    /// - Throws: also errors of `convert`, and `badMigration` for a value that does not fit, with the object's key.
    /// - Complexity: O(number of objects)
    public mutating func changeType(
        of name: String, on className: String, to property: Property,
        _ convert: (AnyRealmValue) throws -> AnyRealmValue?
    ) throws {
        let (schema, old) = (try find(className), try find(name, of: className))
        let new = property.with(isPrimaryKey: old.isPrimaryKey)
        let changed = schema.with(properties: schema.properties.filter { $0.name != name } + [new])
        try check(self.schema.replacing(changed))
        try changing { writer in
            let source = SchemaEditor.unusedName(in: schema, new.name)
            try writer.renameColumn(name, of: className, to: source)
            try writer.addColumn(new, to: className)
            run.after.noteLayoutChange()
            try self.convert(source, to: new.name, of: className, convert)
            try writer.removeColumn(source, of: className)
            try writer.setIndexes(of: changed)
            if new.isPrimaryKey { try writer.checkKeys(of: changed) }
        }
    }

    private static func unusedName(in schema: ObjectSchema, _ other: String) -> String {
        var number = 0
        while schema["old \(number)"] != nil || other == "old \(number)" { number += 1 }
        return "old \(number)"
    }

    private func convert(
        _ source: String, to target: String, of className: String,
        _ convert: (AnyRealmValue) throws -> AnyRealmValue?
    ) throws {
        let session = run.after
        let writer = ObjectWriter(session, copiesObjects: true, update: .all)
        let table = try run.writer.table(className)
        let (old, new) = (run.writer.column(source, of: table), run.writer.column(target, of: table))
        var deleted: [ObjectKey] = []
        for key in try run.writer.keys(of: className) {
            // The conversion may have deleted it.
            guard let row = session.row(ObjectPlace(table: table.key, key: key)) else { continue }
            let content = PropertyReader(session, row).value(of: old)
            guard let value = try convert(content.flatMap(MixedContent.value) ?? .none) else {
                deleted.append(key)
                continue
            }
            if value == .none, new.collection != nil || new.isNullable { continue }
            do {
                try writer.set(SchemaEditor.content(value, for: new), of: new, of: key, in: table)
            } catch let error as RLMError where error.code == .invalidInput {
                throw SchemaEditor.error("Object \(key.value) of class '\(className)': \(error.localizedDescription)")
            }
            writer.scratch.reset()
        }
        try run.writer.delete(deleted, from: className)
        session.noteChange()
    }

    /// The content of a value, in the form for setting a property.
    private static func content(_ value: AnyRealmValue, for column: Column) -> Any {
        switch value {
        case .list(let elements) where column.type != .mixed: elements.map(MixedContent.content) as [Any]
        case .dictionary(let entries) where column.type != .mixed:
            Dictionary(
                entries.map { ($0.key, MixedContent.content($0.value)) }, uniquingKeysWith: { first, _ in first })
        default: MixedContent.content(value)
        }
    }

    /// A value in the stored form of a property; valid as long as `scratch` is.
    private func encode(
        _ value: AnyRealmValue, for property: Property, of className: String, _ scratch: ValueScratch
    ) throws -> Value {
        guard property.type != .object,
            let encoded = ValueEncoder(scratch: scratch).value(
                MixedContent.content(value),
                for: Column(elementsOf: property.type.columnType, isNullable: property.isOptional))
        else {
            throw SchemaEditor.error(
                "Property '\(className).\(property.name)' of type \(property.type.name) cannot be filled with "
                    + "'\(MixedContent.content(value))'.")
        }
        return encoded
    }
}
