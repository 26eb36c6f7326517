import Foundation

// Write transactions. Only one is open at a time, across all threads and processes that use the file; each begins with
// the newest version. Changes are visible at once in the writing Realm, and in others when they are committed.
extension Realm {
    /// Runs `block` in a write transaction and commits.
    ///
    /// If the block throws, the transaction is cancelled and the error rethrown. A block may commit or cancel by
    /// itself. Traps in a write transaction, for a read-only or frozen Realm, and if more versions are in use than the
    /// configuration allows.
    ///
    /// - Parameters:
    ///   - tokens: of observers of this Realm that are not notified of this commit.
    ///   - block: changes objects.
    /// - Returns: the result of the block.
    /// - Throws: also the errors of `beginWrite(timeout:)` and `commitWrite(withoutNotifying:)`.
    @discardableResult
    public func write<Result>(
        withoutNotifying tokens: [NotificationToken] = [], _ block: () throws -> Result
    ) throws -> Result {
        try write(withoutNotifying: tokens, timeout: nil, block)
    }

    /// Runs `block` in a write transaction and commits, as `write(withoutNotifying:_:)` does, but waits for other
    /// writers only so long. Additional to the SDK.
    ///
    /// - Parameters:
    ///   - tokens: of observers of this Realm that are not notified of this commit.
    ///   - timeout: the time to wait for other writers; nil for no limit.
    ///   - block: changes objects.
    /// - Returns: the result of the block.
    /// - Throws: also the errors of `beginWrite(timeout:)` and `commitWrite(withoutNotifying:)`.
    @discardableResult
    public func write<Result>(
        withoutNotifying tokens: [NotificationToken] = [], timeout: Duration?, _ block: () throws -> Result
    ) throws -> Result {
        do { try session.checkMayWrite() } catch let error as RLMError where error.code == .fail {
            misuse("\(error.localizedDescription)")
        }
        try session.beginWrite(timeout: timeout)
        let result: Result
        do {
            result = try block()
        } catch {
            if isInWriteTransaction { cancelWrite() }
            throw error
        }
        if isInWriteTransaction { try commitWrite(withoutNotifying: tokens) }
        return result
    }

    /// Begins a write transaction, waiting for other writers as long as it takes.
    ///
    /// The transaction keeps the Realm open even if this handle is gone, but not forever; see
    /// `autoreleasepool(invoking:)`. Traps if beginning fails, for which `beginWrite(timeout:)` throws.
    public func beginWrite() {
        do { try beginWrite(timeout: nil) } catch { misuse("\(error.localizedDescription)") }
    }

    /// Begins a write transaction. Additional to the SDK.
    ///
    /// Traps in a write transaction, and for a read-only Realm.
    ///
    /// - Parameter timeout: the time to wait for other writers; nil for no limit.
    /// - Throws: `fileInUse` when time is up; `incompatibleLockFile` in a session that cannot be joined;
    ///   `incompatibleHistories` for a file of a synchronised app; errors of upgrading a file of an older format, which
    ///   happens here (see `upgradeFileFormat(for:)`); `fail` if more versions are in use than the configuration
    ///   allows; else errors of opening the file.
    /// - Complexity: O(number of classes and properties), besides waiting for other writers; the first one also opens
    ///   the file for writing.
    public func beginWrite(timeout: Duration?) throws { try session.beginHeldWrite(timeout: timeout) }

    /// Makes the changes durable and ends the write transaction.
    ///
    /// Traps without a write transaction. When it returns, the changes survive a power loss.
    ///
    /// - Parameter tokens: of observers of this Realm that are not notified of this commit.
    /// - Throws: `outOfDiskSpace` if the file cannot grow, and `fileAccess` or `fileOperationFailed` if it cannot be
    ///   written. Then the file is intact, the changes are undone, and the transaction is over.
    /// - Complexity: O(m), where m is the size of all that was changed and the number of free blocks of the file; waits
    ///   for the disk.
    public func commitWrite(withoutNotifying tokens: [NotificationToken] = []) throws {
        try session.commitWrite(except: Set(tokens.compactMap { $0.id(in: session) }))
    }

    /// Undoes the changes and ends the write transaction. Traps without one.
    public func cancelWrite() { session.cancelWrite() }
}

extension Realm {
    /// Creates an object of a class named at run time.
    ///
    /// A missing property is zero, empty or nil in a new object, and unchanged in an updated one. Traps outside of a
    /// write transaction, for a class that is not in the schema, for values that do not fit, and for a primary key that
    /// is taken if `update` is `error`; `create(_:value:update:)` throws in these cases.
    ///
    /// - Parameters:
    ///   - typeName: the class.
    ///   - value: a dictionary by property name, an array in the order of the properties, or another object.
    ///   - update: the handling of an existing object with that primary key.
    /// - Complexity: as `create(_:value:update:)` of model classes.
    @discardableResult
    public func dynamicCreate(
        _ typeName: String, value: Any = [String: Any](), update: UpdatePolicy = .error
    ) -> DynamicObject {
        do { return try create(typeName, value: value, update: update) } catch {
            misuse("\(error.localizedDescription)")
        }
    }

