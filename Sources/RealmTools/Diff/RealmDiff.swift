import Foundation
import RealmStore

/// Compares the content of two Realms: their schemas, and the objects of each class.
///
/// Objects are matched by their primary key, without one by their object key, or by given properties. Values are
/// compared bit by bit: a NaN equals one with the same bits, 0.0 and -0.0 differ, and so do the decimals 1.1 and 1.10.
/// Links are equal if their targets are matched with each other; embedded objects are part of their owner's content;
/// lists have an order, sets and dictionaries have none. Links to missing objects count as null. Properties that exist
/// in only one Realm, or have another type there, are differences of the schemas only.
///
/// Byte-identical parts of the files are skipped, and memory does not grow with the number of objects. Additional to
/// the SDK; source: command `diff`.
///
///     let report = try RealmDiff(from: yesterday, to: today).run { row in print(row.kind, row.className, row.key) }
///     if report.isEqual { print("the same") }
public struct RealmDiff {
    /// The classes to compare; nil for all. Embedded ones cannot be picked.
    public var classes: [String]?
    /// The keys by which objects are matched, by class: paths of property names, which may follow links to single
    /// objects. For other classes, the primary key, or else the object key.
    public var keys: [String: [String]] = [:]
    /// Properties not to compare, by class, including embedded classes.
    public var ignored: [String: Set<String>] = [:]
    /// Compare only the schemas.
    public var isSchemaOnly = false
    /// The maximum number of rows passed on; nil for all. The others are still counted.
    public var rowLimit: Int?
    /// The style of values in rows.
    public var values = RealmExporter.ValueStyle.typed
    /// Counts objects of both Realms; `totalUnitCount` is set when the comparison begins.
    public var progress: Progress?
    private let old: Realm
    private let new: Realm

    /// Creates a comparison of the versions that the two Realms show.
    public init(from old: Realm, to new: Realm) {
        self.old = old
        self.new = new
    }

    /// Compares, and passes on a row for each differing object, class by class.
    ///
    /// - Complexity: O(bytes of both files); if objects are at different places O(objects · log objects).
    /// - Throws: `invalidInput` for a class or property that is in neither Realm, or cannot be used like this;
    ///   `invalidDatabase` with reason `damagedFile` for damage, naming the file; `changedWhileReading` for a file that
    ///   was written despite the guarantee; errors of `receive`.
    @discardableResult
    public func run(_ receive: (_ row: Row) throws -> Void = { _ in }) throws -> Report {
        do {
            var report = Report()
            report.schema = try schemaDifferences()
            if !isSchemaOnly {
                let run = DiffRun(try source(), report, limit: rowLimit ?? .max, style: values)
                report = try withoutActuallyEscaping(receive) { receive in
                    try run.run(classes: classes.map(Set.init), progress, receive)
                }
            }
            try old.checkUnchanged()
            try new.checkUnchanged()
            return report
        } catch let error as FormatError {
            throw located(error)
        }
    }

    // MARK: Schemas

    /// A sentence for each difference of the schemas, as in the report of `run`.
    ///
    /// - Throws: `invalidInput` for a class or property that is in neither Realm, or cannot be used like this.
    public func schemaDifferences() throws -> [String] {
        old.session.checkThread()
        new.session.checkThread()
        let (first, second) = (StoredSchema.read(old.session.group), StoredSchema.read(new.session.group))
        try checkNames(first, second)
        let document = SchemaDocument(relevant(second))
        var lines = document.differences(from: relevant(first))
        if classes == nil, old.schemaVersion != new.schemaVersion {
            func text(_ version: UInt64?) -> String { version.map { "\($0)" } ?? "none" }
            lines.insert(
                "The schema version has changed from \(text(old.schemaVersion)) to \(text(new.schemaVersion)).", at: 0)
        }
        return lines
    }

    /// The classes and properties of a schema to be compared.
    private func relevant(_ schema: Schema) -> Schema {
        Schema(
            schema.objectSchema.filter { classes?.contains($0.className) ?? true }.map { schema in
                let ignored = ignored[schema.className] ?? []
                return ObjectSchema(
                    className: schema.className, properties: schema.properties.filter { !ignored.contains($0.name) },
                    isEmbedded: schema.isEmbedded, isAsymmetric: schema.isAsymmetric)
            })
    }

    private func checkNames(_ first: Schema, _ second: Schema) throws {
        let named = (classes ?? []) + keys.keys.sorted() + ignored.keys.sorted()
        for name in named where first[name] == nil && second[name] == nil {
            let names = (first.objectSchema + second.objectSchema).map(\.className)
            let near =
                PredicateError.suggestions(for: name, among: names).first.map { "; did you mean '\($0)'?" } ?? "."
            throw invalidInput("Neither Realm has a class '\(name)'\(near)")
        }
        for name in (classes ?? []) + keys.keys.sorted()
        where first[name]?.isEmbedded ?? false || second[name]?.isEmbedded ?? false {
            throw invalidInput(
                "Class '\(name)' is embedded: its objects are compared inside their owners. Name the owner's class.")
        }
        for (name, properties) in ignored {
            let known = (first[name]?.properties ?? []) + (second[name]?.properties ?? [])
            for property in properties.sorted() where !known.contains(where: { $0.name == property }) {
                throw RLMError(unknown: property, of: name, among: known.map(\.name))
            }
        }
    }

    // MARK: Objects

    private func source() throws -> DiffSource {
        let source = (old: try ExportSource(old.session.group), new: try ExportSource(new.session.group))
        // Links may also lead to tables that are not classes.
        func tables(_ source: ExportSource) -> [String: ExportClass] {
            Dictionary(uniqueKeysWithValues: (source.classes + source.others).map { ($0.table.name, $0) })
        }
        let (first, second) = (tables(source.old), tables(source.new))
        let names = Set(first.keys).union(second.keys).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return DiffSource(
            source.old, source.new,
            try names.map { name in
                let className = (first[name] ?? second[name])?.table.className
                return try DiffClass(
                    first[name], second[name], in: source, keys: className.flatMap { keys[$0] } ?? [],
                    ignored: className.flatMap { ignored[$0] } ?? [])
            })
    }

    /// The public error for damage in one of the files: reading each separately reveals in which, and where.
    private func located(_ error: FormatError) -> any Swift.Error {
        for realm in [old, new] {
            do { _ = try RealmExporter(realm).export { _ in } } catch { return error }
        }
        return RLMError(error, path: old.session.path)
    }
}
