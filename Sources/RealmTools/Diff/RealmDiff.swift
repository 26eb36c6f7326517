import Foundation
import RealmStore

/// Compares what two Realms hold: their schemas, and the objects of each class.
///
/// Objects are matched by their primary key, where there is none by their object key, or by properties that are named.
/// Values are compared bit by bit: a NaN equals one of its own bits, 0.0 and -0.0 differ, and so do the decimals 1.1
/// and 1.10. Links are equal if their targets are matched with each other; embedded objects belong to what their owner
/// holds; lists have an order, sets and dictionaries have none. Links to objects that do not exist (any more) count as
/// null. Properties that only one Realm has, or that have another type there, are differences of the schemas alone.
///
/// Parts of the files that are the same byte for byte are passed over, and memory does not grow with the number of
/// objects. Additional to the SDK; source: command `diff`.
///
///     let report = try RealmDiff(from: yesterday, to: today).run { row in print(row.kind, row.className, row.key) }
///     if report.isEqual { print("the same") }
public struct RealmDiff {
    /// The classes that are compared; nil for all. Embedded ones cannot be picked.
    public var classes: [String]?
    /// What objects are matched by, by class: paths of property names, which may follow links to single objects. For
    /// classes that are not named it is the primary key, or else the object key.
    public var keys: [String: [String]] = [:]
    /// Properties that are not compared, by class. Of embedded classes, too.
    public var ignored: [String: Set<String>] = [:]
    /// Compare nothing but the schemas.
    public var isSchemaOnly = false
    /// How many rows are handed on; nil for all. They are counted all the same.
    public var rowLimit: Int?
    /// How values are written in rows.
    public var values = RealmExporter.ValueStyle.typed
    /// Counts objects of both Realms; `totalUnitCount` is set when the comparison begins.
    public var progress: Progress?
    private let old: Realm
    private let new: Realm

    /// A comparison of the versions that the two Realms show.
    public init(from old: Realm, to new: Realm) {
        self.old = old
        self.new = new
    }

    /// Compares, and hands on a row for each object that differs, class by class.
    ///
    /// - Complexity: O(bytes of both files); where objects lie in other places O(objects · log objects).
    /// - Throws: `invalidInput` for a class or property that neither Realm has, or that cannot be used so;
    ///   `invalidDatabase` with reason `damagedFile` for damage, and says in which file; `changedWhileReading` for a
    ///   file that was written to although nobody should; what `receive` throws.
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

    /// A sentence for each difference of the schemas, as `run` has them in its report.
    ///
    /// - Throws: `invalidInput` for a class or property that neither Realm has, or that cannot be used so.
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

    /// The classes and properties of a schema that are to be compared.
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
            throw invalidInput("Neither Realm has a class '\(name)'.")
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
        // Links may lead to tables that are no classes, too.
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

    /// The public error for damage that was met in one of the files: reading each alone tells in which, and where.
    private func located(_ error: FormatError) -> any Swift.Error {
        for realm in [old, new] {
            do { _ = try RealmExporter(realm).export { _ in } } catch { return error }
        }
        return RLMError(error, path: old.session.path)
    }
}
