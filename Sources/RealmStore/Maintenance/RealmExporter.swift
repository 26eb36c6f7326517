import Foundation

/// Writes the objects of an open Realm as text: JSON lines, one JSON document, or CSV files.
///
/// The forms are documented in docs/export-format.md. With typed values nothing is lost: every value of the Realm can
/// be made from the text again, bit for bit. The Realm is read directly, a cluster at a time; memory does not grow with
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
    }

    /// How values that JSON does not have are written.
    public enum ValueStyle: String, CaseIterable, Sendable {
        /// Wrapped in an object that names the type: `{"$uuid":"..."}`. Loses nothing.
        case typed
        /// As text or number alone, for readers that know no types.
        case plain
    }

    /// The form of the text.
    public let format: Format
    /// How values are written.
    public let values: ValueStyle
    /// Counts exported objects; `totalUnitCount` is set when the export begins.
    public var progress: Progress?
    private let realm: Realm
    private let classNames: Set<String>?

    /// An export of the version of the file that `realm` reads.
    ///
    /// - Parameters:
    ///   - values: nil for `typed`, or `plain` in CSV.
    ///   - classes: the classes to export; nil for all. JSON has embedded objects inside their owners only, so they
    ///     cannot be picked there.
    /// - Throws: `invalidInput` for a class that the Realm does not have, or that cannot be picked.
    public init(
        _ realm: Realm, format: Format = .ndjson, values: ValueStyle? = nil, classes: [String]? = nil
    ) throws {
        for name in classes ?? [] {
            guard let schema = realm.schema[name] else { throw invalidInput("The Realm has no class '\(name)'.") }
            if schema.isEmbedded, format != .csv {
                throw invalidInput(
                    "Class '\(name)' is embedded: its objects are exported inside their owners. Pick the owner's class."
                )
            }
        }
        self.realm = realm
        self.format = format
        self.values = values ?? (format == .csv ? .plain : .typed)
        classNames = classes.map(Set.init)
    }

    /// Exports as JSON lines or document, and hands the bytes on in pieces of about 64 KiB.
    ///
    /// - Complexity: O(bytes of the file)
    /// - Throws: `invalidInput` for format `csv`, which makes several files; `invalidDatabase` with reason
    ///   `damagedFile` for damage, and says where it is; `changedWhileReading` for a file that was written to although
    ///   nobody should; what `receive` throws. After an error the text is incomplete.
    public func export(to receive: (_ bytes: Data) throws -> Void) throws -> Report {
        guard format != .csv else { throw invalidInput("CSV has a file for each class: use exportFiles.") }
        return try withoutActuallyEscaping(receive) { receive in
            try run { source, classes, step in
                var export = JSONExport(
                    source, classes, isDocument: format == .json, style: values, sink: receive, step: step)
                return try export.run(schemaVersion: realm.schemaVersion, isWhole: classNames == nil)
            }
        }
    }

    /// Exports as CSV files, one after another: `receive` gets each file's name with its next bytes.
    ///
    /// File names are safe in a directory: they hold no separators. Every file has at least its header.
    ///
    /// - Complexity: O(bytes of the file)
    /// - Throws: `invalidInput` for another format; else as `export(to:)`.
    public func exportFiles(to receive: (_ file: String, _ bytes: Data) throws -> Void) throws -> Report {
        guard format == .csv else { throw invalidInput("Only CSV has several files: use export.") }
        return try withoutActuallyEscaping(receive) { receive in
            try run { source, classes, step in
                var export = CSVExport(source, classes, style: values, sink: receive, step: step)
                return try export.run()
            }
        }
    }

    private func run(
        _ body: (ExportSource, [ExportClass], @escaping () -> Void) throws -> Report
    ) throws -> Report {
        var source: ExportSource?
        do {
            let opened = try ExportSource(realm.session.group)
            source = opened
            let classes = opened.classes.filter { classNames?.contains($0.name) ?? true }
            let step = try countingStep(classes)
            let report = try body(opened, classes, step)
            try realm.checkUnchanged()
            return report
        } catch let error as FormatError {
            throw RLMError(source?.located(error) ?? error, path: realm.session.path)
        }
    }

    /// What is called after each object: counts them in `progress`.
    private func countingStep(_ classes: [ExportClass]) throws(FormatError) -> () -> Void {
        guard let progress else { return {} }
        var total = 0
        for exported in classes where !exported.isEmbedded || format == .csv {
            total += try exported.table.objects().count
        }
        progress.totalUnitCount = Int64(total)
        var count: Int64 = 0
        return {
            count += 1
            // Counting is observed through locks: too slow for every object.
            if count % 256 == 0 || count == progress.totalUnitCount { progress.completedUnitCount = count }
        }
    }
}

extension RealmExporter {
    /// What an export wrote, and what it could not.
    public struct Report: Codable, Hashable, Sendable {
        /// One class of an export.
        public struct ClassCount: Codable, Hashable, Sendable {
            /// The class.
            public let name: String
            /// Objects written, inside their owners for embedded ones.
            public let objects: Int
        }

        /// The exported classes, ascending by the bytes of their names.
        public internal(set) var classes: [ClassCount] = []
        /// Bytes of all files.
        public internal(set) var bytes = 0
        /// Links to objects that do not exist (any more), as synchronised files have them: written as null, or left out
        /// of lists and sets.
        public internal(set) var unresolvedLinks = 0
        /// Values of more than 16 MiB that every Realm SDK reads as null: written as null.
        public internal(set) var oversizedValues = 0
        /// Embedded objects that no object owns: written as objects of their own.
        public internal(set) var ownerlessObjects = 0

        /// Number of objects.
        public var objects: Int { classes.reduce(0) { $0 + $1.objects } }

        init() {}

        mutating func take(_ source: ExportSource) {
            unresolvedLinks = source.unresolvedLinks
            oversizedValues = source.oversizedValues
            ownerlessObjects = source.ownerlessObjects
        }
    }
}
