/// A type whose objects a Realm can return.
public protocol RealmFetchable: RealmCollectionValue {
    /// The name of the class in the schema.
    static func className() -> String
}

extension RealmSwiftObject: RealmFetchable {}
