import Foundation

// Collections of links by name, with elements whose values are read by name. Each traps for an unknown property, and
// for a collection of another kind. Those of other values can be counted, as in the SDK; the subscript by name has the
// values.
extension RLMObjectBase {
    /// The list of links of that name.
    public final func dynamicList(_ propertyName: String) -> List<DynamicObject> {
        links(inListNamed: propertyName)
    }

    /// The same with objects of a family; see `Realm.objects(named:)`.
    package final func links<Element: ObjectBase & RealmCollectionValue>(inListNamed name: String) -> List<Element> {
        let (column, row, session) = links(name, .list, "a list")
        return List(CollectionElements(column, of: row, session))
    }

    /// The set of links of that name.
    public final func dynamicMutableSet(_ propertyName: String) -> MutableSet<DynamicObject> {
        links(inSetNamed: propertyName)
    }

    /// The same with objects of a family.
    package final func links<Element: ObjectBase & RealmCollectionValue>(
        inSetNamed name: String
    ) -> MutableSet<Element> {
        let (column, row, session) = links(name, .set, "a set")
        return MutableSet(CollectionElements(column, of: row, session))
    }

    /// The map of links of that name.
    public final func dynamicMap<Key: _MapKey>(_ propertyName: String) -> Map<Key, DynamicObject?> {
        links(inMapNamed: propertyName)
    }

    /// The same with objects of a family.
    package final func links<Key: _MapKey, Element: ObjectBase & _RealmCollectionValueInsideOptional>(
        inMapNamed name: String
    ) -> Map<Key, Element?> {
        let (column, row, session) = links(name, .dictionary, "a map")
        return Map(MapEntriesReader(column, of: row, session))
    }

    private func links(
        _ name: String, _ kind: CollectionKind, _ description: String
    ) -> (column: Column, row: ObjectRow, session: Session) {
        guard let session, let row = liveRow else {
            misuse("Property '\(name)' can be read by name only from an object that is in a Realm.")
        }
        let column = row.column(name, in: session)
        require(
            column.collection == kind,
            "Property '\(row.table.className ?? "").\(name)' is not \(description).")
        return (column, row, session)
    }
}
