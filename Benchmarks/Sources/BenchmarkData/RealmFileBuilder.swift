import Foundation

/// Writes a `.realm` file of format 24 with the rows of a `RowSet` in a class `Row`, front to back and without an
/// engine, so that reading it measures an engine's reading and not its writing.
///
/// The file has the normal form, one version and full nodes. The only free space is the tail of its last page and the
/// gaps that the section rule leaves.
public struct RealmFileBuilder {
    private let rows: RowSet
    private let schemaVersion: UInt64

    /// The class with the rows: the properties of `RowValues`, `id` being the primary key.
    static let rowTable = TableLayout(
        name: "class_Row",
        key: 1,
        columns: [
            ColumnLayout(name: "id", type: .int),
            ColumnLayout(name: "name", type: .string),
            ColumnLayout(name: "age", type: .int),
            ColumnLayout(name: "score", type: .double),
            ColumnLayout(name: "born", type: .timestamp),
            ColumnLayout(name: "flag", type: .bool),
            ColumnLayout(name: "big", type: .int),
        ],
        hasPrimaryKey: true
    )

    /// The table with the schema version.
    static let metadataTable = TableLayout(
        name: "metadata",
        key: 0,
        columns: [ColumnLayout(name: "version", type: .int)],
        hasPrimaryKey: false
    )

    /// Creates the description of a file with `rows` and a schema version.
    public init(rows: RowSet, schemaVersion: UInt64 = 0) {
        self.rows = rows
        self.schemaVersion = schemaVersion
    }

    /// Writes the file, replacing one that exists.
    ///
    /// - Complexity: O(n log n) in the number of rows; the whole file is built in memory.
    /// - Throws: the error of Foundation if the file cannot be written.
    public func write(to url: URL) throws {
        try Data(build()).write(to: url)
    }

    /// The bytes of the file.
    public func build() -> [UInt8] {
        var writer = NodeWriter()
        writer.reserveCapacity(rows.count * 80 + 65_536)
        let tables = [appendMetadata(to: &writer), appendRows(to: &writer)]
        let names = writer.appendSlots([Self.metadataTable.name, Self.rowTable.name])
        let tablesRef = writer.append(tables.map(Element.ref))
        appendTop(names: names, tables: tablesRef, to: &writer)
        return writer.bytes
    }

    private func appendMetadata(to writer: inout NodeWriter) -> Ref {
        var clusters = ClusterTreeBuilder()
        let version = writer.append([Int64(bitPattern: schemaVersion)])
        clusters.appendLeaf(count: 1, columns: [version], to: &writer)
        return Self.metadataTable.append(clusters: clusters.finish(in: &writer), objectCount: 1, to: &writer)
    }

    private func appendRows(to writer: inout NodeWriter) -> Ref {
        var clusters = ClusterTreeBuilder()
        for first in stride(from: 0, to: max(rows.count, 1), by: ClusterTreeBuilder.fanOut) {
            let part = (first..<min(first + ClusterTreeBuilder.fanOut, rows.count)).map { rows[$0] }
            let columns = [
                writer.append(part.map(\.id)),
                writer.appendStrings(part.map(\.name)),
                writer.append(part.map(\.age)),
                writer.appendDoubles(part.map(\.score)),
                writer.appendTimestamps(milliseconds: part.map(\.bornMilliseconds)),
                writer.append(part.map { $0.flag ? 1 : 0 }),
                writer.append(part.map(\.big)),
            ]
            clusters.appendLeaf(count: part.count, columns: columns, to: &writer)
        }
        let index = IntegerIndexBuilder.build((0..<rows.count).map(rows.id(at:)), in: &writer)
        return Self.rowTable.append(
            clusters: clusters.finish(in: &writer), objectCount: rows.count, primaryKeyIndex: index, to: &writer)
    }

    /// Writes the free list, the top array and the file header (file format: tables, "Top array"; file, "Header").
    private func appendTop(names: Ref, tables: Ref, to writer: inout NodeWriter) {
        // These nodes describe the space they take themselves: their width is chosen, so that their size is known.
        let topSlots = 11
        let blockCountLimit = writer.gaps.count + 2
        let header = NodeWriter.nodeHeaderSize
        writer.makeRoom(for: 3 * (header + blockCountLimit * 8) + header + topSlots * 8)
        let blockCount = writer.gaps.count + 1
        let end = writer.bytes.count + 3 * (header + blockCount * 8) + header + topSlots * 8
        let pageSize = 4096
        let logicalSize = (end / pageSize + 1) * pageSize
        let blocks = writer.gaps + [end..<logicalSize]

        let positions = writer.append(blocks.map { Int64($0.lowerBound) }, width: .int64)
        let lengths = writer.append(blocks.map { Int64($0.count) }, width: .int64)
        let versions = writer.append(blocks.map { _ in Int64(0) }, width: .int64)
        let top = writer.append(
            [
                .ref(names), .ref(tables), .tagged(Int64(logicalSize)),
                .ref(positions), .ref(lengths), .ref(versions),
                .tagged(Self.version), .tagged(Self.historyInFile), .null, .tagged(Self.historySchemaVersion),
                .tagged(0),
            ],
            width: .int64)
        precondition(writer.bytes.count == end, "the closing nodes have the size that was planned")
        writer.extend(to: logicalSize)
        writer.setFileHeader(Self.fileHeader(top: top))
    }

    private static let version: Int64 = 2
    private static let historyInFile: Int64 = 2
    private static let historySchemaVersion: Int64 = 1

    /// A header whose slot 1 is in use, with slot 0 as it is before the first commit.
    private static func fileHeader(top: Ref) -> [UInt8] {
        let offset = UInt64(top.offset)
        let slot1 = (0..<8).map { UInt8(truncatingIfNeeded: offset >> (8 * $0)) }
        return [UInt8](repeating: 0, count: 8) + slot1 + Array("T-DB".utf8) + [0, 24, 0, 1]
    }
}
