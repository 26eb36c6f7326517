import RealmStore

// Objects created in a Realm. Each traps outside of a write transaction, for a class that is not in the Realm's schema,
// and for a value that does not fit. Missing properties get the default values of the class.
extension RLMObject {
    /// Creates an object in the default Realm from a dictionary by property name, an array in the order of the
    /// properties, or another object. Traps for a primary key that is taken.
    @discardableResult
    public class func createInDefaultRealm(withValue value: Any) -> Self { create(in: .default(), withValue: value) }

    /// The same in a given Realm.
    @discardableResult
    public class func create(in realm: RLMRealm, withValue value: Any) -> Self { make(realm, value, .error) }

    /// Creates an object in the default Realm, or sets all given properties of the one with its primary key. Traps for
    /// a class without one.
    @discardableResult
    public class func createOrUpdateInDefaultRealm(withValue value: Any) -> Self {
        createOrUpdate(in: .default(), withValue: value)
    }

    /// The same in a given Realm.
    @discardableResult
    public class func createOrUpdate(in realm: RLMRealm, withValue value: Any) -> Self { make(realm, value, .all) }

    /// Creates an object in the default Realm, or sets the properties of the one with its primary key whose values
    /// differ. Traps for a class without one.
    @discardableResult
    public class func createOrUpdateModifiedInDefaultRealm(withValue value: Any) -> Self {
        createOrUpdateModified(in: .default(), withValue: value)
    }

    /// The same in a given Realm.
    @discardableResult
    public class func createOrUpdateModified(in realm: RLMRealm, withValue value: Any) -> Self {
        make(realm, value, .modified)
    }

    private class func make(_ realm: RLMRealm, _ value: Any, _ update: Realm.UpdatePolicy) -> Self {
        realm.realm.createModel(self, value: value, update: update)
    }
}

// Objects of a class, in the default Realm or a given one. Each traps for a class that is not in the Realm's schema.
extension RLMObject {
    /// All objects of the class in the default Realm.
    public class func allObjects() -> RLMResults<RLMObject> { allObjects(in: .default()) }

    /// The objects of the class in the default Realm that meet a condition; all for nil.
    public class func objects(with predicate: NSPredicate?) -> RLMResults<RLMObject> {
        objects(in: .default(), with: predicate)
    }

    /// The objects of the class in the default Realm that meet a condition. Traps for a text that is no predicate.
    public class func objects(where predicateFormat: String, _ args: Any...) -> RLMResults<RLMObject> {
        objects(with: NSPredicate(format: predicateFormat, argumentArray: args))
    }

    /// The object of the default Realm with that primary key, or nil. Traps for a class without one.
    public class func object(forPrimaryKey primaryKey: Any?) -> Self? {
        object(in: .default(), forPrimaryKey: primaryKey)
    }

    /// All objects of the class.
    public class func allObjects(in realm: RLMRealm) -> RLMResults<RLMObject> { realm.allObjects(className()) }

    /// The objects of the class that meet a condition; all for nil.
    public class func objects(in realm: RLMRealm, with predicate: NSPredicate?) -> RLMResults<RLMObject> {
        let all = allObjects(in: realm)
        return predicate.map { all.objects(with: $0) } ?? all
    }

    /// The objects of the class that meet a condition. Traps for a text that is no predicate.
    public class func objects(
        in realm: RLMRealm, where predicateFormat: String, _ args: Any...
    ) -> RLMResults<RLMObject> {
        objects(in: realm, with: NSPredicate(format: predicateFormat, argumentArray: args))
    }

    /// The object with that primary key, or nil. Traps for a class without one.
    public class func object(in realm: RLMRealm, forPrimaryKey primaryKey: Any?) -> Self? {
        realm.realm.model(ofType: self, forPrimaryKey: primaryKey)
    }
}
