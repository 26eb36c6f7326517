import Foundation

/// Properties of objects by name.
enum DynamicAccess {
    /// The value of a property; nil for null. Traps for an unknown name, and for a deleted object.
    static func value(of name: String, in object: RLMObjectBase) -> Any? {
        if let model = model(of: object) {
            guard let property = model.property(name) else { unknown(name, model.name) }
            return LooseValue.content(property.access.value(of: object))
        }
        guard let session = object.session else { misuse("An object without a class has no property '\(name)'.") }
        guard let row = object.liveRow else { return nil }
        let reader = PropertyReader(session, row, linked: linkedType(object))
        if row.table.column(named: name) == nil, let origins = reader.linkingObjects(name) { return origins }
        return reader.value(of: row.column(name, in: session))
    }

    /// Sets a property. Traps for an unknown name, for the primary key of an object in a Realm (but not in a
    /// migration), for a deleted object, and outside of a write transaction.
    ///
    /// - Throws: `invalidInput` for a value that does not fit; the Realm's `damage` if the object cannot be read.
    static func set(_ value: Any?, for name: String, in object: RLMObjectBase) throws {
        guard let session = object.session else { return try setPlain(value, for: name, in: object) }
        let writer = ObjectWriter(session)
        guard let row = object.liveRow else {
            if let damage = session.damage { throw damage }
            return
        }
        let column: Column
        if let model = object.known?.model {
            guard let property = model.property(name) else { unknown(name, model.name) }
            guard !property.isComputed else { misuse("Linking objects property '\(name)' is read-only.") }
            column = row.column(property.name, in: session)
        } else {
            column = row.column(name, in: session)
        }
        require(
            row.table.primaryKey?.key != column.key || session.isMigrating,
            "Primary key '\(row.table.className ?? "").\(name)' can't be changed after an object is inserted.")
        try writer.set(content(value, of: column), of: column, of: object.key, in: writer.table(row.table.key))
    }

    /// Nil for a collection means an empty one.
    private static func content(_ value: Any?, of column: Column) -> Any? {
        guard let collection = column.collection, LooseValue.unwrapped(value) == nil else { return value }
        return collection == .dictionary ? [String: Any]() : [Any]()
    }

    private static func setPlain(_ value: Any?, for name: String, in object: RLMObjectBase) throws {
        guard let model = model(of: object), let property = model.property(name) else {
            unknown(name, "\(type(of: object))")
        }
        if let stranger = PlainValues.stranger(in: value, for: property.described) {
            throw invalidInput(PlainValues.misfit(stranger, property, of: model))
        }
        guard property.setPlain(value, of: object) else {
            throw invalidInput(PlainValues.misfit(value, property, of: model))
        }
    }

    /// The class of what an object without a class links to, unless the program declares one.
    private static func linkedType(_ object: RLMObjectBase) -> RLMObjectBase.Type {
        object is DynamicObject ? RLMObjectBase.self : type(of: object).knownDynamicType
    }

    private static func model(of object: RLMObjectBase) -> ModelClass? {
        object.known.map(\.model) ?? ModelClass.find(type(of: object))
    }

    private static func unknown(_ name: String, _ className: String) -> Never {
        misuse("class '\(className)' has no property '\(name)'")
    }
}
