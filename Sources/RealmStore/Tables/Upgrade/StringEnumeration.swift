/// The string columns of a version that a copy enumerates: it stores each distinct text once, and numbers in the
/// objects.
///
/// That is done where it takes less space; the content of the objects stays the same. Realm Core reads and changes such
/// columns like others. Source: file-format/tables.md, "Enumerated string columns".
final class StringEnumeration: TreeReplacement {
    /// An enumerated column.
    private struct Enumerated {
        let table: TableKey
        let column: Column
        /// Position among the table's columns.
        let position: Int
        let survey: ColumnSurvey
        /// Numbers of the texts in the survey, in the order of the copy.
        let order: [Int]
        /// The inverse.
        let ranks: [Int64]
    }

    /// The minimum saving of a column: the unit in which files grow.
    static let leastSaving = 4096

    private let space: NodeSpace
    private let leastSaving: Int
    private let scratch: DetachedArena
    private var columns: [Enumerated] = []
    /// Positions in `columns` by offset of a leaf, and of a spec.
    private var leaves: [Int: Int] = [:]
    private var specs: [Int: [Int]] = [:]
    /// The last returned tree.
    private var latest = Ref.none

    /// Determines the columns of the source that take less space if they are enumerated.
    ///
    /// - Parameter leastSaving: the minimum saving of a column in bytes.
    /// - Returns: nil if none does.
    /// - Complexity: O(bytes of the columns); memory for a few MiB for each column that is enumerated
    init?(_ source: SnapshotSource, leastSaving: Int = StringEnumeration.leastSaving) throws(StorageError) {
        space = source.space
        self.leastSaving = leastSaving
        do {
            scratch = try DetachedArena()
            guard let roots = source.roots, source.format == FileHeader.currentFormat else { return nil }
            for table in try StringEnumeration.tables(roots, in: space) { try survey(table, source.releaseMemory) }
        } catch {
            throw StorageError(error, source.path)
        }
        if columns.isEmpty { return nil }
    }

    private static func tables(
        _ roots: (names: Ref, tables: Ref), in space: NodeSpace
    ) throws(FormatError) -> [Table] {
        let names = try NameLeaf(roots.names, in: space)
        let slots = try space.refs(roots.tables, "the list of tables")
        var tables: [Table] = []
        for slot in 0..<min(names.count, slots.count) {
            guard let ref = slots.slot(slot).ref else { continue }
            tables.append(try Table(ref, name: names.name(slot), slot: slot, in: space))
        }
        return tables
    }

    /// Realm Core does not enumerate tombstones; so a table that may have some stays as it is.
    private func survey(_ table: Table, _ release: () -> Void) throws(FormatError) {
        guard table.className != nil, table.tombstones.isNone,
            let spec = try space.refs(table.ref, "a table").slot(TableLayout.spec).ref
        else { return }
        for (position, column) in table.columns.enumerated() {
            let isKey = column.key == table.primaryKey?.key
            guard column.canBeEnumerated, !isKey, !column.isFullTextIndexed else { continue }
            var survey = ColumnSurvey(column, in: space)
            try survey.run(over: table, release)
            guard survey.isWorthwhile(leastSaving: leastSaving) else { continue }
            let index = columns.count
            for leaf in survey.leaves {
                guard leaves.updateValue(index, forKey: leaf.offset) == nil else {
                    throw FormatError(.badCluster, at: leaf, "belongs to two clusters")
                }
            }
            specs[spec.offset, default: []].append(index)
            let order = try survey.order()
            var ranks = [Int64](repeating: 0, count: order.count)
            for (rank, number) in order.enumerated() { ranks[number] = Int64(rank) }
            columns.append(
                Enumerated(
                    table: table.key, column: column, position: position, survey: survey, order: order, ranks: ranks))
        }
    }

    // MARK: Other trees

    func tree(inPlaceOf ref: Ref) throws(FormatError) -> ReplacingTree? {
        let made: Ref
        if let index = leaves[ref.offset] {
            try forgetLatest()
            made = try numbers(of: columns[index], inPlaceOf: ref)
        } else if let indexes = specs[ref.offset] {
            try forgetLatest()
            made = try spec(ref, indexes)
        } else {
            return nil
        }
        latest = made
        return ReplacingTree(root: made, space: scratch.space, byteCount: scratch.arena.byteCount)
    }

    private func forgetLatest() throws(FormatError) {
        try scratch.arena.freeTree(latest)
        latest = .none
    }

    private func numbers(of enumerated: Enumerated, inPlaceOf ref: Ref) throws(FormatError) -> Ref {
        var numbers = try IntegerEditor(repeating: 0, count: 0, in: scratch.arena)
        let texts = enumerated.survey.texts
        try ColumnSurvey.forEachText(of: enumerated.column, in: ref, space) { (text, _) throws(FormatError) in
            guard let number = try texts.number(of: text) else {
                throw FormatError(.badLeaf, at: ref, "has changed while it was copied")
            }
            try numbers.append(enumerated.ranks[number])
        }
        return numbers.ref
    }

    /// A spec with the distinct texts of columns.
    private func spec(_ ref: Ref, _ indexes: [Int]) throws(FormatError) -> Ref {
        let spec = try SpecEditor(scratch.copy(ref, from: space), in: scratch.arena)
        let leaves = LeafEditor(.string, in: scratch.arena)
        for index in indexes {
            let enumerated = columns[index]
            var values = try leaves.makeEmpty()
            for (rank, number) in enumerated.order.enumerated() {
                let text = enumerated.survey.texts.texts[number]
                try leaves.insert(text.map(Value.string) ?? .null, at: rank, in: &values)
            }
            try spec.setEnumerated(values, at: enumerated.position)
        }
        return spec.ref
    }

    // MARK: Check

    func check(_ copy: RealmFile) throws(StorageError) {
        do {
            let group = try Group(copy)
            for enumerated in columns {
                var digest: UInt64 = 0
                guard let table = group.table(enumerated.table), let column = table.column(enumerated.column.key) else {
                    throw FormatError(.badTable, at: .none, "lacks the column '\(enumerated.column.name)'")
                }
                try table.objects().forEachLeaf { (leaf) throws(FormatError) in
                    try ColumnSurvey.forEachText(
                        of: column, in: leaf.column(column.leafIndex), rows: leaf.count, table.space
                    ) { (text, _) throws(FormatError) in digest = ColumnSurvey.digest(digest, adding: text) }
                }
                guard digest == enumerated.survey.digest else {
                    throw FormatError(.badLeaf, at: .none, "holds other texts in column '\(column.name)'")
                }
            }
        } catch {
            throw StorageError(.readOrWriteFailed, copy.path, "was not enumerated as it should be: \(error)")
        }
    }
}
