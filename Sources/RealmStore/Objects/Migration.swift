import Foundation

/// What a migration block is given: the file's schema before and after. SDK names: `RLMMigration`, `Migration`.
///
/// Only the library makes one, for the time a migration block runs.
open class RLMMigration: NSObject {
    /// The schema of the file before the migration.
    public let oldSchema: Schema
    /// The schema that the file will have.
    public let newSchema: Schema

    init(from oldSchema: Schema, to newSchema: Schema) {
        self.oldSchema = oldSchema
        self.newSchema = newSchema
    }
}

/// What a migration block is given. SDK name: `Migration`.
public typealias Migration = RLMMigration

/// Brings the objects of a file from an older schema version to that of the configuration. SDK name: `MigrationBlock`.
public typealias MigrationBlock = @Sendable (_ migration: Migration, _ oldSchemaVersion: UInt64) -> Void
