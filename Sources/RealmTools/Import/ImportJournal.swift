import Foundation
import RealmStore

/// The progress of an import, in a table of the file itself: written in the transactions that write the objects, so
/// that it is exact whatever happens, and removed in the last one. Who opens the classes of a file does not see it,
/// since its name does not begin with `class_`.
///
///     kind: int | name: string | data: binary        rows, in the order of their keys; see `Kind`
struct ImportJournal {
    private let table: TableEditor
    private let objects: ObjectEditor
    private let columns: (kind: Column, name: Column, data: Column)
    private let scratch = ValueScratch()

    static let tableName = "import_progress"
    /// Numbers in a row: 4 MB, a quarter of what a value can hold.
    private static let numbersPerRow = 1 << 19

    private enum Kind: Int64 {
        /// A `Place` in JSON; one row.
        case place
        /// Triples: file, number of the record, object key.
        case incomplete
        /// Of the class `name`: whether it had objects, whether its keys are given (-1: unknown), pairs of old and new.
        case keys
    }

    /// The journal in the file; nil if there is none.
    init?(_ objects: ObjectEditor) throws(FormatError) {
        guard let table = try objects.tables.table(named: ImportJournal.tableName) else { return nil }
        guard let kind = table.column(named: "kind"), let name = table.column(named: "name"),
            let data = table.column(named: "data"), kind.type == .int, name.type == .string, data.type == .binary
        else { throw FormatError(.badTable, at: .none, "the table '\(ImportJournal.tableName)' is of another kind") }
        (self.table, self.objects, columns) = (table, objects, (kind, name, data))
    }

    /// A new journal.
    init(in objects: ObjectEditor) throws(FormatError) {
        self.objects = objects
        table = try objects.tables.addTable(ImportJournal.tableName)
        columns = (
            try table.addColumn("kind", .int), try table.addColumn("name", .string),
            try table.addColumn("data", .binary)
        )
    }

    func remove() throws(FormatError) { try objects.removeTable(table) }

    // MARK: Writing

    /// Writes the place, and what came since the last time.
    func add(
        _ place: ImportProgress.Place, _ incomplete: [(file: Int, object: ImportRun.Incomplete)],
        _ keys: [String: ImportKeys]
    ) throws {
        let text = Array(try JSONEncoder().encode(place))
        if let row = try objects.keys(of: table).first {
            try objects.set(scratch.binary(text), of: columns.data, of: row, in: table)
        } else {
            try addRow(.place, "", text)
        }
        try addRows(
            .incomplete, "", incomplete.flatMap { [Int64($0.file), Int64($0.object.number), $0.object.key.value] },
            groupedBy: 3)
        for (name, keys) in keys.sorted(by: { $0.key < $1.key }) {
            guard let (head, pairs) = keys.takeAdded() else { continue }
            try addRows(.keys, name, pairs, groupedBy: 2, after: head)
        }
    }

    private func addRows(
        _ kind: Kind, _ name: String, _ numbers: [Int64], groupedBy count: Int, after head: [Int64] = []
    ) throws {
        var rest = numbers[...]
        repeat {
            let part = head + rest.prefix(ImportJournal.numbersPerRow / count * count)
            rest = rest.dropFirst(part.count - head.count)
            guard !part.isEmpty else { return }
            try addRow(kind, name, part.withUnsafeBytes { Array($0) })
        } while !rest.isEmpty
    }

    private func addRow(_ kind: Kind, _ name: String, _ data: [UInt8]) throws {
        let row = try objects.create(in: table)
        try objects.set(.int(kind.rawValue), of: columns.kind, of: row, in: table)
        try objects.set(scratch.string(name), of: columns.name, of: row, in: table)
        try objects.set(scratch.binary(data), of: columns.data, of: row, in: table)
    }

    // MARK: Reading

    /// The progress of the import of these files, and the keys of the classes that it knows.
    ///
    /// - Throws: `invalidInput` if it was an import of other files.
    func read(_ files: [RealmImporter.Input]) throws -> (ImportProgress, [String: ImportKeys]) {
        var progress = ImportProgress(files)
        progress.incomplete = files.map { _ in [] }
        var keys: [String: ImportKeys] = [:]
        for row in try objects.keys(of: table) {
            guard case .int(let number) = try objects.value(of: columns.kind, of: row, in: table),
                case .string(let name) = try objects.value(of: columns.name, of: row, in: table),
                case .binary(let data) = try objects.value(of: columns.data, of: row, in: table),
                let kind = Kind(rawValue: number)
            else { throw FormatError(.badTable, at: .none, "the table '\(ImportJournal.tableName)' has a bad row") }
            switch kind {
            case .place:
                let names = progress.place.files
                progress.place = try JSONDecoder().decode(ImportProgress.Place.self, from: Data(data))
                guard progress.place.files == names else {
                    throw invalidInput(
                        "The import that was interrupted read other files: "
                            + progress.place.files.map { "'\($0)'" }.joined(separator: ", "))
                }
            case .incomplete:
                let numbers = ImportJournal.numbers(Array(data))
                for start in stride(from: 0, to: numbers.count - 2, by: 3) {
                    guard progress.incomplete.indices.contains(Int(numbers[start])) else { continue }
                    progress.incomplete[Int(numbers[start])].append(
                        .init(number: Int(numbers[start + 1]), key: ObjectKey(numbers[start + 2])))
                }
            case .keys:
                let name = String(decoding: name, as: UTF8.self)
                let known = keys[name] ?? ImportKeys()
                known.restore(ImportJournal.numbers(Array(data)))
                keys[name] = known
            }
        }
        return (progress, keys)
    }

    private static func numbers(_ data: [UInt8]) -> [Int64] {
        data.withUnsafeBytes { bytes in
            (0..<bytes.count / 8).map { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: Int64.self) }
        }
    }
}
