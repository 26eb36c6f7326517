/// Tests that a single-valued column of the object itself equals one of several constants of its type.
final class ColumnListTest: RowTest {
    let cursor: ClusterCursor
    let column: Int
    let constants: [Value]
    private let relation: ValueRelation
    private let members: Members
    let cost: Int

    /// The way the constants are searched.
    private enum Members {
        case integers(IntegerList, orNull: Bool)
        case texts(TextRanks, orNull: Bool)
        /// The indexes of the constants by their hashes.
        case hashed([Int: [Int]])
        case compared
    }

    /// - Parameter relation: equality by the rules of the column.
    init(_ cursor: ClusterCursor, _ column: Int, _ relation: ValueRelation, _ constants: [Value]) {
        self.cursor = cursor
        self.column = column
        self.relation = relation
        self.constants = constants
        members = relation.isPlainEquality ? ColumnListTest.members(cursor.column(column).type, constants) : .compared
        cost = if case .integers(let list, _) = members { 1 + list.cost } else { 5 }
    }

    private static func members(_ type: ValueType, _ constants: [Value]) -> Members {
        let orNull = constants.contains(where: \.isNull)
        switch type {
        case .int:
            let numbers = constants.compactMap { if case .int(let number) = $0 { number } else { nil } }
            return .integers(IntegerList(numbers), orNull: orNull)
        case .string:
            var texts = TextRanks()
            for case .string(let text) in constants { _ = texts.number(of: text) }
            return .texts(texts, orNull: orNull)
        case .objectId, .uuid:
            var places: [Int: [Int]] = [:]
            for (index, value) in constants.enumerated() {
                places[ValueOrder.hash(of: value), default: []].append(index)
            }
            return .hashed(places)
        default: return .compared
        }
    }

    /// Whether the comparison is an equality that an index decides.
    var isPlain: Bool { relation.isPlainEquality }

    var indexLookup: IndexLookup? {
        let column = cursor.column(column)
        guard isPlain, constants.allSatisfy({ IndexLookup.isUsable(column, for: $0) }) else {
            return nil
        }
        return .values(column, ElementResults.distinct(constants).map { constants[$0] })
    }

    func isDecided(by lookup: IndexLookup) -> Bool { true }

    var text: String { "'\(cursor.column(column).name)' in \(constants.count) values" }

    func filter(_ rows: RowSet) throws(FormatError) -> RowSet {
        let leaf = try cursor.leaf(column)
        switch members {
        case .integers(let list, let orNull):
            let found = list.rows(of: leaf, among: rows)
            return orNull ? found.union(rows.intersection(LeafTest.nulls(of: leaf) ?? RowSet())) : found
        case .texts(let texts, let orNull):
            guard let values = leaf.string else { break }
            return try rows.filter { (row) throws(FormatError) in
                try values.bytes(row).map { texts.contains($0) } ?? orNull
            }
        case .hashed(let places):
            return try rows.filter { (row) throws(FormatError) in
                let value = try leaf.value(row)
                guard let equal = places[ValueOrder.hash(of: value)] else { return false }
                return equal.contains { ValueOrder.compare(value, constants[$0]) == 0 }
            }
        case .compared: break
        }
        return try rows.filter { (row) throws(FormatError) in
            let value = try leaf.value(row)
            return constants.contains { relation.holds(value, $0) }
        }
    }
}
