/// Values of a primary key that several objects have, for people.
package struct PrimaryKeyDuplicates: CustomStringConvertible {
    /// The number of objects with each value, for the values to be named.
    private var counts: [(value: String, count: Int)] = []
    private var positions: [String: Int] = [:]
    private var unnamed = 0

    private static let namedValues = 10
    private static let longestText = 80

    var isEmpty: Bool { counts.isEmpty }

    /// Looks up the primary key of every object of a table.
    init(in table: Table, _ column: Column) throws(FormatError) {
        let tree = try table.objects()
        try tree.forEachLeaf { (leaf) throws(FormatError) in
            for row in 0..<leaf.count {
                let value = try table.value(of: column, at: ClusterTree.Position(leaf: leaf, row: row))
                if try table.find(primaryKey: value, in: tree)?.key != leaf.key(row) { note(value) }
            }
        }
    }

    /// Records a duplicate of the object found.
    private mutating func note(_ value: Value) {
        let text = PrimaryKeyDuplicates.text(value)
        if let position = positions[text] {
            counts[position].count += 1
        } else if counts.count < PrimaryKeyDuplicates.namedValues {
            positions[text] = counts.count
            counts.append((text, 2))
        } else {
            unnamed += 1
        }
    }

    private static func text(_ value: Value) -> String {
        switch value {
        case .int(let number): return "\(number)"
        case .string(let bytes):
            let text = String(decoding: bytes, as: UTF8.self)
            return text.count > longestText ? "'\(text.prefix(longestText))...'" : "'\(text)'"
        case .objectId(let bits): return bits.hex
        case .uuid(let bits):
            let digits = bits.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
            return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }.joined(separator: "-")
        default: return "nil"
        }
    }

    package var description: String {
        let named = counts.map { "\($0.value) (\($0.count) objects)" }.joined(separator: ", ")
        return "Duplicates: \(named)\(unnamed == 0 ? "." : ", and others of \(unnamed) more objects.")"
    }
}
