/// Asks that a single-valued column of the object itself equals one of several constants of its type.
final class ColumnListTest: RowTest {
    let cursor: ClusterCursor
    let column: Int
    let constants: [Value]
    private let relation: ValueRelation
    /// Equality that a search index decides.
    var isPlain: Bool { relation.isPlainEquality }
    private var buckets: [Int: [Int]] = [:]
    let cost = 5

    /// - Parameter relation: equality by the rules of the column.
    init(_ cursor: ClusterCursor, _ column: Int, _ relation: ValueRelation, _ constants: [Value]) {
        self.cursor = cursor
        self.column = column
        self.relation = relation
        self.constants = constants
        guard ColumnListTest.isHashable(cursor.column(column)), relation.options.isDisjoint(with: .caseInsensitive),
            relation.options.isDisjoint(with: .diacriticInsensitive)
        else { return }
        for (index, value) in constants.enumerated() { buckets[ValueOrder.hash(of: value), default: []].append(index) }
    }

    /// Whether equal values of the column have equal hashes.
    private static func isHashable(_ column: Column) -> Bool {
        switch column.type {
        case .int, .string, .objectId, .uuid: true
        default: false
        }
    }

    var text: String { "'\(cursor.column(column).name)' in \(constants.count) values" }

    func filter(_ rows: RowSet) throws(FormatError) -> RowSet {
        let leaf = try cursor.leaf(column)
        guard !buckets.isEmpty else {
            return try rows.filter { (row) throws(FormatError) in
                let value = try leaf.value(row)
                return constants.contains { relation.holds(value, $0) }
            }
        }
        return try rows.filter { (row) throws(FormatError) in
            let value = try leaf.value(row)
            guard let bucket = buckets[ValueOrder.hash(of: value)] else { return false }
            return bucket.contains { ValueOrder.compare(value, constants[$0]) == 0 }
        }
    }
}
