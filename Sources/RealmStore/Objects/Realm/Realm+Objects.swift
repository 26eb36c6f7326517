import Foundation

/// A type whose objects a Realm can return.
public protocol RealmFetchable: RealmCollectionValue {
    /// The name of the class in the schema.
    static func className() -> String
}

extension RealmSwiftObject: RealmFetchable {}

extension Realm {
    /// All objects of a class, or projections of them: live, in the order of their keys.
    ///
    /// Traps for a class that is not in the schema.
    ///
    /// - Complexity: O(number of classes)
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
    /// only if the property is optional.
    ///
    /// - Complexity: O(log n), where n is the number of objects of the class; O(n) in a file of an older format without
    ///   an index of the primary key.
    public func object<Element: RealmSwiftObject, KeyType>(
        ofType type: Element.Type, forPrimaryKey key: KeyType
    ) -> Element? {
        session.checkThread()
        let binding = session.binding(of: type)
        require(binding.model?.primaryKey != nil, "class '\(type.className())' has no primary key")
        // Only a file opened for reading may lack the class.
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

// Each of these traps outside of a write transaction, on another thread than the Realm's, and where the SDK raises an
// exception; the message tells the problem.
extension Realm {
    /// Adds a plain object, and the plain objects it links to; they are managed afterwards.
    ///
    /// An object of this Realm is left unchanged. Traps also for an object of another Realm, for a class that is not in
    /// the schema, and for a primary key that is taken if `update` is `error`; other policies update that object.
    ///
    /// - Complexity: O(log n) for each object added, where n is the number of objects of its class, and O(size of its
    ///   values).
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
    ///
    /// - Complexity: O(log n) for each object added, where n is the number of objects of its class, and O(size of its
    ///   values).
    public func add<S: Sequence>(_ objects: S, update: UpdatePolicy = .error) where S.Element: RealmSwiftObject {
        for object in objects { add(object, update: update) }
    }

    /// Creates an object, or updates the one with its primary key.
    ///
    /// Missing properties get their default values in a new object, and are unchanged in an updated one. Objects of
    /// this Realm among the values are linked; others are copied and stay unchanged.
    ///
    /// - Parameters:
    ///   - type: the class.
    ///   - value: a dictionary by property name, an array in the order of the properties, or another object.
    ///   - update: the handling of an existing object with that primary key.
    /// - Complexity: O(log n) for each object written, where n is the number of objects of its class, and O(size of its
    ///   values).
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
    /// The class of the shown objects.
    fileprivate static var shownClass: RLMObjectBase.Type { Root.self }
}
