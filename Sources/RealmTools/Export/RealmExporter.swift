import Foundation
import RealmStore

/// Writes the objects of an open Realm as JSON lines, one JSON document, CSV files, or tables for SQLite or PostgreSQL.
///
/// The forms are documented in docs/export-format.md. With typed values nothing is lost: every value of the Realm can
/// be restored from the text, bit for bit. The Realm is read directly, a cluster at a time; memory does not grow with
/// the number of objects. Damage is thrown, never exported as if a value were missing. Source: command `export`.
///
///     let exporter = try RealmExporter(realm)
///     let report = try exporter.export { bytes in try file.write(contentsOf: bytes) }
public struct RealmExporter {
    /// The form of the exported text.
    public enum Format: String, CaseIterable, Sendable {
        /// A JSON object on each line.
        case ndjson
        /// One JSON document with an array for each class.
        case json
        /// A file of comma-separated values for each class and for each of its collections.
        case csv
        /// A SQLite database with a table for each class and for each of its collections.
        case sqlite
        /// A script for `psql` with the same tables.
        case postgres

        /// Whether it is one text.
        var isText: Bool { self != .csv && self != .sqlite }
        /// Whether objects are written as rows, so that embedded ones have separate rows.
        var isTabular: Bool { self != .ndjson && self != .json }
    }

    /// The style of values that JSON does not have.
    public enum ValueStyle: String, CaseIterable, Sendable {
        /// Wrapped in an object that names the type: `{"$uuid":"..."}`. Loses nothing.
        case typed
        /// As text or number only, for readers without types.
        case plain
    }

    /// The form of the text.
    public let format: Format
    /// The style of values.
    public let values: ValueStyle
    /// Counts exported objects; `totalUnitCount` is set when the export begins.
    public var progress: Progress?
    private let realm: Realm
    private let classNames: Set<String>?
    /// The objects to export of some classes, by name.
    private let selections: [String: Results<DynamicObject>]

    /// Creates an export of the version of the file that `realm` shows.
    ///
    /// - Parameters:
    ///   - realm: the Realm to read.
    ///   - format: the form of the text.
    ///   - values: nil for `typed` in JSON, and `plain` elsewhere. In tables only mixed values differ.
    ///   - classes: the classes to export; nil for all. in JSON, embedded objects are written only inside their owners,
    ///     so they cannot be selected.
    ///   - selections: the only objects to export of their classes; at most one selection per class, none embedded.
    ///     Links to omitted objects are unchanged; in databases they refer to nothing. Embedded objects are exported
    ///     with their owners.
    /// - Throws: `invalidInput` for a class that is missing or cannot be selected, and for invalid selections.
    public init(
        _ realm: Realm, format: Format = .ndjson, values: ValueStyle? = nil, classes: [String]? = nil,
        selections: [Results<DynamicObject>] = []
    ) throws {
        for name in classes ?? [] {
            guard let schema = realm.schema[name] else { throw invalidInput("The Realm has no class '\(name)'.") }
            if schema.isEmbedded, !format.isTabular {
                throw invalidInput(
                    "Class '\(name)' is embedded: its objects are exported inside their owners. Pick the owner's class."
                )
            }
        }
        self.realm = realm
        self.format = format
        self.values = values ?? (format.isTabular ? .plain : .typed)
        classNames = classes.map(Set.init)
        self.selections = try RealmExporter.byClass(selections, of: realm, among: classNames)
    }

    private static func byClass(
        _ selections: [Results<DynamicObject>], of realm: Realm, among classNames: Set<String>?
    ) throws -> [String: Results<DynamicObject>] {
        var result: [String: Results<DynamicObject>] = [:]
        for objects in selections {
            guard let name = objects.className, objects.realm?.session === realm.session else {
                throw invalidInput("A selection has objects of another Realm.")
            }
            guard classNames?.contains(name) ?? true else {
                throw invalidInput("Objects of class '\(name)' are selected, and the class is not exported.")
            }
            guard realm.schema[name]?.isEmbedded == false else {
                throw invalidInput("Objects of class '\(name)' go with their owners; select those.")
            }
            guard result.updateValue(objects, forKey: name) == nil else {
                throw invalidInput("Objects of class '\(name)' are selected twice.")
            }
        }
        return result
    }

    /// Exports as JSON lines, JSON document or script, and passes the bytes on in pieces of 64 KiB to some MiB.
    ///
    /// - Complexity: O(bytes of the file)
    /// - Throws: `invalidInput` for formats `csv`, which consists of several files, and `sqlite`, which is not text;
    ///   `invalidDatabase` with reason `damagedFile` for damage, naming the place; `changedWhileReading` for a file
    ///   that was written despite the guarantee; errors of `receive`. After an error the text is incomplete.
    public func export(to receive: (_ bytes: Data) throws -> Void) throws -> Report {
        guard format.isText else {
            throw invalidInput("Format \(format.rawValue) is no text: use exportFiles or exportDatabase.")
        }
        return try withoutActuallyEscaping(receive) { receive in
            try run { source, classes, step in
                if format == .postgres { return try exportScript(source, classes, step, to: receive) }
                var export = JSONExport(
                    source, classes, isDocument: format == .json, style: values, sink: receive, step: step)
                return try export.run(schemaVersion: realm.schemaVersion, isWhole: isWhole)
            }
        }
    }

