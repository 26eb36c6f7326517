import Foundation
import RealmStore

/// Reads objects into an open Realm: from JSON lines, one JSON document, CSV files or a SQLite database, as
/// `RealmExporter` writes them, or plainer ones.
///
/// The forms are documented in docs/export-format.md. Values go into the file bit for bit. The schema says of which
/// type they are, and whatever does not fit is an error with file and line. Links may lead to objects that come later:
/// the files are read a second time for these, so they must be files, not pipes. Source: command `import`.
///
///     let importer = RealmImporter(realm)
///     let report = try importer.importFiles([.init(url, format: .ndjson)])
public struct RealmImporter {
    /// The form of the imported text.
    public enum Format: String, CaseIterable, Sendable {
        /// A JSON object on each line.
        case ndjson
        /// One JSON document.
        case json
        /// A file of comma-separated values for each class and for each of its collections.
        case csv
        /// A SQLite database; see `databaseSchema(of:name:)`.
        case sqlite

        /// The form of files whose names end so; nil for others.
        public init?(suffix: String) {
            switch suffix {
            case "sqlite3", "db": self = .sqlite
            default: self.init(rawValue: suffix)
            }
        }
    }

    /// What is done with an object whose primary key another has: `error` ends the import, `all` sets the given
    /// properties of the one that is there, `modified` those that differ. Objects of classes without primary key are
    /// always new.
    public var update = Realm.UpdatePolicy.error
    /// Objects in each write transaction, at least 1.
    public var batchSize = 1000
    /// Import everything in one write transaction: all of it or nothing. Memory grows with the objects.
    public var isSingleTransaction = false
    /// Check everything as in a single transaction, and write nothing. Memory grows with the objects.
    public var isDryRun = false
    /// Counts bytes of the files; `totalUnitCount` is set when the import begins.
    public var progress: Progress?
    private let realm: Realm

    /// An importer for `realm`, which must not be in a write transaction when it runs.
    public init(_ realm: Realm) { self.realm = realm }

    /// Imports the files, in their order; links may lead from each to any other.
    ///
    /// An object that has no primary key keeps its `_key` if no object has that yet, else it gets another, and links to
    /// it follow. After an error the transactions that were committed before stay.
    ///
    /// - Parameters:
    ///   - files: the files, in the order in which they are read.
    ///   - committed: called after each commit, with what was imported until then.
    /// - Returns: what was imported; of a dry run, what would be.
    /// - Throws: `badImport` for a fault of the files; its description begins with `FILE:LINE:`, for a database with
    ///   `FILE:TABLE:ROWID:` (rows that have no such number are counted from 1). `invalidInput` for a
    ///   Realm in a write transaction. What beginning and committing a write transaction throws, and Foundation's
    ///   errors for files that cannot be read.
    /// - Complexity: O(bytes · log number of objects)
    @discardableResult
    public func importFiles(_ files: [Input], committed: (Report) -> Void = { _ in }) throws -> Report {
        guard !realm.isInWriteTransaction else {
            throw invalidInput("An import has write transactions of its own: end the one that is open.")
        }
        guard !realm.configuration.readOnly else {
            throw invalidInput("A Realm that was opened read-only is not written.")
        }
        return try withoutActuallyEscaping(committed) { committed in
            try ImportRun(realm.session, self, committed: committed).run(files)
        }
    }
}

extension RealmImporter {
    /// What an import did.
    public struct Report: Codable, Hashable, Sendable {
        /// One class of an import.
        public struct ClassCount: Codable, Hashable, Sendable {
            /// The class.
            public let name: String
            /// Objects that are new.
            public internal(set) var created = 0
            /// Objects that were there before.
            public internal(set) var updated = 0
        }

        /// The classes of which there were objects, ascending by the bytes of their names.
        public internal(set) var classes: [ClassCount] = []
        /// Write transactions.
        public internal(set) var transactions = 0
        /// Embedded objects on their own, which the exporter writes where no object owns them: they were left out.
        public internal(set) var ownerlessObjects = 0
        /// A sentence for everything of a database that was left out, or is called something else.
        public internal(set) var notes: [String] = []

        /// A report of nothing.
        public init() {}

        /// Number of objects.
        public var objects: Int { classes.reduce(0) { $0 + $1.created + $1.updated } }

        mutating func count(_ name: String, created: Int = 0, updated: Int = 0) {
            var position = classes.firstIndex { $0.name == name } ?? classes.endIndex
            if position == classes.endIndex {
                position =
                    classes.firstIndex { name.utf8.lexicographicallyPrecedes($0.name.utf8) } ?? classes.endIndex
                classes.insert(ClassCount(name: name), at: position)
            }
            classes[position].created += created
            classes[position].updated += updated
        }
    }
}
