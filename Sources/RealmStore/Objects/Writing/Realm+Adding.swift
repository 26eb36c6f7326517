import Foundation

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
