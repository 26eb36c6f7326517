import BenchmarkData

/// The rows to query: those of `RowSet` in the order of their primary keys, with an e-mail address and ten places each.
struct QueryRows {
    let rows: RowSet
    /// The indexes of the rows in `rows`.
    let order: [Int]

    static let placesPerRow = 10

    init(_ rows: RowSet) {
        self.rows = rows
        order = (0..<rows.count).sorted { rows.id(at: $0) < rows.id(at: $1) }
    }

    /// The number of places: a tenth of the number of rows, but at least as many as one row has.
    var placeCount: Int { max(QueryRows.placesPerRow, rows.count / 10) }

    /// The size of a place: 0 to 999.
    func size(ofPlace place: Int) -> Int { Int((UInt64(place) &* 0x9E37_79B9_7F4A_7C15) >> 32) % 1000 }

    /// The places of the row at `position`, all different.
    func places(at position: Int) -> [Int] {
        let first = position &* 7919
        return (0..<QueryRows.placesPerRow).map { (first &+ $0 &* (placeCount / QueryRows.placesPerRow)) % placeCount }
    }

    func row(at position: Int) -> RowValues { rows[order[position]] }

    /// The address of a row: its name and a unique number.
    func email(at position: Int) -> String {
        let name = row(at: position).name.lowercased().replacing(" ", with: ".")
        return "\(name).\(order[position])@example.com"
    }

    /// Names of rows to look up, in random order.
    func names(_ count: Int) -> [String] {
        guard rows.count > 0 else { return [] }
        var random = SplitMix64(seed: rows.seed ^ 0xA)
        return (0..<count).map { _ in row(at: Int.random(in: 0..<rows.count, using: &random)).name }
    }

    /// Addresses to look up, in random order, of existing rows and of none.
    func emails(_ count: Int) -> [String] {
        guard rows.count > 0 else { return [] }
        var random = SplitMix64(seed: rows.seed ^ 0xE)
        return (0..<count).map { index in
            let email = email(at: Int.random(in: 0..<rows.count, using: &random))
            return index % 10 == 0 ? "no." + email : email
        }
    }
}
