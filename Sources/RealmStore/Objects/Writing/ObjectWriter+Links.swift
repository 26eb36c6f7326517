import Foundation

// Objects among the given values: targets of links, and embedded objects.
extension ObjectWriter {
    // MARK: Links

    /// The target of a link for the given `object`. All links go through here: a property, an element, an entry, a
    /// mixed value, and the objects that an added one links to.
    ///
    /// An object of this Realm is linked, an unmanaged one is added. If values are copied (`copiesObjects`), so is
    /// every object that is not in this Realm.
    ///
    /// - Throws: `invalidInput` for an object of another Realm if it is not to be copied, for a deleted one, for one of
    ///   another class than the column's, for a primary key that is taken if `update` is `error`.
    func target(
        _ object: RLMObjectBase, of column: Column, in table: TableEditor
    ) throws -> ObjectPlace {
        let wanted = column.type == .link ? try self.table(column.oppositeTable) : nil
        if object.session === session {
            let place = try livePlace(of: object)
            guard try self.table(place.table).kind != .embedded else {
                throw invalidInput(
                    "Property '\(column.name)' cannot link to an embedded object: that belongs to its owner.")
            }
            if wanted == nil || wanted?.key == place.table { return place }
            guard copiesObjects else { throw misfit(object, column, of: table) }
        } else if !copiesObjects {
            // Checked before it is added, since it would remain.
            if object.isPlain, let wanted, wanted.name != Table.classPrefix + object.className {
                throw misfit(object, column, of: table)
            }
            return try add(object)
        }
        guard
            let target = try wanted
                ?? rethrowing({
                    try objects.tables.table(named: Table.classPrefix + object.className)
                })
        else { throw invalidInput("Object type '\(object.className)' is not managed by the Realm.") }
        return ObjectPlace(table: target.key, key: try nested.create(in: target, object))
    }

    /// The place of an object of this Realm.
    ///
    /// - Throws: `invalidInput` for an object of another Realm, including a frozen one, and for a deleted one.
    func livePlace(of object: RLMObjectBase) throws -> ObjectPlace {
        guard object.session === session else { throw ObjectWriter.managedElsewhere(object) }
        guard let place = object.place, !object.isInvalidated else {
            throw invalidInput("Object has been deleted or invalidated.")
        }
        return place
    }

    private static func managedElsewhere(_ object: RLMObjectBase) -> any Error {
        let remedy =
            object.session?.isFrozen == true
            ? "It is frozen: use thaw(), or realm.object(ofType:forPrimaryKey:), to get the live one"
            : "Get this Realm's own with realm.object(ofType:forPrimaryKey:) or a ThreadSafeReference"
        return invalidInput(
            "Object is already managed by another Realm. \(remedy). Use create instead to copy it into this Realm.")
    }

    // MARK: Embedded objects

    /// Sets a link to an embedded object.
    func setEmbedded(
        _ input: Any?, of column: Column, of key: ObjectKey, in table: TableEditor
    ) throws {
        guard let input = LooseValue.unwrapped(input) else {
            return try rethrowing { try objects.set(.null, of: column, of: key, in: table) }
        }
        let current = try rethrowing { try objects.value(of: column, of: key, in: table) }
        try fillEmbedded(input, of: column, in: table, current) { () throws(FormatError) in
            try objects.setEmbedded(of: column, of: key, in: table)
        }
    }

    /// Replaces all embedded objects of a list; existing ones are changed in place if `update` is `modified`.
    func setEmbeddedElements(
        _ elements: [Any], of column: Column, of key: ObjectKey, in table: TableEditor
    ) throws {
        let count = try rethrowing { try objects.count(of: column, of: key, in: table) }
        let changesInPlace = update == .modified
        for (index, element) in elements.enumerated() {
            if changesInPlace, index < count {
                try setElement(element, at: index, in: column, of: key, in: table)
            } else {
                let end = changesInPlace ? index : count + index
                try insertElement(element, at: end, into: column, of: key, in: table)
            }
        }
        // The old ones are removed last: new ones may be created from them.
        let gone = changesInPlace ? min(elements.count, count)..<count : 0..<count
        try rethrowing {
            for index in gone.reversed() { try objects.removeElement(at: index, from: column, of: key, in: table) }
        }
    }

    /// Replaces an embedded object by the given value, or changes it if `update` is `modified`.
    ///
    /// - Parameters:
    ///   - current: the link to the existing object, or null.
    ///   - make: creates another object in its place.
    /// - Returns: whether another was created; false for the existing object itself.
    /// - Throws: `invalidInput` for an embedded object already in a Realm, unless it is to be copied.
    @discardableResult
    func fillEmbedded(
        _ content: Any, of column: Column, in table: TableEditor, _ current: Value,
        _ make: () throws(FormatError) -> ObjectKey
    ) throws -> Bool {
        let target = try self.table(column.oppositeTable)
        var kept: ObjectKey?
        if case .link(_, let key) = current, !key.isUnresolved { kept = key }
        let given: RLMObjectBase? = LooseValue.object(content)
        if let object = given, let kept, object.session === session,
            object.place == ObjectPlace(table: target.key, key: kept)
        {
            return false
        }
        if update != .modified { kept = nil }
        // Embedded objects of a migration's old objects are copied: there is no other way to keep them.
        let isOld = session.isMigrating && given?.session?.isFrozen == true
        if let object = given, !copiesObjects, !isOld {
            guard object.isPlain else {
                _ = try livePlace(of: object)
                throw invalidInput(
                    "Can't set link to existing managed embedded object: it belongs to its owner. Copy it with "
                        + "init(value:).")
            }
            guard let model = ModelClass.find(type(of: object)), session.models.contains(model),
                target.name == Table.classPrefix + model.name
            else { throw misfit(object, column, of: table) }
            let key = try kept ?? rethrowing(make)
            let binding = session.binding(of: target.key, model)
            try complete(
                object, at: key, in: target, binding, storedContents(of: object, binding, model), isNew: false)
            return kept == nil
        }
        let values = try GivenValues(content, for: target, session)
        let key = try kept ?? rethrowing(make)
        session.noteChange()
        // Not deferred: the values may be of an embedded object that is removed next.
        try nested.set(kept == nil ? values.withDefaults() : values, of: key, in: target)
        return kept == nil
    }

    /// Whether a column leads to objects owned by the linking one.
    func isEmbedded(_ column: Column) throws -> Bool {
        guard column.type == .link else { return false }
        return try rethrowing { try objects.table(column.oppositeTable).kind == .embedded }
    }
}

extension RLMObjectBase {
    /// The name of the class in the schema.
    final var className: String {
        known?.model?.name ?? ModelClass.find(type(of: self))?.name ?? describedClass.className
    }

    /// The first property of a class for which this object, of another class, has no value; nil if it has all.
    final func missingProperty(of model: ModelClass) -> String? {
        guard className != model.name else { return nil }
        let names = propertyNames
        return model.stored.first { !names.contains($0.name) }?.name
    }
}
