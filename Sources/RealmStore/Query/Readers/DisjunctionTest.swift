/// Met if any part is.
final class DisjunctionTest: RowTest {
    let children: [any RowTest]
    let cost: Int

    init(_ children: [any RowTest]) { (self.children, cost) = children.byCost() }

    var text: String { "(" + children.map(\.text).joined(separator: ", else ") + ")" }

    var indexLookup: IndexLookup? {
        let lookups = children.compactMap(\.indexLookup)
        return lookups.count == children.count && !lookups.isEmpty ? .union(lookups) : nil
    }

    func isDecided(by lookup: IndexLookup) -> Bool {
        guard case .union(let lookups) = lookup else { return false }
        return zip(children, lookups).allSatisfy { $0.isDecided(by: $1) }
    }

    func filter(_ rows: RowSet) throws(FormatError) -> RowSet {
        var met = RowSet()
        var rest = rows
        for child in children where !rest.isEmpty {
            let found = try child.filter(rest)
            met.formUnion(found)
            rest.subtract(found)
        }
        return met
    }
}

extension DisjunctionTest {
    /// A test that is met if one of these is. Tests of one column for equality become one look-up of its value.
    static func merging(_ tests: [any RowTest]) -> any RowTest {
        let wanted = tests.map { WantedValues($0) }
        var values: [Int: [Value]] = [:]
        for case let wanted? in wanted { values[wanted.column, default: []] += wanted.values }
        var merged: [any RowTest] = []
        for (test, wanted) in zip(tests, wanted) {
            guard let wanted else {
                merged.append(test)
                continue
            }
            // The first test of a column takes over the values of the others.
            guard let all = values.removeValue(forKey: wanted.column) else { continue }
            merged.append(
                all.count == wanted.values.count
                    ? test : ColumnListTest(wanted.cursor, wanted.column, ValueRelation(relation: .equal), all))
        }
        return merged.count == 1 ? merged[0] : DisjunctionTest(merged)
    }
}

/// The values for which a test compares a column.
private struct WantedValues {
    let cursor: ClusterCursor
    let column: Int
    let values: [Value]

    /// Nil for a test that is not a plain equality of a column whose values are equal by one rule only.
    init?(_ test: any RowTest) {
        switch test {
        case let test as ColumnTest where test.relation.isPlainEquality:
            (cursor, column, values) = (test.cursor, test.column, [test.constant])
        case let test as ColumnListTest where test.isPlain:
            (cursor, column, values) = (test.cursor, test.column, test.constants)
        default: return nil
        }
        let type = cursor.column(column).type
        guard type == .int || type == .string || type == .objectId || type == .uuid,
            values.allSatisfy({ $0.isNull || $0.fits(type) })
        else { return nil }
    }
}
