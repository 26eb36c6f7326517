import Foundation
import RealmStore

extension RealmImporter {
    /// The classes of a Realm for a SQLite database.
    public struct DatabaseSchema: Sendable {
        /// The classes, and the schema version if RealmStore's export created the database.
        public let document: SchemaDocument
        /// A sentence for everything that is omitted or renamed.
        public let notes: [String]
    }

    /// Returns the schema of a Realm for the content of a SQLite database.
    ///
    /// A complete database of `RealmExporter` has the schema of its Realm. In any other, tables become classes. The
    /// rules are in docs/export-format.md, "From SQLite".
    ///
    /// - Parameters:
    ///   - url: the database.
    ///   - name: the name at the beginning of messages; nil for the path.
    /// - Throws: `badImport` for a file that is not a database, or a damaged one; `fileInUse` for one locked by another
    ///   program.
    public static func databaseSchema(of url: URL, name: String? = nil) throws -> DatabaseSchema {
        try RLMError.telling(ofDatabase: url, name ?? url.path) {
            let mapping = SQLiteMapping(try SQLiteCatalog(SQLiteReader(url.path)))
            return DatabaseSchema(document: mapping.document, notes: mapping.notes)
        }
    }
}

extension RLMError {
    /// Runs `body`, which reads a SQLite database; errors of SQLite become public ones.
    static func telling<Result>(ofDatabase url: URL, _ name: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let failure as SQLiteDatabase.Failure {
            throw RLMError(failure, ofDatabase: url, name)
        }
    }

    /// The public form of SQLite's error for a database to be read.
    init(_ failure: SQLiteDatabase.Failure, ofDatabase url: URL, _ name: String) {
        if failure.isBadDatabase {
            self.init(
                .badImport, "\(name): this is no SQLite database, or it is damaged: \(failure.message).", path: url.path
            )
        } else {
            self.init(
                failure.isBusy ? .fileInUse : .fileAccess,
                "The database '\(name)' cannot be read: \(failure.message).", path: url.path)
        }
    }
}
