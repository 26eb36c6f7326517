import Foundation

/// The argument of a migration block: the objects of a file as they were and as they will be. SDK names:
/// `RLMMigration`, `Migration`.
///
/// Only the library creates one, while a migration block runs; everything obtained from it is valid in the block only.
/// All is one write transaction: the file changes when the block has returned and its outcome has been checked, or not
/// at all. Every function traps after the block.
///
/// When the block runs, the objects have the properties of both schemas, but those that change their type or become
/// required are new: their former values are in the old objects. Primary keys are ordinary properties until the block
/// is over; then they must be unique.
open class RLMMigration: NSObject {
    let run: MigrationRun
    /// The schema of the file before the migration, with the names in the file.
    public let oldSchema: Schema

    init(_ run: MigrationRun) {
        self.run = run
        oldSchema = run.before.schema
    }

    /// The schema that the file will have: the program's, or, with schema mode `discovered`, the result of the edits so
    /// far.
    public var newSchema: Schema { run.after.schema }

    /// Calls `block` with every object of a class, as it was and as it will be.
    ///
    /// Deleted objects are skipped; created ones are not visited, unless the class is new. For a class only in the new
    /// schema, old objects are nil; for one only in the old schema, new ones. The block may create and delete objects.
    /// Old objects are in a frozen Realm: writing to one traps.
    ///
    /// - Complexity: O(number of objects), with memory independent of it.
    public func enumerateObjects(ofType typeName: String, _ block: MigrationObjectEnumerateBlock) {
        run.checkIsRunning()
        let new = newSchema[typeName] == nil ? nil : run.after.group.table(ofClass: typeName)
        let old = new.flatMap { run.before.group.table($0.key) } ?? run.before.group.table(ofClass: typeName)
        guard let old else {
            guard let new else { return }
            for object in Results<DynamicObject>(run.after.binding(of: new.key, nil)) where !object.isInvalidated {
                block(nil, object)
            }
            return
        }
        let cursor = ObjectResults(run.before.binding(of: old.key, nil)).cursor
        // A class that was removed and added again shares nothing with the old one.
        var maker = new?.key == old.key ? AccessorMaker(run.after.binding(of: old.key, nil)) : nil
        while let object = cursor?.next() as? DynamicObject {
            guard let counterpart = maker?.accessor(object.key, isExpected: false) else {
                block(object, nil)
                continue
            }
            if !counterpart.isInvalidated { block(object, counterpart as? DynamicObject) }
        }
    }

    /// Creates an object of a class of the new schema.
    ///
    /// Traps for a class that is not in the new schema, and for values that do not fit. An object whose primary key is
    /// taken is created nevertheless: duplicates must be resolved by the end of the block.
    ///
    /// - Parameters:
    ///   - typeName: a class of the new schema.
    ///   - value: a dictionary by property name, an array in the order of the properties, or another object.
    /// - Complexity: as `Realm.create(_:value:update:)`.
    @discardableResult
    public func create(_ typeName: String, value: Any = [Any]()) -> MigrationObject {
        run.checkIsRunning()
        require(newSchema[typeName] != nil, "Class '\(typeName)' is not in the new schema of the migration.")
        require(
            run.after.group.table(ofClass: typeName)?.kind != .embedded,
            "Objects of the embedded class '\(typeName)' are created by setting a property of their owner.")
        return realm.dynamicCreate(typeName, value: value)
    }

    /// Deletes a new object, like `Realm.delete(_:)`.
    ///
    /// - Complexity: as `Realm.delete(_:)`.
    public func delete(_ object: MigrationObject) {
        run.checkIsRunning()
        realm.delete(object)
    }

    /// Deletes all objects of a class; one that is not in the new schema is removed from the file.
    ///
    /// A class to which properties still link is removed with the last of them. If some remain at the end of the
    /// migration, because their class is not in the new schema either, opening throws `fail`.
    ///
    /// - Returns: false if the file has no such class.
    /// - Complexity: O(n · log n), where n is the number of objects, plus links as for `Realm.delete(_:)`.
    @discardableResult
    public func deleteData(forType typeName: String) -> Bool {
        run.checkIsRunning()
        return run.trapping { () throws(FormatError) in try run.deleteData(typeName) }
    }

    /// Keeps the values of a renamed property.
    ///
    /// Names are those in the file. No object is touched, unless the property becomes optional. Rename before the
    /// objects of the class are enumerated: values written under the new name are lost. Traps if the old name is still
    /// in the new schema or not in the file, if the class is missing in either, and for another type or a property that
    /// becomes required. A property may get a name missing from the new schema, if it is renamed again.
    public func renameProperty(onType typeName: String, from oldName: String, to newName: String) {
        run.checkIsRunning()
        do { try run.rename(oldName, to: newName, of: typeName) } catch { misuse("\(error)") }
    }

    // MARK: Additional to the SDK

    /// All new objects of a class, live. Traps for a class that the file does not have at this moment. Additional to
    /// the SDK.
    ///
    /// - Complexity: O(number of classes)
    public func objects(_ typeName: String) -> Results<DynamicObject> {
        run.checkIsRunning()
        return realm.dynamicObjects(typeName)
    }

    /// The current state of the file in the migration, as a Realm in its write transaction, which ends with the block
    /// and no sooner. All objects are `DynamicObject`s. Additional to the SDK.
    public var realm: Realm {
        run.checkIsRunning()
        return Realm(session: run.after)
    }
}

/// The argument of a migration block.
public typealias Migration = RLMMigration

/// An object in a migration, whose values are read by name.
public typealias MigrationObject = DynamicObject

/// A block called with each object of a class, as it was and as it will be.
public typealias MigrationObjectEnumerateBlock = (
    _ oldObject: MigrationObject?, _ newObject: MigrationObject?
) -> Void

/// A block that brings the objects of a file from an older schema version to that of the configuration.
public typealias MigrationBlock = @Sendable (_ migration: Migration, _ oldSchemaVersion: UInt64) -> Void

/// The same, but may throw.
typealias MigrationBody = (_ migration: Migration, _ oldSchemaVersion: UInt64) throws -> Void
