extension Realm {
    /// Returns all objects of a class as dynamic objects. Traps for a class that is not in the schema.
    ///
    /// - Complexity: O(number of classes)
    public func dynamicObjects(_ typeName: String) -> Results<DynamicObject> { objects(named: typeName) }

    /// The objects of a class as those of a family: of the program's class if it is below `Element`, else dynamic ones.
    package func objects<Element: ObjectBase & RealmCollectionValue>(named typeName: String) -> Results<Element> {
        Results(session.binding(of: table(typeName), for: Element.self))
    }

    /// The object with that primary key, or nil.
    ///
    /// Traps for a class that is not in the schema or has no primary key, and for a key of another type; nil is a key
    /// only if the property is optional.
    ///
    /// - Complexity: O(log n), where n is the number of objects of the class; O(n) in a file of an older format without
    ///   an index of the primary key.
    public func dynamicObject(ofType typeName: String, forPrimaryKey key: Any) -> DynamicObject? {
        object(named: typeName, forPrimaryKey: key)
    }

    /// The same as an object of a family; see `objects(named:)`.
    package func object<Element: ObjectBase>(named typeName: String, forPrimaryKey key: Any) -> Element? {
        let table = table(typeName)
        guard let column = table.primaryKey else { misuse("class '\(typeName)' has no primary key") }
        return PrimaryKeyValue.other(key).with(for: column, of: typeName) { value in
            session.read(nil) {
                try table.find(primaryKey: value).map { position in
                    let binding = session.binding(of: table, for: Element.self)
                    return binding.accessor(session.row(table, position)) as? Element
                } ?? nil
            }
        }
    }

    private func table(_ typeName: String) -> Table {
        session.checkThread()
        guard let table = session.group.table(ofClass: typeName) else {
            let names = schema.objectSchema.map(\.className)
            misuse("class '\(typeName)' is not in the schema of this Realm, which has \(names)")
        }
        return table
    }
}
