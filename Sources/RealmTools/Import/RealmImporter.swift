import Foundation
import RealmStore

/// Reads objects into an open Realm: from JSON lines, one JSON document, CSV files or a SQLite database, as written by
/// `RealmExporter`, or simpler ones. Texts may be compressed by zstd, or by gzip if that program is installed.
///
/// The forms are documented in docs/export-format.md. Values go into the file bit for bit. The schema determines their
/// types, and anything that does not fit is an error with file and line. Links may lead to later objects: the files are
/// read a second time for these, so they must be files, not pipes. Source: command `import`.
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

        /// The form of files with that suffix; nil for others.
        public init?(suffix: String) {
            switch suffix {
            case "sqlite3", "db": self = .sqlite
            default: self.init(rawValue: suffix)
            }
        }

        /// The form of a file of that name, also of a compressed text that ends in `.zst` or `.gz`; nil for others.
        public init?(fileName: String) {
            let name = Format.uncompressed(fileName)
            self.init(suffix: (name as NSString).pathExtension)
            if self == .sqlite, name != fileName { return nil }
        }

        /// The name without the suffix of its compression.
        static func uncompressed(_ name: String) -> String {
            ["zst", "gz"].contains((name as NSString).pathExtension) ? (name as NSString).deletingPathExtension : name
        }
    }

    /// The handling of an object whose primary key is taken: `error` ends the import, `all` sets the given properties
    /// of the existing one, `modified` those that differ. Objects of classes without primary key are always new.
    public var update = Realm.UpdatePolicy.error
    /// Objects in each write transaction, at least 1; nil for as many as some 100 MB of memory have room for.
    public var batchSize: Int?
    /// Import everything in one write transaction: all or nothing. Memory grows with the objects.
    public var isSingleTransaction = false
    /// Check everything as in a single transaction, and write nothing. Memory grows with the objects.
    public var isDryRun = false
    /// Go on where an import of the same files came to that was interrupted, at its last commit; if there was none,
    /// begin, and record the progress.
    ///
    /// The progress is kept in the file, in a table that readers of classes do not see, and goes with the last commit;
    /// an import without this forgets that of another one. For JSON lines and CSV files of objects only, without
    /// `isSingleTransaction`, `isDryRun` and `reject`.
    public var resumes = false
    /// Takes lines of JSON and records of CSV files of objects with a problem, which are then left out; nil if the
    /// first problem ends the import.
    ///
    /// A link that leads nowhere is such a problem, too: then the object is there without it.
    public var reject: ((Reject) throws -> Void)?
    /// Counts bytes of the files; `totalUnitCount` is set when the import begins.
    public var progress: Progress?
    private let realm: Realm

    /// Creates an importer for `realm`, which must not be in a write transaction when it runs.
    public init(_ realm: Realm) { self.realm = realm }

    /// Whether an import into the Realm was interrupted that recorded its progress: one with `resumes` goes on.
    public var isInterrupted: Bool {
        realm.session.group.tables.contains { $0.name == ImportJournal.tableName }
    }

    /// Imports the files, in their order; links may lead from each to any other.
    ///
    /// An object without primary key keeps its `_key` if that is free, else it gets another, and links to it follow.
    /// After an error, transactions already committed stay.
    ///
    /// - Parameters:
    ///   - files: the files, in the order in which they are read.
    ///   - committed: called after each commit, with the report so far.
    /// - Returns: the report; for a dry run, what would have been imported.
    /// - Throws: `badImport` for a problem in the files; its description begins with `FILE:LINE:`, for a database with
    ///   `FILE:TABLE:ROWID:` (rows without such a number are counted from 1). `invalidInput` for a Realm in a write
    ///   transaction. Errors of beginning and committing a write transaction, and Foundation's errors for unreadable
    ///   files.
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
    /// A line of JSON or a record of CSV that is not imported.
    public struct Reject: Sendable {
        /// The line or record, with the line feed that ends it.
        public let text: Data
        /// For a record of CSV, the header of its file, with a line feed.
        public let header: Data?
        /// The problem; its description begins with `FILE:LINE:`.
        public let problem: RLMError
    }

    /// The result of an import.
    public struct Report: Codable, Hashable, Sendable {
        /// One class of an import.
        public struct ClassCount: Codable, Hashable, Sendable {
            /// The class.
            public let name: String
            /// New objects.
            public internal(set) var created = 0
            /// Existing objects.
            public internal(set) var updated = 0
        }

        /// The classes of the imported objects, ascending by the bytes of their names.
        public internal(set) var classes: [ClassCount] = []
        /// Write transactions.
        public internal(set) var transactions = 0
        /// Separate embedded objects, which the exporter writes if they have no owner: they were left out.
        public internal(set) var ownerlessObjects = 0
        /// Lines and records with a problem, which `reject` took.
        public internal(set) var rejected = 0
        /// A sentence for everything of a database that was omitted or renamed.
        public internal(set) var notes: [String] = []

        /// Creates an empty report.
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
