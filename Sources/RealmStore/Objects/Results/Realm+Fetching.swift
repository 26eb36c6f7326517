import Foundation

extension Realm {
    /// All objects of a class, or projections of them: live, in the order of their keys.
    ///
    /// Traps for a class that is not in the schema.
    ///
    /// - Complexity: O(number of classes)
    public func objects<Element: RealmFetchable>(_ type: Element.Type) -> Results<Element> {
        session.checkThread()
        // Asking a type for a protocol takes long, and most are classes of objects.
        let objectType = type as? RLMObjectBase.Type ?? (type as? any ProjectionObservable.Type)?.shownClass
        guard let objectType else { misuse("Objects of '\(type)' cannot be fetched.") }
        return Results(session.binding(of: objectType))
    }

    /// The object with that primary key, or nil.
    ///
    /// Traps for a class that is not in the schema or has no primary key, and for a key of another type; nil is a key
    /// only if the property is optional.
    ///
    /// - Complexity: O(log n), where n is the number of objects of the class; O(n) in a file of an older format without
    ///   an index of the primary key.
    public func object<Element: RealmSwiftObject, KeyType>(
        ofType type: Element.Type, forPrimaryKey key: KeyType
    ) -> Element? { found(type, PrimaryKeyValue(key)) as? Element }

    /// Looks up an object of any family of model classes; otherwise as `object(ofType:forPrimaryKey:)`.
    package func model<Element: ObjectBase>(ofType type: Element.Type, forPrimaryKey key: Any?) -> Element? {
        found(type, .other(key)) as? Element
    }

    /// The same without a generic type, whose metadata would have to be made for every call.
    private func found(_ type: RLMObjectBase.Type, _ key: PrimaryKeyValue) -> RLMObjectBase? {
        session.checkThread()
        guard let keyed = session.keyedClass(type) else { return nil }
        return key.with(for: keyed.column, of: type.className()) { value in
            session.read(nil) { try keyed.object(value, in: session) }
        }
    }
}

extension ProjectionObservable {
    /// The class of the shown objects.
    fileprivate static var shownClass: RLMObjectBase.Type { Root.self }
}
