import RealmStore

/// Objects that have the same values as another one, which stays.
struct Duplicates {
    /// The object to keep among those with the same values.
    enum Rule {
        case first, last
        case greatest(Column)
    }

    private let table: TableEditor
    /// Each removed object, and the one kept instead.
    private(set) var pairs: [(dropped: ObjectKey, kept: ObjectKey)] = []

    /// Finds the duplicates of a table.
    init(of columns: [Column], in table: TableEditor, _ run: StepRun, rule: () throws -> Rule) throws {
        self.table = table
        var known = RowTable(table, columns, run.objects)
        var keys = try run.objects.keys(of: table)
        let rule = try rule()
        if case .last = rule { keys.reverse() }
        for key in keys {
            let values = try known.values(of: key)
            guard let other = try known.find(values) else {
                known.insert(key, values)
                continue
            }
            if case .greatest(let column) = rule, try Duplicates.isGreater(key, than: other, column, table, run) {
                known.replace(other, by: key, values)
                pairs.append((other, key))
            } else {
                pairs.append((key, other))
            }
        }
        // A kept object may itself have been replaced later.
        var final: [ObjectKey: ObjectKey] = [:]
        for index in pairs.indices.reversed() {
            pairs[index].kept = final[pairs[index].kept] ?? pairs[index].kept
            final[pairs[index].dropped] = pairs[index].kept
        }
    }

    private static func isGreater(
        _ key: ObjectKey, than other: ObjectKey, _ column: Column, _ table: TableEditor, _ run: StepRun
    ) throws(FormatError) -> Bool {
        let value = try run.value(of: column, of: key, in: table)
        return try ValueOrder.compare(value, run.value(of: column, of: other, in: table)) > 0
    }

    /// Redirects links to duplicates to the kept object, and deletes the duplicates.
    ///
    /// - Returns: the number of duplicates.
    func merge(_ run: StepRun) throws(FormatError) -> Int {
        for (dropped, kept) in pairs { try run.objects.moveLinks(from: dropped, to: kept, in: table) }
        return try run.objects.delete(pairs.map(\.dropped), from: table)
    }
}