    /// The same for external values. Additional to the SDK.
    ///
    /// Traps outside of a write transaction, and for a class that is not in the schema. After an error some of the
    /// object may have been written: cancel the transaction, or update the object.
    ///
    /// - Throws: `invalidInput` for values that do not fit, with the name of the property.
    /// - Complexity: as `create(_:value:update:)` of model classes.
    @discardableResult
    public func create(
        _ typeName: String, value: Any, update: UpdatePolicy = .error
    ) throws -> DynamicObject { try createObject(named: typeName, value: value, update: update) }

    /// The same, returning an object of a family; see `objects(named:)`.
    package func createObject<Element: ObjectBase>(
        named typeName: String, value: Any, update: UpdatePolicy
    ) throws -> Element {
        session.checkThread()
        let writer = ObjectWriter(session, copiesObjects: true, update: update)
        let table = try writer.table(ofClass: typeName)
        let key = try writer.create(in: table, value)
        let place = ObjectPlace(table: table.key, key: key)
        guard let shown = session.group.table(table.key),
            let object = session.binding(of: shown, for: Element.self).accessor(session.row(place)) as? Element
        else { preconditionFailure("an object without a Swift class is dynamic") }
        return object
    }

    /// Deletes an object.
    ///
    /// Links to it become nil, elements of lists and sets are removed, values of maps become nil; embedded objects it
    /// owns are deleted as well. Traps outside of a write transaction, for an object of another Realm and for a deleted
    /// one.
    ///
    /// - Complexity: O(log n), where n is the number of objects of the class, plus the size of the object, of the
    ///   properties that link to it, and of the backlinks of the objects it links to; the same for embedded objects it
    ///   owns.
    public func delete(_ object: ObjectBase) {
        require(!object.isPlain, "Only objects that are in a Realm can be deleted.")
        require(object.session === session, "Can only delete an object from the Realm it belongs to.")
        session.checkThread()
        guard let place = object.place, !object.isInvalidated else {
            misuse("Object of class '\(object.describedClass.className)' has been deleted or invalidated.")
        }
        writing { (objects) throws(FormatError) in try objects.delete(place.key, from: objects.table(place.table)) }
        object.wasDeleted = true
    }

    /// Deletes objects.
    ///
    /// The same applies as for one object; those already deleted are ignored.
    ///
    /// - Complexity: O(count * log count), where `count` is the number of objects; much faster than deleting each
    ///   separately.
    public func delete<Objects: Sequence>(_ objects: Objects) where Objects.Element: ObjectBase {
        var keys: [TableKey: [ObjectKey]] = [:]
        if let other = (objects as? any ThreadConfined)?.realm {
            require(other.session === session, "Can only delete objects from the Realm they belong to.")
        }
        for object in objects {
            require(!object.isPlain, "Only objects that are in a Realm can be deleted.")
            require(object.session === session, "Can only delete an object from the Realm it belongs to.")
            guard let place = object.place, !object.isInvalidated else { continue }
            keys[place.table, default: []].append(place.key)
            object.wasDeleted = true
        }
        writing { (objects) throws(FormatError) in
            for (table, keys) in keys.sorted(by: { $0.key.value < $1.key.value }) {
                try objects.delete(keys, from: objects.table(table))
            }
        }
    }

    /// Deletes the objects in a map, and its entries.
    ///
    /// Traps outside of a write transaction, and for a map of another Realm.
    ///
    /// - Complexity: as for a sequence of objects.
    public func delete<Key: _MapKey, Value: ObjectBase>(_ map: Map<Key, Value?>) {
        require(map.realm?.session === session, "Can only delete objects from the Realm they belong to.")
        delete(map.values.compactMap { $0 })
        map.removeAll()
    }

    /// Deletes every object of every class.
    ///
    /// - Complexity: O(n · log n), where n is the number of objects, plus links as for `delete(_:)`.
    public func deleteAll() {
        let names = schema.objectSchema.map(\.className)
        writing { (objects) throws(FormatError) in
            for name in names {
                if let table = try objects.tables.table(named: Table.classPrefix + name) {
                    try objects.deleteAll(from: table)
                }
            }
        }
    }

    /// Changes objects for a non-throwing caller; damage ends the process before it can spread.
    private func writing(_ body: (ObjectEditor) throws(FormatError) -> Void) {
        session.checkThread()
        do {
            try body(ObjectWriter(session).objects)
        } catch {
            misuse("\(RLMError(error, path: session.path).localizedDescription)")
        }
        session.noteChange()
    }
}
