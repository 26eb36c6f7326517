import Foundation
import RealmStore

/// Writes properties of the objects that a query found as text: a column for each path of property names.
///
/// Values have the forms of `RealmExporter`. Paths may follow links to single objects; after a nil link the value is
/// null. Source: command `query`.
public struct RowExporter {
    /// The paths as given; by default all properties of the class, with `_key` first for a class without primary key.
    public let columns: [String]
    /// The positions of columns whose values are bytes, written in base64.
    public let binaryColumns: Set<Int>
    private let objects: Results<DynamicObject>
    private let source: ExportSource
    private let paths: [ExportPath]
    private let start: ExportClass

    /// The object key of each object, which is not a property.
    public static let keyColumn = "_key"

    /// Prepares to write `objects`.
    ///
    /// - Throws: `invalidInput`, with the nearest names, for a path that does not consist of single links and a
    ///   property.
    public init(_ objects: Results<DynamicObject>, columns: [String]? = nil) throws {
        guard let session = objects.realm?.session, let name = objects.className else {
            throw invalidInput("Only objects in a Realm can be written.")
        }
        self.objects = objects
        do {
            source = try ExportSource(session.group, walksAll: false)
        } catch {
            throw RLMError(error, path: session.path)
        }
        guard let start = source.classes.first(where: { $0.name == name }) else {
            throw invalidInput("The Realm has no class '\(name)'.")
        }
        self.start = start
        let all = start.properties.map(\.column.name)
        self.columns = columns ?? (start.primaryKey == nil ? [RowExporter.keyColumn] : []) + all
        let paths = try self.columns.map { [source] in try ExportPath($0, from: start, source) }
        self.paths = paths
        binaryColumns = Set(
            try paths.indices.filter { [source] index in try paths[index].holdsBytes(from: start, source) })
    }

    /// Calls `body` with the cells of each object, in order, as JSON texts in UTF-8.
    ///
    /// - Parameters:
    ///   - values: typed values lose nothing; plain ones are only texts and numbers.
    ///   - offset: the number of objects to skip.
    ///   - limit: the maximum number of objects; nil for all.
    ///   - body: called with the values of one object, in the order of the columns.
    /// - Returns: the number of objects.
    /// - Throws: `invalidDatabase` for damage, which is never written as a missing value; errors of `body`.
    public func forEachRow(
        values: RealmExporter.ValueStyle = .plain, offset: Int = 0, limit: Int? = nil,
        _ body: (_ cells: [Data]) throws -> Void
    ) throws -> Int {
        var writer = JSONWriter(source: source, style: values, output: ExportOutput(nil))
        let offset = max(0, offset)
        let (end, isFar) = offset.addingReportingOverflow(max(0, limit ?? .max))
        let keys = objects.objectKeys(first: isFar ? .max : end).dropFirst(offset)
        do {
            for key in keys {
                var cells: [Data] = []
                cells.reserveCapacity(paths.count)
                for path in paths {
                    writer.output.text.removeAll()
                    try cell(path, key, &writer)
                    cells.append(Data(writer.output.text.bytes))
                }
                source.place = nil
                try body(cells)
            }
        } catch let error as FormatError {
            throw RLMError(source.located(error), path: objects.realm?.session.path ?? "")
        }
        return keys.count
    }

    private func cell(_ path: ExportPath, _ key: ObjectKey, _ writer: inout JSONWriter) throws {
        guard let property = path.property else { return writer.output.text.integer(key.value) }
        guard let (here, key) = try path.end(from: start, key, source), let (rows, row) = try here.find(key) else {
            return writer.output.text.text("null")
        }
        source.forgetInlined()
        source.place = (here, key, property)
        try writer.content(rows.values[property], row, of: here.properties[property], here, depth: 0)
    }
}
