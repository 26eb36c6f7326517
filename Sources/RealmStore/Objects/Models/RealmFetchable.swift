/// A type of which a Realm can give all objects.
public protocol RealmFetchable: RealmCollectionValue {
    /// The name of the class in the schema.
    static func className() -> String
}

extension RealmSwiftObject: RealmFetchable {}
