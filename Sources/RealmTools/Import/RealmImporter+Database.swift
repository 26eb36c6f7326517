import Foundation
import RealmStore

extension RealmImporter {
    /// What a SQLite database becomes as classes of a Realm.
    public struct DatabaseSchema: Sendable {
        /// The classes, and the schema version if our own export made the database.
        public let document: SchemaDocument
        /// A sentence for everything that is left out, or called something else.
        public let notes: [String]
    }

    /// The schema for a Realm that is to take what a SQLite database has.
    ///
    /// A database that `RealmExporter` made in full has the schema of its Realm. Of any other, tables become classes.
    /// The rules are in docs/export-format.md, "From SQLite".
    ///
    /// - Parameters:
    ///   - url: the database.
    ///   - name: the name that messages begin with; nil for the path.
    /// - Throws: `badImport` for a file that is no database, or a damaged one; `fileInUse` for one that another program
    ///   keeps from being read.
    public static func databaseSchema(of url: URL, name: String? = nil) throws -> DatabaseSchema {
        try RLMError.telling(ofDatabase: url, name ?? url.path) {
            let mapping = SQLiteMapping(try SQLiteCatalog(SQLiteReader(url.path)))
            return DatabaseSchema(document: mapping.document, notes: mapping.notes)
        }
    }
}

extension RLMError {
    /// Runs `body`, which reads a SQLite database; what SQLite refuses becomes a public error.
    static func telling<Result>(ofDatabase url: URL, _ name: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let failure as SQLiteDatabase.Failure {
            throw RLMError(failure, ofDatabase: url, name)
        }
    }

    /// What SQLite said of a database that was to be read.
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
