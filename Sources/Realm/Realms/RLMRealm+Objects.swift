import RealmStore

// Adding and deleting. Each traps outside of a write transaction, and as the functions of `Realm` in RealmStore.
extension RLMRealm {
    /// Adds a plain object, and the plain objects it links to. Traps for a primary key that is taken.
    public func add(_ object: RLMObject) { realm.addModel(object, update: .error) }

    /// Adds the objects of a collection, one after the other. Traps for anything else in it.
    public func addObjects(_ objects: any NSFastEnumeration) { forEachObject(in: objects, add) }

    /// Adds the objects of a sequence, one after the other.
    public func addObjects<S: Sequence>(_ objects: S) where S.Element: RLMObject {
        for object in Array(objects) { add(object) }
    }

    /// Adds a plain object, or sets the properties of the one with its primary key. Traps for a class without one.
    public func addOrUpdate(_ object: RLMObject) { realm.addModel(object, update: .all) }

    /// Adds or updates the objects of a collection, one after the other. Traps for anything else in it.
    public func addOrUpdateObjects(_ objects: any NSFastEnumeration) { forEachObject(in: objects, addOrUpdate) }

    /// Adds or updates the objects of a sequence, one after the other.
    public func addOrUpdateObjects<S: Sequence>(_ objects: S) where S.Element: RLMObject {
        for object in Array(objects) { addOrUpdate(object) }
    }

    /// Deletes an object. Traps for one of another Realm, or deleted already.
    public func delete(_ object: RLMObject) { realm.delete(object) }

    /// Deletes the objects of a collection, those of a Realm's collection at once. Traps for values.
    public func deleteObjects(_ objects: any NSFastEnumeration) {
        if let collection = objects as? any RLMCollection { return collection.shown.deleteObjects(from: realm) }
        realm.delete(FastEnumeration.elements(of: objects).map(RLMRealm.object))
    }

    /// Deletes the objects of a sequence.
    public func deleteObjects<S: Sequence>(_ objects: S) where S.Element: RLMObject { realm.delete(Array(objects)) }

    /// Deletes all objects.
    public func deleteAllObjects() { realm.deleteAll() }

    private func forEachObject(in objects: any NSFastEnumeration, _ body: (RLMObject) -> Void) {
        for element in FastEnumeration.elements(of: objects) {
            guard let object = element as? RLMObject else {
                misuse("Only objects below RLMObject can be added, not '\(element)' of type \(type(of: element)).")
            }
            body(object)
        }
    }

    private static func object(_ element: Any) -> RLMObjectBase {
        if let object = element as? RLMObjectBase { return object }
        misuse("Only objects can be deleted, not '\(element)' of type \(type(of: element)).")
    }
}

// Objects by the name of their class: of the program's class if it is below `RLMObject`, else `RLMObject` itself, whose
// values are read by name. Each traps for a class that is not in the Realm.
extension RLMRealm {
    /// All objects of a class, live.
    public func allObjects(_ className: String) -> RLMResults<RLMObject> {
        let all: Results<RLMObject> = realm.objects(named: className)
        return RLMResults(_shown: _RLMShown(ShownElements(base: all)))
    }

    /// The objects of a class that meet a condition, live.
    public func objects(_ className: String, with predicate: NSPredicate) -> RLMResults<RLMObject> {
        allObjects(className).objects(with: predicate)
    }

    /// The objects of a class that meet a condition, live. Traps for a text that is no predicate.
    public func objects(_ className: String, where predicateFormat: String, _ args: Any...) -> RLMResults<RLMObject> {
        objects(className, with: NSPredicate(format: predicateFormat, argumentArray: args))
    }

    /// The object with that primary key, or nil. Traps for a class without one.
    public func object(withClassName className: String, forPrimaryKey primaryKey: Any) -> RLMObject? {
        realm.object(named: className, forPrimaryKey: primaryKey)
    }

    /// Creates an object from a dictionary by property name, an array in the order of the properties, or another
    /// object. Traps outside of a write transaction, for a value that does not fit, and for a primary key that
    /// is taken.
    @discardableResult
    public func createObject(_ className: String, withValue value: Any) -> RLMObject {
        do { return try realm.createObject(named: className, value: value, update: .error) } catch {
            misuse("\(error.localizedDescription)")
        }
    }
}
