import Foundation

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
    public func add(_ object: Object, update: UpdatePolicy = .error) { addModel(object, update: update) }

    /// Adds an object of any family of model classes; otherwise as `add(_:update:)`.
    package func addModel(_ object: ObjectBase, update: UpdatePolicy) {
        trapping(update) { writer in
            guard update == .error || ModelClass.find(type(of: object))?.primaryKey != nil else {
                throw invalidInput(
                    "'\(type(of: object).className())' does not have a primary key and can not be updated")
            }
            try writer.add(object, waits: true)
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
    ) -> T { createModel(type, value: value, update: update) }

    /// Creates an object of any family of model classes; otherwise as `create(_:value:update:)`.
    package func createModel<T: ObjectBase>(_ type: T.Type, value: Any, update: UpdatePolicy) -> T {
        let binding = session.binding(of: type)
        if update != .error, let object = value as? T, object.session === session,
            object.place?.table == binding.table, !object.isInvalidated
        {
            return object
        }
        let key = trapping(update, copiesObjects: true) { try $0.create(value, of: binding) }
        guard let object = binding.accessor(key) as? T else { preconditionFailure("an accessor of the class") }
        return object
    }

    /// Changes objects for a non-throwing caller.
    private func trapping<Result>(
        _ update: UpdatePolicy, copiesObjects: Bool = false, _ body: (ObjectWriter) throws -> Result
    ) -> Result {
        session.checkThread()
        do { return try ObjectWriter.using(session, copiesObjects: copiesObjects, update: update, body) } catch {
            misuse("\(error.localizedDescription)")
        }
    }
}
