import Foundation

/// A type of which a Realm can give all objects.
public protocol RealmFetchable: RealmCollectionValue {
    /// The name of the class in the schema.
    static func className() -> String
}

extension RealmSwiftObject: RealmFetchable {}

extension Realm {
    /// All objects of a class, or projections of them: live, in the order of their keys.
    ///
    /// Traps for a class that is not in the schema.
    public func objects<Element: RealmFetchable>(_ type: Element.Type) -> Results<Element> {
        session.checkThread()
        let shown = (type as? any ProjectionObservable.Type)?.shownClass
        guard let objectType = type as? RLMObjectBase.Type ?? shown else {
            misuse("Objects of '\(type)' cannot be fetched.")
        }
        return Results(session.binding(of: objectType))
    }

    /// The object with that primary key, or nil.
    ///
    /// Traps for a class that is not in the schema or has no primary key, and for a key of another type; nil is a key
    /// only where the property is optional.
    ///
    /// - Complexity: O(log number of objects)
    public func object<Element: RealmSwiftObject, KeyType>(
        ofType type: Element.Type, forPrimaryKey key: KeyType
    ) -> Element? {
        session.checkThread()
        let binding = session.binding(of: type)
        require(binding.model?.primaryKey != nil, "class '\(type.className())' has no primary key")
        // Only a file that is just read may lack the class.
        guard let table = session.group.table(binding.table), let column = table.primaryKey else { return nil }
        let stored = ValueEncoder.unwrapped(key) ?? NSNull()
        return PrimaryKeyValue.with(stored, for: column, of: type.className()) { value in
            session.read(nil) {
                try table.find(primaryKey: value).map { position in
                    binding.accessor(ObjectRow(table: table, position: position, isShared: session.isShared))
                        as? Element
                } ?? nil
            }
        }
    }
}

// Each of these traps outside of a write transaction, on another thread than the Realm's, and for what the SDK raises
// an exception for; the message says what is wrong.
extension Realm {
    /// Adds a plain object, and the plain objects it links to; they are in the Realm afterwards.
    ///
    /// An object of this Realm is left as it is. Traps also for an object of another Realm, for a class that is not in
    /// the schema, and for a primary key that is taken if `update` is `error`; other policies update that object.
    public func add(_ object: Object, update: UpdatePolicy = .error) {
        trapping(update) { writer in
            guard update == .error || ModelClass.find(type(of: object))?.primaryKey != nil else {
                throw invalidInput(
                    "'\(type(of: object).className())' does not have a primary key and can not be updated")
            }
            try writer.add(object)
        }
    }

    /// Adds objects, one after the other.
    public func add<S: Sequence>(_ objects: S, update: UpdatePolicy = .error) where S.Element: RealmSwiftObject {
        for object in objects { add(object, update: update) }
    }

    /// Creates an object, or updates the one with its primary key.
    ///
    /// Properties that are not given get their default values in a new object, and stay as they are in one that is
    /// updated. Of objects among the values, those of this Realm are linked to; others are copied and stay as they are.
    ///
    /// - Parameters:
    ///   - type: the class.
    ///   - value: a dictionary by property name, an array in the order of the properties, or another object.
    ///   - update: what is done if there is an object with that primary key.
    @discardableResult
    public func create<T: RealmSwiftObject>(
        _ type: T.Type, value: Any = [String: Any](), update: UpdatePolicy = .error
    ) -> T {
        let binding = session.binding(of: type)
        if update != .error, let object = value as? T, object.session === session,
            object.place?.table == binding.table, !object.isInvalidated
        {
            return object
        }
        let key = trapping(update, copiesObjects: true) { writer in
            try writer.create(in: writer.table(binding.table), value)
        }
        let row = session.row(ObjectPlace(table: binding.table, key: key))
        guard let object = binding.accessor(row) as? T else { preconditionFailure("an accessor of the class") }
        return object
    }

    /// Changes objects for a non-throwing caller.
    private func trapping<Result>(
        _ update: UpdatePolicy, copiesObjects: Bool = false, _ body: (ObjectWriter) throws -> Result
    ) -> Result {
        session.checkThread()
        do { return try body(ObjectWriter(session, copiesObjects: copiesObjects, update: update)) } catch {
            misuse("\(error.localizedDescription)")
        }
    }
}

extension ProjectionObservable {
    /// The class of the objects that are shown.
    fileprivate static var shownClass: RLMObjectBase.Type { Root.self }
}