    /// Exports as CSV files, one after another: `receive` gets each file's name with its next bytes.
    ///
    /// File names are safe in a directory: they contain no separators. Every file has at least its header.
    ///
    /// - Complexity: O(bytes of the file)
    /// - Throws: `invalidInput` for another format; else as `export(to:)`.
    public func exportFiles(to receive: (_ file: String, _ bytes: Data) throws -> Void) throws -> Report {
        guard format == .csv else { throw invalidInput("Only CSV has several files: use export.") }
        return try withoutActuallyEscaping(receive) { receive in
            try run { source, classes, step in
                let sink = CSVExport(source, style: values, sink: receive)
                var export = TableExport(source, classes, to: sink, step: step)
                var report = try export.run()
                report.bytes = export.sink.byteCount
                return report
            }
        }
    }

    private func exportScript(
        _ source: ExportSource, _ classes: [ExportClass], _ step: @escaping () -> Void,
        to receive: @escaping ExportOutput.Sink
    ) throws -> Report {
        var sink = try PostgresExport(source, classes, style: values, sink: receive)
        try sink.writeHead(schemaVersion: realm.schemaVersion)
        var export = TableExport(source, classes, to: sink, step: step)
        var report = try export.run()
        try export.sink.writeTail()
        report.bytes = export.sink.byteCount
        report.approximatedValues = export.sink.approximatedValues
        return report
    }

    /// Exports into a new SQLite database. The file is not synced; after an error it is useless.
    ///
    /// - Parameter file: a missing or empty file.
    /// - Complexity: O(bytes of the file)
    /// - Throws: `invalidInput` for another format; `outOfDiskSpace`, `fileAccess` if the database cannot be written;
    ///   else as `export(to:)`.
    public func exportDatabase(toFile file: URL) throws -> Report {
        guard format == .sqlite else { throw invalidInput("Only format sqlite is a database: use export.") }
        do {
            var report = try run { source, classes, step in
                let document = SchemaDocument(StoredSchema.read(realm.session.group))
                let tables = try SQLiteTables(
                    file.path, source, classes, style: values, schemaVersion: realm.schemaVersion,
                    document: isWhole ? document : nil)
                var export = TableExport(
                    source, classes, to: SQLiteExport(tables, source, style: values), step: step)
                let report = try export.run()
                try tables.finish()
                return report
            }
            report.bytes = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
            return report
        } catch let failure as SQLiteDatabase.Failure where failure.isRefusedRow {
            // The tables have constraints that intact objects satisfy.
            let message = "a value that must be unique or present is not: \(failure.message)"
            throw RLMError(FormatError(.badValue, at: .none, message), path: realm.session.path)
        } catch let failure as SQLiteDatabase.Failure {
            throw RLMError(
                failure.isDiskFull ? .outOfDiskSpace : .fileAccess,
                "The database '\(file.path)' cannot be written: \(failure.message)", path: file.path)
        }
    }

    /// True if every object is exported.
    private var isWhole: Bool { classNames == nil && selections.isEmpty }

    private func run(
        _ body: (ExportSource, [ExportClass], @escaping () -> Void) throws -> Report
    ) throws -> Report {
        var source: ExportSource?
        do {
            let opened = try ExportSource(realm.session.group)
            source = opened
            let classes = opened.classes.filter { classNames?.contains($0.name) ?? true }
            for exported in classes { exported.select(selections[exported.name]?.objectKeys) }
            opened.hasSelections = !selections.isEmpty
            let step = try countingStep(classes)
            let report = try body(opened, classes, step)
            try realm.checkUnchanged()
            return report
        } catch let error as FormatError {
            throw RLMError(source?.located(error) ?? error, path: realm.session.path)
        }
    }

    /// The function called after each object, which counts them in `progress`.
    private func countingStep(_ classes: [ExportClass]) throws(FormatError) -> () -> Void {
        guard let progress else { return {} }
        var total = 0
        for exported in classes where !exported.isEmbedded || format.isTabular {
            if let selected = exported.selectedCount {
                total += selected
            } else {
                total += try exported.table.objects().count
            }
        }
        progress.totalUnitCount = Int64(total)
        var count: Int64 = 0
        return {
            count += 1
            // Progress takes locks: too slow for every object.
            if count % 256 == 0 || count == progress.totalUnitCount { progress.completedUnitCount = count }
        }
    }
}

extension RealmExporter {
    /// The result of an export, including approximations and omissions.
    public struct Report: Codable, Hashable, Sendable {
        /// One class of an export.
        public struct ClassCount: Codable, Hashable, Sendable {
            /// The class.
            public let name: String
            /// Objects written, for embedded ones, inside their owners.
            public let objects: Int
        }

        /// The exported classes, ascending by the bytes of their names.
        public internal(set) var classes: [ClassCount] = []
        /// Bytes of all files.
        public internal(set) var bytes = 0
        /// Links to missing objects, which synchronised files have: written as null, or left out of lists and sets.
        public internal(set) var unresolvedLinks = 0
        /// Links to objects whose primary key is null: in CSV written as null, since it has no other text for them.
        public internal(set) var nullKeyLinks = 0
        /// Values of more than 16 MiB that every Realm SDK reads as null: written as null.
        public internal(set) var oversizedValues = 0
        /// Embedded objects without owner: written as separate objects.
        public internal(set) var ownerlessObjects = 0

        /// Number of objects.
        public var objects: Int { classes.reduce(0) { $0 + $1.objects } }

        /// Values that the database cannot represent exactly, such as nanoseconds: rounded.
        public internal(set) var approximatedValues = 0

        init() {}

        mutating func take(_ source: ExportSource) {
            unresolvedLinks = source.unresolvedLinks
            nullKeyLinks = source.nullKeyLinks
            oversizedValues = source.oversizedValues
            ownerlessObjects = source.ownerlessObjects
        }
    }
}
